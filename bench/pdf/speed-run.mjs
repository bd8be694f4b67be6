/** One measurement of speed.mjs: processor time of the whole process, in ms, and its most memory, in MiB. */
import { readFile } from "node:fs/promises";

const [side, path] = process.argv.slice(2);
if (side === "loader") {
  const { loadPdf } = await import("./load-pdf.mjs");
  await loadPdf(path);
} else {
  const { extractText, getDocumentProxy } = await import("unpdf");
  console.log = () => undefined;
  await extractText(await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 }));
}
const { user, system } = process.cpuUsage();
process.stdout.write(
  `${JSON.stringify({ cpuMs: Math.round((user + system) / 1000), memoryMb: Math.round(process.resourceUsage().maxRSS / 1024) })}\n`,
);
process.exit();
