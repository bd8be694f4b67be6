import { checkObject } from "../../arguments.ts";
import type { DocumentLoader, Run, Source } from "../../interfaces.ts";
import type { Document } from "../../model.ts";
import { declaredXmlEncoding } from "../../text/declared-encoding.ts";
import { decode, documentEmpty } from "../../text/decode.ts";
import type { XmlMapping } from "../../text/xml/xml-mapping.ts";
import { namespaceOf, type XmlElement } from "../../text/xml/xml-tree.ts";
import { documentId } from "../../units.ts";
import { languageTag } from "./language-tag.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";
import { checkMappings } from "./xml-mappings/check.ts";
import { xmlMappings } from "./xml-mappings/index.ts";

export interface XmlLoaderOptions {
  /** @default [".xml", ".nxml", ".akn"] */
  readonly extensions?: readonly string[];
  /** Mappings of your own, asked before those that come built in. The setting `plugins.xml.mappings` adds more, as plain data. */
  readonly mappings?: readonly XmlMapping[];
}

/**
 * Any XML as text with an outline, by the first mapping that is for its root element; a document that no mapping is for is read by
 * its own names (see `inferMapping`). `metadata.mapping` says which it was, `metadata.leftOut` how many characters of which
 * elements are not in the text. Ids of sections, paragraphs and items are `places`.
 */
export class XmlLoader implements DocumentLoader {
  readonly name = "xml";
  readonly #extensions: readonly string[];
  readonly #mappings: readonly XmlMapping[];

  /** @throws OPTION_INVALID */
  constructor(options: XmlLoaderOptions = {}) {
    checkObject("new XmlLoader", options, "options");
    const { extensions = [".xml", ".nxml", ".akn"], mappings = [] } = options;
    this.#extensions = checkExtensions(this.name, extensions);
    this.#mappings = checkMappings(mappings, 'mappings of document loader "xml"');
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_DAMAGED, DOCUMENT_BINARY, DOCUMENT_EMPTY - also for XML whose elements hold no text */
  async load(source: Source, run?: Pick<Run, "settings">): Promise<Document[]> {
    const bytes = await source.bytes();
    const { text: markup, notices } = await decode(bytes, source.id, declaredXmlEncoding(bytes));
    const { inferMapping, parseXml, xmlToText } = await import("../../text/xml/read-xml.ts");
    const xml = await parseXml(markup, source.id);
    const mapping = this.#mappingFor(xml.root, run) ?? inferMapping(xml.root);
    const { text, title, language, outline, places, metadata, facets, leftOut } = xmlToText(xml.root, mapping);
    if (text.trim() === "") throw documentEmpty(source.id);
    const tag = languageTag(language);
    return [
      {
        id: documentId(source.id),
        source: source.id,
        text,
        mediaType: "application/xml",
        ...(title === undefined ? {} : { title }),
        ...(tag === undefined ? {} : { language: tag }),
        ...facets,
        outline,
        places,
        notices: [...notices, ...xml.notices],
        metadata: { ...metadata, mapping: mapping.name, leftOut },
      },
    ];
  }

  #mappingFor(root: XmlElement, run: Pick<Run, "settings"> | undefined): XmlMapping | undefined {
    const settings = run?.settings.mappings;
    const given = settings === undefined ? [] : checkMappings(settings, "plugins.xml.mappings");
    const all = [...given, ...this.#mappings, ...Object.values(xmlMappings)];
    return all.find((mapping) => isFor(mapping, root));
  }
}

function isFor({ roots, namespaces }: XmlMapping, root: XmlElement): boolean {
  const namespace = namespaceOf(root);
  if (namespaces !== undefined && namespace !== undefined) {
    return namespaces.some((wanted) => (wanted.endsWith("*") ? namespace.startsWith(wanted.slice(0, -1)) : wanted === namespace));
  }
  return roots?.includes(root.local) ?? namespaces === undefined;
}
