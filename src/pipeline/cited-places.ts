import type { Artifacts } from "../interfaces.ts";
import type { Answer, Citation, Document } from "../model.ts";
import { citedPlaces, pageAt } from "../parsing/places.ts";

/**
 * An answer whose citations say where on its page, or at which element, each quotation stands. The places are kept once for each
 * document, and are looked up for what is cited alone.
 */
export async function withPlaces(answer: Answer, artifacts: Artifacts): Promise<Answer> {
  if (!artifacts.has("read-units") || answer.citations.every(({ span }) => span === undefined)) return answer;
  const { readDocument } = artifacts.get("read-units");
  const documents = new Map<string, Document | undefined>();
  for (const { documentId, span } of answer.citations) {
    if (span !== undefined && !documents.has(documentId)) documents.set(documentId, await readDocument(documentId));
  }
  return { ...answer, citations: answer.citations.map((citation) => placed(citation, documents.get(citation.documentId))) };
}

function placed(citation: Citation, document: Document | undefined): Citation {
  const { span } = citation;
  if (document === undefined || span === undefined) return citation;
  const places = citedPlaces(document, span);
  const onPage = atPage(citation, pageAt(document, span.start)?.number);
  return places.length === 0 ? onPage : { ...onPage, places };
}

/** Evidence may begin on the page before the one that its quotation stands on. */
function atPage(citation: Citation, page: number | undefined): Citation {
  const { label, page: was } = citation;
  if (page === undefined || was === undefined || page === was) return citation;
  const at = label.lastIndexOf(`(page ${was}`);
  const told = `(page ${was}`;
  return { ...citation, page, label: at === -1 ? label : `${label.slice(0, at)}(page ${page}${label.slice(at + told.length)}` };
}
