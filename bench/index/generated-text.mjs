/** Text without end, the same each time: paragraphs of sentences, in Markdown with headings, lists and tables as well. */
export function* generatedText(isMarkdown) {
  const random = mulberry32(5);
  const words = Array.from({ length: 30_000 }, () => wordOf(random));
  // The square of a random number takes the first words far more often than the last, as people do.
  const word = () => words[Math.floor(random() ** 4 * words.length)];
  const sentence = () => {
    const body = Array.from({ length: 5 + Math.floor(random() * 20) }, word).join(" ");
    return `${body.charAt(0).toUpperCase()}${body.slice(1)}.`;
  };
  const paragraph = () => Array.from({ length: 1 + Math.floor(random() * 6) }, sentence).join(" ");
  for (let section = 1; ; section++) {
    const level = 1 + Math.floor(random() * 3);
    const heading = `${section}. ${word()} ${word()}`;
    yield isMarkdown ? `${"#".repeat(level)} ${heading}\n\n` : `${heading}\n\n`;
    for (let i = random() * 6; i > 0; i--) yield `${paragraph()}\n\n`;
    if (isMarkdown && random() < 0.3) yield `${Array.from({ length: 5 }, () => `- ${sentence()}\n`).join("")}\n`;
    if (isMarkdown && random() < 0.1)
      yield `| a | b |\n|---|---|\n${Array.from({ length: 8 }, () => `| ${word()} | ${word()} |\n`).join("")}\n`;
  }
}

function wordOf(random) {
  const syllables = ["ba", "ker", "lo", "min", "ta", "ren", "so", "vi", "gal", "pe", "dor", "ni", "us", "hel", "qua", "st"];
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => syllables[Math.floor(random() * syllables.length)]).join("");
}

function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
