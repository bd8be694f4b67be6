import type { SaxesParser } from "saxes";
import { documentDamaged, type NoticeCode, type RightRagError } from "../../errors.ts";
import type { Notice } from "../../model.ts";
import { htmlEntities, readDoctype, referredNames, type XmlEntity } from "./xml-entities.ts";
import { localName, type XmlElement } from "./xml-tree.ts";

export interface ParsedXml {
  readonly root: XmlElement;
  readonly notices: readonly Notice[];
}

/** What entities may come to altogether: this many times the document's length, or a million characters. */
const MAX_GROWTH = 10;
const MIN_BUDGET = 1_000_000;
const MAX_NESTING = 50;
/** Of a reference by itself, in characters. */
const COST = 32;
/** Marks a reference in a text until it is resolved. No XML text may hold this character. */
const MARK = "\0";
const BUILT_IN = new Set(["amp", "lt", "gt", "quot", "apos"]);

/**
 * An XML document as a tree. Entities of the document's own DOCTYPE and those of HTML are resolved, within bounds; files that it
 * names are never opened, and what stands in them is counted as lost.
 *
 * @param name - of the source, for errors
 * @throws DOCUMENT_DAMAGED - with line and column: what is not well-formed gives no document, not a part of one
 */
export async function parseXml(source: string, name: string): Promise<ParsedXml> {
  const { SaxesParser } = await import("saxes");
  const names = referredNames(source).filter((entity) => !BUILT_IN.has(entity));
  const known = await htmlEntities(names);
  const entities = new Map<string, XmlEntity>([...known].map(([entity, value]) => [entity, { kind: "internal", value: escaped(value) }]));
  const builder = new Builder(name, entities, Math.max(MIN_BUDGET, source.length * MAX_GROWTH), (options) => new SaxesParser(options));
  return builder.read(source, names);
}

type Parser = SaxesParser<{ fragment?: boolean; xmlns: false }>;
type Open = { -readonly [K in keyof XmlElement]: XmlElement[K] } & { readonly children: (XmlElement | string)[] };

class Builder {
  readonly #name: string;
  readonly #entities: Map<string, XmlEntity>;
  readonly #make: (options: { fragment?: boolean; xmlns: false }) => Parser;
  readonly #unresolved = new Map<string, number>();
  #budget: number;
  #main: Parser | undefined;
  #top: Open | undefined;
  #root: Open | undefined;

  constructor(
    name: string,
    entities: Map<string, XmlEntity>,
    budget: number,
    make: (options: { fragment?: boolean; xmlns: false }) => Parser,
  ) {
    this.#name = name;
    this.#entities = entities;
    this.#budget = budget;
    this.#make = make;
  }

  read(source: string, names: readonly string[]): ParsedXml {
    const parser = this.#parser({ xmlns: false });
    this.#main = parser;
    parser.on("doctype", (doctype) => {
      const declared = readDoctype(doctype);
      for (const [name, entity] of declared.entities) this.#entities.set(name, entity);
      for (const name of names) if (declared.isExternal && !this.#entities.has(name)) this.#entities.set(name, { kind: "external" });
      this.#announce(parser);
    });
    for (let at = 0; at < source.length; at += CHUNK) parser.write(source.slice(at, at + CHUNK));
    parser.close();
    if (this.#root === undefined) throw this.#damaged("there is no element");
    return { root: this.#root, notices: this.#notices() };
  }

  #parser(options: { fragment?: boolean; xmlns: false }, within: readonly string[] = []): Parser {
    const parser = this.#make(options);
    this.#announce(parser);
    parser.on("error", (error) => {
      throw this.#damaged(error.message.replace(/^(?:[^:]*:)?\d+:\d+: /, "").replace(/\.$/, ""));
    });
    parser.on("text", (text) => this.#text(text, within));
    parser.on("cdata", (text) => this.#append(text));
    parser.on("opentag", ({ name, attributes }) => this.#open(name, attributes, within));
    parser.on("closetag", () => {
      this.#top = this.#top?.parent as Open | undefined; // only what `#open` made is ever on top
    });
    return parser;
  }

  #announce(parser: Parser): void {
    for (const name of this.#entities.keys()) parser.ENTITIES[name] = MARK + name + MARK;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>, within: readonly string[]): void {
    const values = Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, value.includes(MARK) ? this.#flat(value, within) : value]),
    );
    const element: Open = { name, local: localName(name), attributes: values, children: [], parent: this.#top };
    if (this.#top === undefined) this.#root ??= element;
    else this.#top.children.push(element);
    this.#top = element;
  }

  #append(text: string): void {
    const siblings = this.#top?.children;
    if (siblings === undefined || text === "") return; // white space around the root
    const last = siblings.at(-1);
    if (typeof last === "string") siblings[siblings.length - 1] = last + text;
    else siblings.push(text);
  }

  #text(text: string, within: readonly string[]): void {
    if (!text.includes(MARK)) {
      this.#append(text);
      return;
    }
    for (const [i, part] of text.split(MARK).entries()) {
      if (i % 2 === 0) this.#append(part);
      else this.#refer(part, within);
    }
  }

  #refer(name: string, within: readonly string[]): void {
    const value = this.#valueOf(name, within);
    if (!/[<&]/.test(value)) {
      this.#append(value);
      return;
    }
    const parser = this.#parser({ fragment: true, xmlns: false }, [...within, name]);
    const top = this.#top;
    parser.write(value).close();
    if (this.#top !== top) throw this.#damaged(`the entity "${name}" holds an element that it does not close`);
  }

  /** A reference in an attribute: its value is text, whatever it holds. */
  #flat(text: string, within: readonly string[]): string {
    return text
      .split(MARK)
      .map((part, i) => {
        if (i % 2 === 0) return part;
        const value = this.#valueOf(part, within);
        const marked = value.replaceAll(/&([\w.-]{1,200});/g, (whole, inner: string) =>
          this.#entities.has(inner) ? MARK + inner + MARK : whole,
        );
        return unescaped(marked.includes(MARK) ? this.#flat(marked, [...within, part]) : marked);
      })
      .join("");
  }

  #valueOf(name: string, within: readonly string[]): string {
    if (within.includes(name)) throw this.#damaged(`the entity "${name}" holds itself`);
    if (within.length >= MAX_NESTING) throw this.#damaged(`entities are nested more than ${MAX_NESTING} deep`);
    const entity = this.#entities.get(name);
    if (entity?.kind !== "internal") {
      this.#unresolved.set(name, (this.#unresolved.get(name) ?? 0) + 1);
      return escaped(`&${name};`);
    }
    this.#budget -= entity.value.length + COST;
    if (this.#budget < 0) throw this.#damaged("its entities come to many times its own length");
    return entity.value;
  }

  #damaged(what: string): RightRagError {
    const { line = 1, column = 0 } = this.#main ?? {};
    return documentDamaged(this.#name, `is not well-formed XML at line ${line}, column ${column + 1}: ${what}`);
  }

  #notices(): Notice[] {
    if (this.#unresolved.size === 0) return [];
    const lost = [...this.#unresolved.values()].reduce((sum, count) => sum + count, 0);
    const code: NoticeCode = "XML_ENTITY_UNRESOLVED";
    const names = [...this.#unresolved.keys()].slice(0, 5).map((name) => `&${name};`);
    const more = this.#unresolved.size > names.length ? ` and ${this.#unresolved.size - names.length} more` : "";
    return [
      {
        code,
        message: `What ${names.join(", ")}${more} stands for is in no file that was given; the name stands in the text as it is written.`,
        lost,
      },
    ];
  }
}

const CHUNK = 1 << 16;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function unescaped(text: string): string {
  const named = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" } as const;
  return text.replaceAll(/&(?:lt|gt|quot|apos);/g, (whole) => named[whole as keyof typeof named] ?? whole).replaceAll("&amp;", "&"); // the pattern's own four
}
