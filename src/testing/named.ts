import assert from "node:assert/strict";
import type { Plugin } from "../interfaces.ts";

/** What all nine kinds share. */
export function assertNamed(plugin: Plugin): void {
  assert.ok(typeof plugin.name === "string" && plugin.name.trim() !== "", "the plugin has no name");
  if (plugin.order !== undefined) assert.ok(Number.isFinite(plugin.order), `order is ${String(plugin.order)}, not a number`);
}
