// Imported before a command: writes what its process took, when it ends, to the file that the address of this module names.
import { writeFileSync } from "node:fs";

const file = decodeURIComponent(new URL(import.meta.url).search.slice(1));

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  writeFileSync(file, JSON.stringify({ cpuMs: (user + system) / 1000, peakBytes: maxRSS * 1024 }));
});
