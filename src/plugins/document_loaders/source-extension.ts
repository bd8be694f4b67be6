import { optionInvalid } from "../../errors.ts";
import type { Source } from "../../interfaces.ts";

/** True when the source's name ends with one of the extensions, in either case. Of a URL, the path counts. */
export function hasExtension(source: Pick<Source, "id">, extensions: readonly string[]): boolean {
  // In a file name, # and ? are letters like any other.
  const path = URL.canParse(source.id) && source.id.includes("://") ? new URL(source.id).pathname : source.id;
  const name = path.toLowerCase();
  return extensions.some((extension) => name.endsWith(extension));
}

/** The extensions in lower case. @throws OPTION_INVALID */
export function checkExtensions(loader: string, extensions: readonly string[]): readonly string[] {
  const isExtension = (value: unknown) => typeof value === "string" && value.length > 1 && value.startsWith(".");
  if (!Array.isArray(extensions) || extensions.length === 0 || !extensions.every(isExtension)) {
    throw optionInvalid(`extensions of document loader "${loader}"`, extensions, 'a list of endings with their dot, for example [".txt"]');
  }
  return extensions.map((extension) => extension.toLowerCase());
}
