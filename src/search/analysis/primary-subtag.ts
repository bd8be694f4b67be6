/** `de` of `de-AT`, in lower case. */
export function primarySubtag(language: string): string {
  return (language.split(/[-_]/, 1)[0] as string).toLowerCase();
}
