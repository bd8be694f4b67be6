import { enclose } from "../llm/data-marks.ts";
import { fillTemplate } from "../schemas/template.ts";
import { type Calculation, isResult } from "./calculations.ts";
import { type Claim, type ReadDraft, readDraft, type Statement } from "./claims.ts";
import { missingNumbers } from "./numbers.ts";
import { inParallel } from "./parallel.ts";
import { placeQuotation, quotationsIn } from "./quotations.ts";
import { asked, messages, readable, type Session, type Source } from "./session.ts";

/** A draft whose every statement was checked. */
export interface CheckedDraft extends Omit<ReadDraft, "statements"> {
  readonly text: string;
  readonly claims: readonly Claim[];
}

/** Compares the drafts of one answer with their sources. What was found supported once is not asked again. */
export class Checker {
  readonly #session: Session;
  readonly #meaning: string;
  readonly #sources: readonly Source[];
  readonly #calculations: readonly Calculation[];
  readonly #supported = new Set<string>();

  /** @param calculations - from numbers of the sources; what they give counts as said by them */
  constructor(session: Session, meaning: string, sources: readonly Source[], calculations: readonly Calculation[] = []) {
    this.#session = session;
    this.#meaning = meaning;
    this.#sources = sources;
    this.#calculations = calculations;
  }

  /**
   * Each statement: its citations, quotations and numbers by code, then its sense by the grader. Without a verdict it is not verified
   * (fails safe).
   *
   * @param last - no draft comes after it: a statement that names no source is then compared with all of them, instead of refused
   */
  async check(text: string, last: boolean): Promise<CheckedDraft> {
    const { settings, journal } = this.#session;
    const { statements, cites, unknown } = readDraft(text, this.#sources.length, settings.maxStatements);
    journal.event("draft", { text, cites, unknown });
    const claims = await inParallel(statements, settings.parallel, (statement) => this.#claim(statement, last));
    const count = (status: Claim["status"]) => claims.filter((claim) => claim.status === status).length;
    journal.event("check", {
      supported: count("supported"),
      uncited: count("uncited"),
      unverified: count("unverified"),
      rejected: count("rejected"),
      complaints: claims.flatMap(({ complaint }) => (complaint === "" ? [] : [complaint])),
    });
    return { text, claims, cites, unknown };
  }

  async #claim(statement: Statement, last: boolean): Promise<Claim> {
    const named = statement.sources.flatMap((number) => this.#sources[number - 1] ?? []);
    const isCited = named.length > 0;
    const sources = isCited ? named : this.#sources;
    const said = `“${shortened(statement.words)}”`;
    const fault =
      isCited || last ? this.#faultOf(statement, sources) : "names no source; end it with the number of the source that states it";
    if (fault !== undefined) return { ...statement, status: "rejected", complaint: `${said} ${fault}.` };
    const verdict = await this.#verdict(statement, sources);
    if (verdict === "accepted")
      return { ...statement, status: isCited ? "supported" : "uncited", complaint: isCited ? "" : `${said} names no source.` };
    if (verdict === "unclear" && isCited) return { ...statement, status: "unverified", complaint: `${said} could not be verified.` };
    return {
      ...statement,
      status: "rejected",
      complaint: `${said} is not what ${isCited ? "the source it names says" : "any source says"}.`,
    };
  }

  /** What code alone can tell to be wrong. */
  #faultOf({ words }: Statement, sources: readonly Source[]): string | undefined {
    const { query } = this.#session;
    const read = sources.map(({ evidence }) => readable(evidence));
    const known = [...read, query.text, this.#meaning];
    for (const { start, end } of quotationsIn(words)) {
      const quotation = words.slice(start, end);
      if (!known.some((text) => placeQuotation(quotation, text) !== undefined))
        return `quotes “${quotation}”, which does not stand in its source`;
    }
    const missing = missingNumbers(words, known).find((written) => !isResult(written, this.#calculations));
    return missing === undefined ? undefined : `has the number ${missing}, which does not stand in its source`;
  }

  async #verdict(statement: Statement, sources: readonly Source[]) {
    const { query, settings, journal, asker } = this.#session;
    const key = JSON.stringify([statement.words, statement.sources]);
    if (this.#supported.has(key)) return "accepted";
    const words = { accepted: settings.acceptChecks, rejected: settings.rejectChecks };
    const shown = enclose(
      "source",
      sources.map(({ evidence }) => readable(evidence)),
    );
    const claim = enclose("statement", [statement.words]);
    const worked = enclose(
      "calculation",
      this.#calculations.map(({ expression, value }) => `${expression} = ${value}`),
    );
    const prompt = fillTemplate(settings.prompts.check, { accepted: words.accepted[0] ?? "", rejected: words.rejected[0] ?? "" });
    journal.counts.checks++;
    const verdict = await asker.verdict(
      "check",
      messages(prompt, [
        `Sources:\n${shown.join("\n")}`,
        worked.length === 0 ? undefined : `Calculations from the sources, which count as said by them:\n${worked.join("\n")}`,
        asked(query, this.#meaning),
        `Statement:\n${claim.join("\n")}`,
      ]),
      words,
      settings.retries,
    );
    if (verdict === "accepted") this.#supported.add(key);
    return verdict;
  }
}

/** True where nothing is left to mend. */
export function isSupported({ claims }: CheckedDraft): boolean {
  return claims.length > 0 && claims.every(({ status }) => status === "supported");
}

/** True where writing it anew may help. No verdict is no fault of the writer. */
export function isFaulty({ claims }: CheckedDraft): boolean {
  return claims.length === 0 || claims.some(({ status }) => status === "rejected" || status === "uncited");
}

function shortened(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
