import type { Artifacts } from "../../interfaces.ts";
import type { Evidence, Query } from "../../model.ts";
import type { Choice } from "./choose.ts";
import { type Clause, clausesOf } from "./clauses.ts";

/** Chunks looked at for each section that is quoted: of its neighbours, and of the document. */
const LOOKED_AT = 20;
/** Sections that are quoted and looked after. */
const LOOKED_AFTER = 3;

/** What exceptions say, by language: the words by which the index finds them. */
const SAID: { readonly [language: string]: string } = {
  en: "exception except excepted unless however notwithstanding despite derogation apply applies exempt excluded",
  de: "Ausnahme Ausnahmen ausgenommen ausnahmsweise abweichend abweichung entgegen ungeachtet jedoch gilt gelten anzuwenden Anwendung",
  nl: "uitzondering uitzonderingen uitgezonderd afwijking tenzij behalve niettegenstaande toepassing geldt",
  fr: "exception exceptions sauf toutefois dérogation néanmoins nonobstant applique appliquent",
  es: "excepción excepciones salvo excepto obstante embargo aplica aplicable aplicación",
  it: "eccezione eccezioni salvo tranne eccetto tuttavia deroga nonostante applica",
  pt: "exceção exceções salvo exceto entanto obstante derrogação aplica",
};

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
): Promise<Evidence[]> {
  const words = SAID[language];
  if (words === undefined || !artifacts.has("keyword-search")) return [];
  const { search } = artifacts.get("keyword-search");
  const sections = [...new Set(choices.map(({ section }) => section))].slice(0, LOOKED_AFTER);
  const found: Evidence[] = [];
  for (const { evidence: own, passages } of sections) {
    const { history: _, ...bounds } = query;
    const within = { ...bounds, documents: [own.documentId], topK: LOOKED_AT };
    const clauses = clausesOf(own.path, passages);
    const quoted = choices.flatMap(({ section, indexes }) => (section.evidence === own ? indexes.map((i) => clauses[i] ?? {}) : []));
    const named = namesOf(quoted);
    const parent = own.path.slice(0, -1);
    const around = { attribute: "path", op: "pathPrefix", value: parent } as const;
    if (parent.length > 0) found.push(...(await search({ ...within, text: words }, { language, filters: [around] })).evidence);
    if (named !== "") found.push(...(await search({ ...within, text: `${named} ${words}` }, { language })).evidence);
  }
  const known = new Set(evidence.map(keyOf));
  return found.filter((piece) => {
    const isNew = !known.has(keyOf(piece));
    known.add(keyOf(piece));
    return isNew;
  });
}

/** The numbers by which others may name the clauses. */
function namesOf(clauses: readonly Clause[]): string {
  return [...new Set(clauses.flatMap(({ section, paragraph }) => [section, paragraph && `(${paragraph})`].filter((name) => name)))].join(
    " ",
  );
}

function keyOf({ chunkId, documentId, unitId, span }: Evidence): string {
  return chunkId ?? `${documentId} ${unitId} ${span?.start ?? ""}`;
}
