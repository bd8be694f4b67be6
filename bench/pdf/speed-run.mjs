/**
 * One measurement of speed.mjs: processor time in ms, of the whole process and of that what it took to import the package, and its most
 * memory, in MiB.
 */
import { readFile } from "node:fs/promises";

const [side, path] = process.argv.slice(2);
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const before = spent();
const read = side === "loader" ? (await import("./load-pdf.mjs")).loadPdf : readByUnpdf(await import("unpdf"));
const importMs = spent() - before;
await read(path);
const cpuMs = Math.round(spent());
const memoryMb = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(`${JSON.stringify({ cpuMs, importMs: Math.round(importMs), memoryMb })}\n`);
process.exit();

function readByUnpdf({ extractText, getDocumentProxy }) {
  console.log = () => undefined;
  return async (file) => extractText(await getDocumentProxy(new Uint8Array(await readFile(file)), { verbosity: 0 }));
}
