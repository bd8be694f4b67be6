import { readSchemas } from "./read-schemas.ts";
import type { Schemas } from "./schema-types.ts";

/** What of a run its schemas depend on. A run that brings them has them from flags or a pipeline file; else the project's are read. */
export interface SchemaSource {
  readonly root: string;
  readonly signal: AbortSignal;
  readonly schemas?: Schemas;
}

/** One signal is one run, and a run's schemas do not change while it goes on. */
const byRun = new WeakMap<AbortSignal, Promise<Schemas>>();

/** The schemas of a run, read once. @throws SCHEMA_INVALID */
export async function schemasOf(run: SchemaSource): Promise<Schemas> {
  if (run.schemas !== undefined) return run.schemas;
  let reading = byRun.get(run.signal);
  if (reading === undefined) {
    reading = readSchemas(run.root);
    byRun.set(run.signal, reading);
  }
  return reading;
}
