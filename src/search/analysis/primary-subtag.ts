/** `de` of `de-AT`, in lower case. */
export function primarySubtag(language: string): string {
  return (language.split(/[-_]/, 1)[0] as string).toLowerCase();
}

/**
 * Whether a text is a BCP 47 tag by its form: a language of two or three letters, and behind it subtags of up to eight letters and digits each.
 * Longer names of languages, such as "english", are registered by nobody.
 */
export function isLanguageTag(text: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/i.test(text);
}
