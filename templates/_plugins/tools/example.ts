import { defineTool, z } from "right-rag/plugins";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counts days, which models do badly. What `parameters` says is what the model is told and what it must send: `run` is called with
 * nothing else. What `run` returns is all that the model sees; an error's message is shown to it as well.
 */
export default defineTool({
  name: "example",
  description: "The number of days from one date to another; negative where the second is the earlier.",
  parameters: z.object({
    from: z.iso.date().describe("the first day, as 2025-03-31"),
    to: z.iso.date().describe("the last day, as 2025-03-31"),
  }),
  run({ from, to }) {
    const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
    return `From ${from} to ${to}: ${days} ${Math.abs(days) === 1 ? "day" : "days"}.`;
  },
});
