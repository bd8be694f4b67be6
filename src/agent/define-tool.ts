import { checkFunction, checkObject } from "../arguments.ts";
import type { Tool } from "../interfaces.ts";

/**
 * A tool for the agent, as it is given; what `run` takes follows from `parameters`.
 *
 * ```ts
 * const holidays = defineTool({
 *   name: "holidays",
 *   description: "Public holidays of a year.",
 *   parameters: z.object({ year: z.int() }),
 *   run: ({ year }) => holidaysOf(year).join(", "),
 * });
 * export default new ReactAnswerGenerator({ tools: [holidays] });
 * ```
 *
 * @throws ARGUMENT_INVALID
 */
export function defineTool<I>(tool: Tool<I>): Tool<I> {
  checkObject("defineTool", tool, "tool", ["name", "description"]);
  checkObject("defineTool", tool.parameters, "tool.parameters");
  checkFunction("defineTool", tool.parameters.parse, "tool.parameters.parse");
  checkFunction("defineTool", tool.run, "tool.run");
  return tool;
}
