import ignore from "ignore";

/** What is never a document, unless the config takes it back in with `!pattern`. */
export const defaultIgnore: readonly string[] = [
  // Hidden files and folders, .DS_Store and .git among them.
  ".*",
  "node_modules/",
  // Lock and scratch files of office programs, editors and downloads.
  "~$*",
  "*~",
  "*.tmp",
  "*.temp",
  "*.swp",
  "*.part",
  "*.crdownload",
  // What Windows and macOS leave in folders.
  "Thumbs.db",
  "ehthumbs.db",
  "desktop.ini",
  "__MACOSX/",
];

/**
 * Whether a path is to be left out, by the rules of .gitignore: the default list first, then the project's own patterns.
 * Upper and lower case differ on every system alike. Ask for folders with a `/` at the end, and do not enter those left out.
 *
 * @param patterns - relative to the folder that paths are relative to
 */
export function ignoreFilter(patterns: readonly string[]): (path: string) => boolean {
  const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add([...defaultIgnore, ...patterns]);
  return (path) => rules.ignores(path);
}
