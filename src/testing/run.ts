import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkObject } from "../arguments.ts";
import type { Run } from "../interfaces.ts";
import type { RunEvent } from "../model.ts";
import { defaultSchemas } from "../schemas/defaults.ts";

/** A Run that remembers what it was told. An override of `emit` or `log` takes the place of remembering. */
export interface TestRun extends Run {
  readonly events: readonly RunEvent[];
  /** As `level: message`. */
  readonly logged: readonly string[];
}

/** A Run for tests: no settings, never aborted. `root` is below the system's temporary folder and is not made; `output` is the folder of that name in it. */
export function testRun(overrides: Partial<Run> = {}): TestRun {
  checkObject("testRun", overrides, "overrides");
  const events: RunEvent[] = [];
  const logged: string[] = [];
  const root = overrides.root ?? join(tmpdir(), "right-rag-test");
  return {
    root,
    output: join(root, "output"),
    settings: {},
    signal: new AbortController().signal,
    log: (level, message) => logged.push(`${level}: ${message}`),
    emit: (event) => events.push(event),
    model: () => undefined,
    schemas: async () => ({ ...defaultSchemas, files: {} }),
    ...overrides,
    events,
    logged,
  };
}
