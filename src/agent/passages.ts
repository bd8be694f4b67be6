import { count } from "../count.ts";
import { asData } from "../llm/data-marks.ts";
import type { Evidence } from "../model.ts";
import type { Desk } from "./desk.ts";

/** Characters of a passage that a search shows; a passage that is hardly longer is shown whole. */
const EXCERPT = 500;
const SHOWN_WHOLE = 700;
/** Characters of a passage that reading shows. */
const READ_AT_MOST = 6_000;

/** What a search found, numbered, as the model sees it. What it has read already is only named again. */
export function listPassages(evidence: readonly Evidence[], desk: Desk): string {
  return asData(evidence.map((piece) => listed(piece, desk)).join("\n\n"));
}

function listed(piece: Evidence, desk: Desk): string {
  const number = desk.numberOf(piece);
  const head = `[${number}] ${headOf(piece)}`;
  if (desk.wasShown(number)) return `${head}\n(shown before, in full)`;
  if (piece.text.length <= SHOWN_WHOLE) {
    desk.markRead(number);
    return `${head}\n${withContext(piece, piece.text.trim())}`;
  }
  return `${head}\n${cutAt(piece.text, EXCERPT).trim()} …\n(${count(piece.text.length - EXCERPT, "more character")})`;
}

export function readPassage(number: number, piece: Evidence, desk: Desk): string {
  desk.markRead(number);
  const rest = piece.text.length - READ_AT_MOST;
  const text = rest > 0 ? `${cutAt(piece.text, READ_AT_MOST)} …\n(${count(rest, "more character")})` : piece.text;
  return `[${number}] ${headOf(piece)}\n${withContext(piece, text.trim())}`;
}

function headOf(piece: Evidence): string {
  return piece.page === undefined ? piece.citation : `${piece.citation} (page ${piece.page})`;
}

function withContext({ context }: Evidence, text: string): string {
  return context === undefined || context.trim() === "" ? text : `${context.trim()}\n${text}`;
}

/** Never in the middle of a character of two code units. */
function cutAt(text: string, length: number): string {
  const isPair = /[\ud800-\udbff]/.test(text[length - 1] ?? "");
  return text.slice(0, isPair ? length - 1 : length);
}
