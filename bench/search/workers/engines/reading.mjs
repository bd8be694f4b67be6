/** Not an engine: what it costs to read the corpus, which is in every engine's build. */
export function describe() {
  return "reads the corpus and drops it";
}

export function build(_dir, chunks) {
  for (const _ of chunks) {
    // Only the reading is measured.
  }
}
