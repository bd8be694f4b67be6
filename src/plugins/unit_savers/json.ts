import { matchesFilter } from "../../filters.ts";
import type { Capabilities, Change, Handles, PluginContext, Run, Section, UnitSaver } from "../../interfaces.ts";
import type { Artifact, Document, Filter, Unit } from "../../model.ts";
import { damagedJson, discardJson, JsonReader, objectParts, saveJson } from "../json-store.ts";

const STORE = { kind: "units", folder: "units" } as const;

interface UnitFile {
  readonly format: "right-rag/units@1";
  readonly document: Document;
  readonly units: readonly Unit[];
}

/** Units as JSON in `output/units`, one file a document, with the document's own text beside them. */
export class JsonUnitSaver implements UnitSaver {
  readonly name = "json";
  readonly offers: readonly (keyof Capabilities)[] = ["read-units", "list-sections"];

  async save(changes: AsyncIterable<Change<Unit>>, previous: Artifact | undefined, run: Run): Promise<Artifact> {
    const saved = await saveJson(STORE, changes, previous, run, function* (document, units) {
      yield '{"format": "right-rag/units@1",\n"document": ';
      yield* objectParts(document);
      yield ',\n"units": [\n';
      for (const [i, unit] of units.entries()) {
        yield* objectParts(unit);
        yield i < units.length - 1 ? ",\n" : "\n";
      }
      yield "]}\n";
    });
    return { kind: "units", saver: this.name, capabilities: this.offers, ...saved };
  }

  open(artifact: Artifact, context: PluginContext): Handles {
    const reader = new JsonReader(artifact, context);
    const read = (documentId: string) => reader.read(documentId) as UnitFile | undefined; // our own bytes, by their hash
    return {
      "read-units": {
        readUnits: (ids) => reader.readById(ids, (documentId) => read(documentId)?.units ?? []),
        readDocument: async (id) => read(id)?.document,
      },
      "list-sections": { sections: (filter) => sections(reader.documentIds(), read, filter) },
    };
  }

  damaged(artifact: Artifact, run: Run): string[] {
    return damagedJson(artifact, run);
  }

  discard(live: Artifact | undefined, run: Run): void {
    discardJson(STORE, live, run);
  }
}

function* sections(ids: readonly string[], read: (id: string) => UnitFile | undefined, filter: Filter | undefined): Generator<Section> {
  for (const id of ids) {
    const file = read(id);
    for (const unit of file?.units ?? []) {
      const section = { id: unit.id, documentId: unit.documentId, path: unit.path, source: file?.document.source ?? "" };
      const facts = { ...unit.attributes, documentId: section.documentId, source: section.source };
      if (filter === undefined || matchesFilter(facts, unit.path, filter)) yield section;
    }
  }
}
