/** The letters and digits of a text, without markup and punctuation: what two texts have in common that say the same. */
export function lettersOf(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}

/** Whether a text is a title and nothing more. Long texts are not looked at: no title is that long. */
export function isTitle(text: string, topic: string): boolean {
  return text.length <= topic.length + 400 && lettersOf(text) === lettersOf(topic);
}
