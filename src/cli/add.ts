import type { Command } from "commander";
export function registerAdd(_program: Command): void {}
