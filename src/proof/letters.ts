/** The letters and digits of a text, without markup, punctuation and space: what two texts have in common that say the same. */
export function lettersOf(text: string): string {
  return (text.replace(/<[^<>]{0,200}>/g, "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join("");
}

/** Longer texts are not looked at: no title is that long, however much markup is in it. */
const LONGEST_TITLE = 20_000;

/** Whether a text is a title and nothing more. */
export function isTitle(text: string, topic: string): boolean {
  return text.length <= topic.length + LONGEST_TITLE && lettersOf(text) === lettersOf(topic);
}
