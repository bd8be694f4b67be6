// A release is a tag: it must name the version of both packages, and the changelog must have it.
import { readFileSync } from "node:fs";

const tag = process.argv[2] ?? "";
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const { version } = JSON.parse(read("package.json"));
const create = JSON.parse(read("create-right-rag/package.json"));
const faults = [
  tag !== `v${version}` && `The tag is ${tag}, but package.json says ${version}.`,
  create.version !== version && `create-right-rag is ${create.version}, not ${version}.`,
  create.dependencies["right-rag"] !== version &&
    `create-right-rag depends on right-rag ${create.dependencies["right-rag"]}, not ${version}.`,
  !read("CHANGELOG.md").includes(`## ${version}`) && `CHANGELOG.md has no section ${version}.`,
].filter(Boolean);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
