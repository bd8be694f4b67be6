import type { Artifacts } from "../../interfaces.ts";
import type { Evidence, Query } from "../../model.ts";
import type { Choice } from "./choose.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { limitsBefore, limitsClauseBefore, readNaming } from "./limiting-words.ts";
import { GAP } from "./limits.ts";
import { passagesOf, unlabelled } from "./passages.ts";

/** Chunks looked at for each search: of the neighbours of what is quoted, and of its document. */
const LOOKED_AT = 20;
/** Sections that are quoted and looked after. */
const LOOKED_AFTER = 3;

/** What exceptions say, by language: the words by which the index finds them. */
const SAID: { readonly [language: string]: string } = {
  en: "exception except excepted unless however notwithstanding despite derogation apply applies exempt excluded waived suspended subject extend",
  de: "Ausnahme Ausnahmen ausgenommen ausnahmsweise abweichend abweichung entgegen ungeachtet jedoch gilt gelten anzuwenden Anwendung befreit entfällt anderes besteht",
  nl: "uitzondering uitzonderingen uitgezonderd afwijking tenzij behalve niettegenstaande toepassing geldt",
  fr: "exception exceptions sauf toutefois dérogation néanmoins nonobstant applique appliquent",
  es: "excepción excepciones exceptuados exceptuadas salvo excepto obstante embargo aplica aplicable aplicación",
  it: "eccezione eccezioni salvo tranne eccetto tuttavia deroga nonostante applica",
  pt: "exceção exceções salvo exceto entanto obstante derrogação aplica",
};

export interface FoundLimits {
  /** Of the pieces that were not retrieved: those that read like exceptions, and what stands right before them. */
  readonly evidence: readonly Evidence[];
  /** The last pieces of searches that may have more to find. */
  readonly last: ReadonlySet<string>;
}

export const noLimits: FoundLimits = { evidence: [], last: new Set() };

/**
 * Chunks that may limit what is quoted, and that the question did not find, since they have none of its words: exceptions in the section
 * around, and what names the quoted clause anywhere in its document. Within the query's own bounds; empty where there is no keyword index.
 */
export async function findLimits(
  query: Query,
  choices: readonly Choice[],
  evidence: readonly Evidence[],
  language: string,
  artifacts: Artifacts,
): Promise<FoundLimits> {
  const words = SAID[language];
  if (words === undefined || !artifacts.has("keyword-search")) return noLimits;
  const { search } = artifacts.get("keyword-search");
  const { history: _, ...bounds } = query;
  const found: Evidence[] = [];
  const last = new Set<string>();
  for (const { documentId, names, parent } of searchesFor(choices)) {
    const text = [...names, words].join(" ");
    const around = parent === undefined ? {} : { filters: [{ attribute: "path", op: "pathPrefix", value: parent } as const] };
    const hits = await search({ ...bounds, documents: [documentId], topK: LOOKED_AT, text }, { language, ...around });
    const end = hits.evidence.at(-1);
    if (end !== undefined && hits.evidence.length === LOOKED_AT) last.add(keyOf(end));
    found.push(...hits.evidence);
  }
  const known = new Set(evidence.map(keyOf));
  const fresh = found.filter((piece) => {
    const isNew = !known.has(keyOf(piece));
    known.add(keyOf(piece));
    return isNew;
  });
  return { evidence: likeLimits(fresh, new Set(choices.map(({ section }) => section.evidence.unitId))), last };
}

interface LimitSearch {
  readonly documentId: string;
  /** By which others name what is quoted; of a section around the topics in it, which all chunks of one have. */
  readonly names: ReadonlySet<string>;
  /** The section in which it is looked. */
  readonly parent?: readonly string[];
}

/** Of several sections that are quoted from one document one search is enough for what names them, and one for each section around. */
function searchesFor(choices: readonly Choice[]): Iterable<LimitSearch> {
  const searches = new Map<string, LimitSearch>();
  const add = (documentId: string, names: readonly string[], parent: readonly string[]) => {
    const key = JSON.stringify([documentId, ...parent]);
    const known = searches.get(key)?.names ?? [];
    searches.set(key, { documentId, names: new Set([...known, ...names]), ...(parent.length > 0 ? { parent } : {}) });
  };
  const sections = [...new Set(choices.map(({ section }) => section))].slice(0, LOOKED_AFTER);
  for (const section of sections) {
    const { path, documentId } = section.evidence;
    const clauses = clausesOf(path, section.passages);
    const quoted = choices.flatMap((choice) => (choice.section === section ? choice.indexes.map((i) => clauses[i] ?? {}) : []));
    add(documentId, path.slice(-1).map(asWords), path.slice(0, -1));
    const names = namesOf(quoted);
    if (names.length > 0) add(documentId, names, []);
  }
  return searches.values();
}

/** A topic may have quotation marks, by which a question asks for a phrase. */
function asWords(topic: string): string {
  return topic.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
}

/** The numbers by which others may name the clauses. */
function namesOf(clauses: readonly Clause[]): string[] {
  return clauses.flatMap(({ section, paragraph }) => [
    ...(section === undefined ? [] : [section]),
    ...(paragraph === undefined ? [] : [`(${paragraph})`]),
  ]);
}

/**
 * What reads like an exception, and what it may be one to: what stands right before it, and the other chunks of a unit that is quoted. To
 * read the rest for the question takes longer than all else.
 */
function likeLimits(pieces: readonly Evidence[], quoted: ReadonlySet<string>): Evidence[] {
  const likely = new Set(pieces.filter(readsLikeLimit));
  const starts = [...likely].map(({ documentId, span }) => ({ documentId, start: span?.start }));
  const precedes = ({ documentId, span }: Evidence) =>
    starts.some((next) => {
      const gap = (next.start ?? Number.NaN) - (span?.end ?? Number.NaN);
      return next.documentId === documentId && gap >= 0 && gap <= GAP;
    });
  return pieces.filter((piece) => likely.has(piece) || quoted.has(piece.unitId) || precedes(piece));
}

function readsLikeLimit({ text }: Evidence): boolean {
  return passagesOf(text).some((passage) => {
    const words = unlabelled(text, passage);
    return limitsBefore(words) || limitsClauseBefore(words, passage.label !== undefined) || readNaming(words).limits.length > 0;
  });
}

export function keyOf({ chunkId, documentId, unitId, span }: Evidence): string {
  return chunkId ?? `${documentId} ${unitId} ${span?.start ?? ""}`;
}
