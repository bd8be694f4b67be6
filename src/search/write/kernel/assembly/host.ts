// What the kernel asks JavaScript for: the rare and the intricate.

/** Fills the page of the table of characters that `code` is in. */
export declare function fillPage(page: i32): void;

/** The class of the character outside the basic plane that begins at unit `at` of the text, `SEPARATOR` for half of one. */
export declare function classAt(at: i32): i32;

/** Writes the folded form of units `[start, end)` to the scratch as UTF-8, and gives its bytes. */
export declare function foldWord(start: i32, end: i32): i32;

/** Shows the grams of the run that begins at `at`, by calls of `takeGrams`, and gives the unit behind it. */
export declare function readGrams(at: i32, kind: i32): i32;

/** Shows what a run of joined words makes, by calls of `takeTerm`. `ends` has `parts` uint32 offsets; label 0: none. */
export declare function showRun(start: i32, ends: usize, parts: i32, digits: bool, label: i32): void;

/** The number of the term that a word is in the language of the document. */
export declare function termOf(word: u32): u32;

/** The number of the key of its light stem in that language, 0 where there is none; asked when its term was. */
export declare function lightOf(word: u32): u32;

/** Decides the language of the document by the words in the log, and calls `begin` for it. */
export declare function decideLanguage(): void;
