import { checkObject } from "../../arguments.ts";
import type { DocumentLoader, Source } from "../../interfaces.ts";
import type { Document } from "../../model.ts";
import { decode } from "../../text/decode.ts";
import { documentId } from "../../units.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface TextLoaderOptions {
  /** @default [".txt", ".text"] */
  readonly extensions?: readonly string[];
}

/** Plain text, in whatever encoding: a guessed encoding, malformed bytes and NUL characters are told of in notices. */
export class TextLoader implements DocumentLoader {
  readonly name = "text";
  readonly #extensions: readonly string[];

  constructor(options: TextLoaderOptions = {}) {
    checkObject("new TextLoader", options, "options");
    const { extensions = [".txt", ".text"] } = options;
    this.#extensions = checkExtensions(this.name, extensions);
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_BINARY, DOCUMENT_EMPTY */
  async load(source: Source): Promise<Document[]> {
    const { text, notices } = await decode(await source.bytes(), source.id);
    return [{ id: documentId(source.id), source: source.id, text, mediaType: "text/plain", notices }];
  }
}
