import { checkList, checkObject } from "./arguments.ts";
import { messageOf, RightRagError } from "./errors.ts";
import type { Attributes, EvalCase, Filter, Json, Query, Turn } from "./model.ts";
import type { QuerySchema } from "./schemas/schema-types.ts";

/** Other names under which the parts of a case may stand, the first that is present counts. */
const QUESTION_KEYS = ["question", "query"] as const;
const EXPECTED_KEYS = ["expected", "answer"] as const;
const QUERY_KEYS = ["topK", "documents", "filters", "history", "extra", "principals"] as const;
const EVIDENCE_KEYS = ["source", "path", "citation", "text"];
const OPS = ["is", "oneOf", "range", "pathPrefix"];

/** Under which names the rows keep the parts of a case. */
interface Names {
  readonly question: readonly string[];
  readonly expected: readonly string[];
  readonly id?: string;
  readonly document?: string;
  readonly extra: readonly string[];
}

const OWN_NAMES: Names = { question: QUESTION_KEYS, expected: EXPECTED_KEYS, id: "id", extra: [] };

/** A case as it stands in the file, and where: "case 3 (line 7)". */
interface Entry {
  readonly value: unknown;
  readonly number: number;
  readonly line?: number;
}

/**
 * Evaluation cases from the text of a file: a JSON array, an object with `cases`, or one JSON object a line (JSONL).
 *
 * The question may stand as `question`, `query` (a text, or a whole Query) and what is expected as `expected` or `answer`;
 * `topK`, `documents`, `filters`, `history`, `extra` and `principals` may stand beside them. Unknown keys are ignored, since
 * data sets bring their own. A case without an id is "case-" and its number; an id that is a number becomes text.
 * `null` or no expectation leaves the case without a score for it.
 *
 * With a query schema the parts stand under its names instead: its document restricts the question to it, and its extra fields
 * become `query.extra`. Where it says "question" or "expected", the names above serve too.
 *
 * @param file - as messages should name it
 * @throws CASES_INVALID - names file, case number, line (JSONL) and key; also for two cases of one id and for no cases at all
 */
export function parseCases(text: string, file: string, schema?: QuerySchema): EvalCase[] {
  return casesOf(readEntries(text.replace(/^\uFEFF/, ""), file), file, schema);
}

/** The same for rows that were read already. @throws CASES_INVALID */
export function casesFromRows(rows: readonly unknown[], schema: QuerySchema, file = "rows"): EvalCase[] {
  checkList("casesFromRows", rows, "rows");
  checkObject("casesFromRows", schema, "schema");
  return casesOf(
    rows.map((value, i) => ({ value, number: i + 1 })),
    file,
    schema,
  );
}

function casesOf(entries: readonly Entry[], file: string, schema: QuerySchema | undefined): EvalCase[] {
  if (entries.length === 0) throw invalid(file, "holds no cases", "Write at least one case: { question, expected }.");
  const names = schema === undefined ? OWN_NAMES : namesOf(schema);
  const cases = entries.map((entry) => readCase(entry, file, names));
  checkIds(cases, entries, file);
  return cases;
}

function namesOf({ question_field, answer_field, id_field, doc_field, extra_context_fields }: QuerySchema): Names {
  return {
    question: question_field === QUESTION_KEYS[0] ? QUESTION_KEYS : [question_field],
    expected: answer_field === EXPECTED_KEYS[0] ? EXPECTED_KEYS : answer_field === null ? [] : [answer_field],
    ...(id_field === null ? {} : { id: id_field }),
    ...(doc_field === null ? {} : { document: doc_field }),
    extra: extra_context_fields,
  };
}

function readEntries(text: string, file: string): Entry[] {
  if (text.trim() === "") return [];
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch (cause) {
    return readLines(text, file, cause);
  }
  const list = isRecord(whole) && "cases" in whole ? whole.cases : whole;
  if (Array.isArray(list)) return list.map((value, i) => ({ value, number: i + 1 }));
  // A JSONL file of one line is valid JSON as well.
  if (isRecord(whole) && !("cases" in whole)) return [{ value: whole, number: 1, line: firstLine(text) }];
  throw invalid(
    file,
    "is neither a list of cases nor an object with a list named cases",
    'Write [ … ], { "cases": [ … ] }, or one object a line.',
  );
}

function readLines(text: string, file: string, wholeFault: unknown): Entry[] {
  const lines = text.split("\n").map((content, i) => ({ content: content.trim(), line: i + 1 }));
  const filled = lines.filter(({ content }) => content !== "");
  return filled.map(({ content, line }, i) => {
    try {
      return { value: JSON.parse(content) as unknown, number: i + 1, line };
    } catch (cause) {
      // A first line that is no whole object begins a broken JSON file, of which the line alone would say nothing.
      const isJsonl = i > 0 || (content.startsWith("{") && content.endsWith("}"));
      const [what, fault] = isJsonl ? [`is not JSONL: case ${i + 1} (line ${line}):`, cause] : ["is not JSON:", wholeFault];
      throw invalid(file, `${what} ${messageOf(fault)}`, "Mend the JSON; in JSONL each line is one whole object.", fault);
    }
  });
}

function readCase(entry: Entry, file: string, names: Names): EvalCase {
  const { value } = entry;
  if (!isRecord(value)) throw wrong(entry, file, undefined, `is ${show(value)}, but must be an object`);
  const read = new CaseReader(value, entry, file, names);
  const query = read.query();
  const id = read.id();
  const expected = read.expected();
  const expectedEvidence = read.expectedEvidence();
  const expectAbstention = read.expectAbstention();
  const tags = read.texts("tags");
  return {
    id,
    query,
    ...(expected === undefined ? {} : { expected }),
    ...(expectedEvidence === undefined ? {} : { expectedEvidence }),
    ...(expectAbstention === undefined ? {} : { expectAbstention }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** Reads the keys of one case; every complaint names the case and the key. */
class CaseReader {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #entry: Entry;
  readonly #file: string;
  readonly #names: Names;

  constructor(value: Readonly<Record<string, unknown>>, entry: Entry, file: string, names: Names) {
    this.#value = value;
    this.#entry = entry;
    this.#file = file;
    this.#names = names;
  }

  id(): string {
    const key = this.#names.id ?? "id";
    const id = this.#names.id === undefined ? undefined : this.#value[key];
    if (id === undefined || id === null) return `case-${this.#entry.number}`;
    if (typeof id === "number" && Number.isFinite(id)) return String(id);
    if (typeof id === "string" && id.trim() !== "") return id;
    throw this.#wrong(key, `is ${show(id)}, but must be a text or a number`);
  }

  query(): Query {
    const key = this.#names.question.find((name) => this.#has(name));
    if (key === undefined) throw this.#wrong(this.#names.question[0] ?? "question", "is missing");
    const question = this.#value[key];
    const whole = isRecord(question) ? question : { text: question };
    const { text } = whole;
    if (typeof text !== "string") throw this.#wrong(isRecord(question) ? `${key}.text` : key, `is ${show(text)}, but must be a text`);
    if (text.trim() === "") throw this.#wrong(isRecord(question) ? `${key}.text` : key, "is blank");
    const beside: Record<string, unknown> = {};
    for (const name of QUERY_KEYS) {
      const found = whole[name] ?? this.#value[name];
      if (found !== undefined && found !== null) beside[name] = found;
    }
    const document = this.#names.document === undefined ? undefined : this.#value[this.#names.document];
    if (document !== undefined && document !== null) beside.documents = this.#documents(this.#names.document ?? "", document);
    const extra = this.#names.extra.filter((name) => this.#has(name)).map((name) => [name, this.#value[name]]);
    if (extra.length > 0 && (beside.extra === undefined || isRecord(beside.extra))) {
      beside.extra = { ...beside.extra, ...Object.fromEntries(extra) };
    }
    return { text, ...this.#queryParts(beside) };
  }

  expected(): Json | undefined {
    const key = this.#names.expected.find((name) => this.#has(name));
    if (key === undefined) return undefined;
    const expected = this.#value[key];
    const items = Array.isArray(expected) ? expected : [expected];
    if (items.length === 0) throw this.#wrong(key, "is an empty list");
    for (const item of items) {
      const fits = (typeof item === "string" && item.trim() !== "") || typeof item === "number" || typeof item === "boolean";
      if (!fits) throw this.#wrong(key, `holds ${show(item)}, but must be a text, a number, true, false, or a list of them`);
    }
    return expected as Json; // checked just above, item by item
  }

  expectedEvidence(): Attributes[] | undefined {
    if (!this.#has("expectedEvidence")) return undefined;
    const given = this.#value.expectedEvidence;
    const items: unknown[] = Array.isArray(given) ? given : [given];
    if (items.length === 0) throw this.#wrong("expectedEvidence", "is an empty list");
    return items.map((item, i) => this.#expectedPiece(item, `expectedEvidence[${i}]`));
  }

  expectAbstention(): boolean | undefined {
    const { expectAbstention } = this.#value;
    if (expectAbstention === undefined || expectAbstention === null) return undefined;
    if (typeof expectAbstention !== "boolean")
      throw this.#wrong("expectAbstention", `is ${show(expectAbstention)}, but must be true or false`);
    return expectAbstention;
  }

  texts(key: string, value: unknown = this.#value[key]): string[] | undefined {
    if (value === undefined || value === null) return undefined;
    if (!isTexts(value)) throw this.#wrong(key, `is ${show(value)}, but must be a list of texts`);
    return value;
  }

  #documents(key: string, value: unknown): string[] {
    const items = Array.isArray(value) ? value : [value];
    const fits = (item: unknown) => (typeof item === "string" && item.trim() !== "") || typeof item === "number";
    if (items.length === 0 || !items.every(fits)) throw this.#wrong(key, `is ${show(value)}, but must be a document's source or id`);
    return items.map(String);
  }

  #expectedPiece(item: unknown, key: string): Attributes {
    if (!isRecord(item)) throw this.#wrong(key, `is ${show(item)}, but must be an object with ${EVIDENCE_KEYS.join(", ")}`);
    const named = EVIDENCE_KEYS.filter((name) => item[name] !== undefined && item[name] !== null);
    if (named.length === 0) throw this.#wrong(key, `names none of ${EVIDENCE_KEYS.join(", ")}`);
    const piece: Record<string, Json> = {};
    for (const name of named) {
      const part = item[name];
      // One topic may be given for a path of one.
      if (name === "path" && isTexts(part) && part.length > 0) piece[name] = part;
      else if (typeof part === "string" && part.trim() !== "") piece[name] = part;
      else throw this.#wrong(`${key}.${name}`, `is ${show(part)}, but must be ${name === "path" ? "a list of topics" : "a text"}`);
    }
    return piece;
  }

  #queryParts(beside: Readonly<Record<string, unknown>>): Omit<Query, "text"> {
    const { topK, extra } = beside;
    if (topK !== undefined && !(Number.isInteger(topK) && Number(topK) >= 1))
      throw this.#wrong("topK", `is ${show(topK)}, but must be 1 or more`);
    if (extra !== undefined && !isRecord(extra)) throw this.#wrong("extra", `is ${show(extra)}, but must be an object`);
    const documents = this.texts("documents", beside.documents);
    const principals = this.texts("principals", beside.principals);
    const filters = this.#list("filters", beside.filters, isFilter, "{ attribute, op, value }, op one of is, oneOf, range, pathPrefix");
    const history = this.#list("history", beside.history, isTurn, "{ question, answer }");
    return {
      ...(topK === undefined ? {} : { topK: Number(topK) }),
      ...(documents === undefined ? {} : { documents }),
      ...(filters === undefined ? {} : { filters }),
      ...(history === undefined ? {} : { history }),
      ...(extra === undefined ? {} : { extra: extra as Attributes }), // parsed from JSON, so its values are Json
      ...(principals === undefined ? {} : { principals }),
    };
  }

  #list<T>(key: string, value: unknown, fits: (item: unknown) => item is T, wanted: string): T[] | undefined {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw this.#wrong(key, `is ${show(value)}, but must be a list`);
    return value.map((item: unknown, i) => {
      if (!fits(item)) throw this.#wrong(`${key}[${i}]`, `is ${show(item)}, but must be ${wanted}`);
      return item;
    });
  }

  #has(key: string): boolean {
    return this.#value[key] !== undefined && this.#value[key] !== null;
  }

  #wrong(key: string, what: string): RightRagError {
    return wrong(this.#entry, this.#file, key, what);
  }
}

function checkIds(cases: readonly EvalCase[], entries: readonly Entry[], file: string): void {
  const seen = new Map<string, Entry>();
  for (const [i, { id }] of cases.entries()) {
    const entry = entries[i];
    if (entry === undefined) continue;
    const first = seen.get(id);
    if (first !== undefined) {
      throw invalid(
        file,
        `has two cases with the id ${show(id)}: ${nameOf(first)} and ${nameOf(entry)}`,
        "Give each case an id of its own, or leave ids out.",
      );
    }
    seen.set(id, entry);
  }
}

function wrong(entry: Entry, file: string, key: string | undefined, what: string): RightRagError {
  const subject = key === undefined ? "the case" : key;
  return invalid(
    file,
    `has a fault in ${nameOf(entry)}: ${subject} ${what}`,
    "A case is { question, expected } with, if you like, id, expectedEvidence, expectAbstention, tags, topK, documents, filters.",
  );
}

function invalid(file: string, what: string, hint: string, cause?: unknown): RightRagError {
  return new RightRagError("CASES_INVALID", `The cases file "${file}" ${what}.`, hint, cause === undefined ? undefined : { cause });
}

function nameOf(entry: Entry): string {
  return entry.line === undefined ? `case ${entry.number}` : `case ${entry.number} (line ${entry.line})`;
}

function firstLine(text: string): number {
  return text.slice(0, text.search(/\S/)).split("\n").length;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isFilter(value: unknown): value is Filter {
  return isRecord(value) && typeof value.attribute === "string" && OPS.includes(String(value.op)) && value.value !== undefined;
}

function isTurn(value: unknown): value is Turn {
  return isRecord(value) && typeof value.question === "string" && typeof value.answer === "string";
}
