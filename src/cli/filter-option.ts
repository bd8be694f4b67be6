import { optionInvalid } from "../errors.ts";
import type { Filter, Json } from "../model.ts";

/**
 * `attribute=value` as a filter: `year=2024`, `year=2020..2024` (either end may be left out), `path=Leave > Sick leave`.
 *
 * @throws OPTION_INVALID
 */
export function parseFilter(text: string): Filter {
  const at = text.indexOf("=");
  const attribute = text.slice(0, at).trim();
  const value = text.slice(at + 1).trim();
  if (at < 1 || value === "") throw optionInvalid("--filter", text, "attribute=value, attribute=low..high or path=A > B");
  if (attribute === "path") return { attribute, op: "pathPrefix", value: value.split(/\s*[>›]\s*/) };
  const range = value.split("..");
  if (range.length === 2) return { attribute, op: "range", value: range.map((end) => (end === "" ? null : (valuesOf(end)[0] ?? end))) };
  return { attribute, op: "oneOf", value: valuesOf(value) };
}

/** What was typed may be meant as a number, a truth value or a text: each is tried. */
function valuesOf(text: string): Json[] {
  if (text === "true" || text === "false") return [text === "true", text];
  const number = Number(text);
  return Number.isFinite(number) ? [number, text] : [text];
}
