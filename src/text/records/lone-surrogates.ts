// A pair first, then half of one, then any other escape, so that `\\ud800` (a backslash, then letters) is left alone.
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[\s\S])/g;

/** JSON in which each escape of half a surrogate pair, which is no letter, spells U+FFFD. Every place stays as it was. `lost`: how many. */
export function mendSurrogates(source: string): { readonly text: string; readonly lost: number } {
  let lost = 0;
  const text = source.replaceAll(ESCAPE, (found: string, half?: string) => {
    if (half === undefined) return found;
    lost++;
    return "\\ufffd";
  });
  return { text, lost };
}
