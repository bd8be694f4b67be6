const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;

/** What a file gives as its language, as a BCP 47 tag in the standard's spelling; undefined when it is none. `pt_br` is `pt-BR`. */
export function languageTag(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const tag = value.trim().replaceAll("_", "-");
  if (!LANGUAGE.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
