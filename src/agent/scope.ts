import { citationText } from "../citations.ts";
import { matchesFilter } from "../filters.ts";
import type { Artifacts, Section } from "../interfaces.ts";
import type { Document, Evidence, Query, Unit } from "../model.ts";

/** What the caller may see of the index: their principals, documents and filters hold for every tool, whatever the model asks. */
export class Scope {
  readonly #query: Query;
  readonly #artifacts: Artifacts;
  readonly #documents = new Map<string, Promise<Document | undefined>>();

  constructor(query: Query, artifacts: Artifacts) {
    this.#query = query;
    this.#artifacts = artifacts;
  }

  /** A question of the model's within the caller's bounds. */
  narrowed(text: string, topK: number): Query {
    const { history: _, ...bounds } = this.#query;
    return { ...bounds, text, topK };
  }

  /** A document that the caller may read; undefined for any other, as if it were not there. */
  async document(id: string): Promise<Document | undefined> {
    let document = this.#documents.get(id);
    if (document === undefined) {
      document = this.#load(id);
      this.#documents.set(id, document);
    }
    return document;
  }

  /** The unit of a section, when the caller may read it and it passes the filters. */
  async unit(section: Section): Promise<Unit | undefined> {
    const document = await this.document(section.documentId);
    if (document === undefined) return undefined;
    const [unit] = await this.#artifacts.get("read-units").readUnits([section.id]);
    if (unit === undefined || unit.documentId !== section.documentId) return undefined;
    const facts = { ...unit.attributes, documentId: document.id, source: document.source };
    return (this.#query.filters ?? []).every((filter) => matchesFilter(facts, unit.path, filter)) ? unit : undefined;
  }

  async evidenceOfUnit(unit: Unit): Promise<Evidence | undefined> {
    const document = await this.document(unit.documentId);
    if (document === undefined) return undefined;
    const start = unit.source?.start;
    const page = start === undefined ? undefined : document.pages?.find((candidate) => start >= candidate.start && start < candidate.end);
    return {
      text: unit.fulltext,
      score: 0,
      documentId: unit.documentId,
      source: document.source,
      unitId: unit.id,
      path: unit.path,
      citation: citationText(document.source, unit.path),
      ...(unit.source === undefined ? {} : { span: unit.source }),
      ...(page === undefined ? {} : { page: page.number }),
      attributes: unit.attributes ?? {},
    };
  }

  async #load(id: string): Promise<Document | undefined> {
    if (!this.#artifacts.has("read-units")) return undefined;
    const document = await this.#artifacts.get("read-units").readDocument(id);
    if (document === undefined) return undefined;
    const { principals, documents } = this.#query;
    const isReadable = document.access === undefined || document.access.some((name) => principals?.includes(name));
    const isWanted = documents === undefined || documents.includes(document.id) || documents.includes(document.source);
    return isReadable && isWanted ? document : undefined;
  }
}
