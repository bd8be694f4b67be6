/** Writes config.schema.json, which editors use to complete and check a project's config. Run it after changing the schema. */
import { writeFile } from "node:fs/promises";
import { configJsonSchema } from "../src/config-schema.ts";

const target = new URL("../config.schema.json", import.meta.url);
await writeFile(target, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
