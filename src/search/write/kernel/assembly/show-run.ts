import { isAsciiDigit, isSign, lower } from "./characters";
import { labelAt, labelLength } from "./labels";
import { runScratch } from "./lexicon";
import { copyBytes } from "./memory";
import { showNumbers } from "./numbers";
import { EXACT, MAX_TERM_LENGTH, takeTerm, WORD } from "./terms";
import { codeAt } from "./text";

// `showRun` of analysis/composites.ts, for runs of ASCII.

const OPENING_BRACKET: u32 = 40;
const CLOSING_BRACKET: u32 = 41;

let size: u32 = 0;
let position: u32 = 0;

export function showAsciiRun(start: i32, ends: usize, parts: i32, digits: bool, label: u32, at: u32): void {
  position = at;
  const end = load<i32>(ends + ((parts - 1) << 2));
  if (parts === 1) {
    showWord(start, end, label);
    showNumbers(start, ends, parts, label, at);
    return;
  }
  if (!digits && !hasDigit(start, end)) {
    showJoined(start, end);
    return;
  }
  for (let part = label !== 0 ? 0 : 1; part < parts; part++) {
    let partEnd = load<i32>(ends + (part << 2));
    if (codeAt(partEnd) === CLOSING_BRACKET && hasOpening(start, partEnd)) partEnd++;
    if (part > 0 && (digits || part === parts - 1)) showCitation(start, partEnd, 0);
    if (label !== 0) showCitation(start, partEnd, label);
  }
  showNumbers(start, ends, parts, label, at);
}

/** "#pump", "C++", "50%", "Section 12". */
function showWord(start: i32, end: i32, label: u32): void {
  if (codeAt(start - 1) === 35 && isOpen(start - 2)) {
    begin(0);
    addCharacter(35);
    addLetters(start, end);
    show(EXACT);
  } else if (isSign(codeAt(end))) {
    begin(0);
    addLetters(start, end);
    for (let i = end; i < end + 3 && isSign(codeAt(i)); i++) addCharacter(codeAt(i));
    show(EXACT);
  }
  if (label !== 0) {
    begin(label);
    addLetters(start, end);
    show(EXACT);
  }
}

/** Letters only: "pre-existing" is found as "preexisting", "U.S." as "us", an address or file name as it stands. */
function showJoined(start: i32, end: i32): void {
  if (hasAddressMark(start, end) && !isDotted(start, end)) {
    showCitation(start, end, 0);
    return;
  }
  begin(0);
  addLetters(start, end);
  show(WORD);
}

function showCitation(start: i32, end: i32, label: u32): void {
  begin(label);
  for (let i = start; i < end; i++) addCharacter(lower(codeAt(i)));
  show(EXACT);
}

/** Cut at the longest term. The section sign, of two bytes, is one unit. */
function begin(label: u32): void {
  size = label === 0 ? 0 : labelLength(label);
  if (label !== 0) copyBytes(runScratch, labelAt(label), size);
}

function addCharacter(code: u32): void {
  if (size <= MAX_TERM_LENGTH) store<u8>(runScratch + size++, code);
}

function addLetters(start: i32, end: i32): void {
  for (let i = start; i < end; i++) {
    const code = lower(codeAt(i));
    if (isAsciiDigit(code) || code - 97 < 26) addCharacter(code);
  }
}

function show(kind: u32): void {
  const most = load<u8>(runScratch) === 0xc2 ? MAX_TERM_LENGTH + 1 : MAX_TERM_LENGTH;
  takeTerm(runScratch, min(size, most), position, kind);
}

function hasDigit(start: i32, end: i32): bool {
  for (let i = start; i < end; i++) if (isAsciiDigit(codeAt(i))) return true;
  return false;
}

function hasOpening(start: i32, end: i32): bool {
  for (let i = end; i > start; i--) if (codeAt(i) === OPENING_BRACKET) return true;
  return false;
}

function hasAddressMark(start: i32, end: i32): bool {
  for (let i = start; i < end; i++) {
    const code = codeAt(i);
    if (code === 46 || code === 47 || code === 64 || code === 92 || code === 58 || code === 95 || code === 38 || code === 40) return true;
  }
  return false;
}

/** "U.S.A": single letters with dots between them. */
function isDotted(start: i32, end: i32): bool {
  if (((end - start) & 1) === 0) return false;
  for (let i = start + 1; i < end; i += 2) if (codeAt(i) !== 46) return false;
  return true;
}

function isOpen(at: i32): bool {
  const code = codeAt(at);
  return at < 0 || code <= 32 || code === OPENING_BRACKET;
}
