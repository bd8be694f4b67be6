/** Permanent, searchable words. One is never renamed or used for something else; docs/errors.md has a section for each. */
export const errorCodes = [
  "ABORTED",
  "ANSWER_GENERATOR_AMBIGUOUS",
  "ANSWER_INVALID",
  "ARGUMENT_INVALID",
  "ARTIFACT_DAMAGED",
  "CASES_INVALID",
  "CHUNK_CHANGED",
  "CHUNK_INVALID",
  "CHUNK_OUTSIDE_UNIT",
  "CHUNK_SPAN_MISMATCH",
  "CITE_INVALID",
  "CONFIG_INVALID",
  "CONFIG_MISSING_ENV",
  "DOCUMENT_BINARY",
  "DOCUMENT_DAMAGED",
  "DOCUMENT_EMPTY",
  "DOCUMENT_FORMAT_WRONG",
  "DOCUMENT_ID_TAKEN",
  "DOCUMENT_INVALID",
  "DOCUMENT_PROTECTED",
  "DOCUMENT_TOO_LARGE",
  "DOCUMENTS_FOLDER_MISSING",
  "INDEX_MISSING",
  "INPUT_REQUIRED",
  "MISSING_CAPABILITY",
  "MODEL_FAILED",
  "MODEL_LIMITED",
  "MODEL_OUTPUT_INVALID",
  "MODEL_REFUSED",
  "MODEL_UNCONFIGURED",
  "MODULE_FAILED",
  "MODULE_MISSING_PACKAGE",
  "MODULE_SYNTAX",
  "NAME_INVALID",
  "NO_DOCUMENT",
  "NO_DOCUMENT_LOADER",
  "NO_DOCUMENTS",
  "NO_PLUGIN",
  "NO_UNIT_PARSER",
  "NO_UNITS",
  "NOTHING_INDEXED",
  "OPTION_INVALID",
  "PACKAGE_MISSING",
  "PARTIAL_NEEDS_FULL",
  "PATH_NOT_FOUND",
  "PATH_TAKEN",
  "PDF_WITHOUT_TEXT",
  "PLUGIN_CONSTRUCTOR_FAILED",
  "PLUGIN_FAILED",
  "PLUGIN_INVALID",
  "PLUGIN_NAME_TAKEN",
  "PROJECT_CLOSED",
  "PROJECT_LOCKED",
  "PROJECT_NOT_FOUND",
  "PROOF_BELOW",
  "QUERY_EMPTY",
  "REBUILD_WOULD_LOSE",
  "SCHEMA_INVALID",
  "SEARCH_CLOSED",
  "SEARCH_INDEX_DAMAGED",
  "SEARCH_INDEX_MISSING",
  "SEARCH_INDEX_NEWER",
  "SEARCH_OPTION_INVALID",
  "SOURCE_UNREADABLE",
  "STATE_CORRUPT",
  "STATE_NEWER",
  "TEMPLATE_UNKNOWN",
  "UNIT_INVALID",
  "UNIT_OUTSIDE_PARENT",
  "UNIT_SPAN_MISMATCH",
  "WRITE_FAILED",
] as const;

/** Codes of the notices that this package makes, as permanent as those of errors. Plugins may have codes of their own. */
export const noticeCodes = [
  "BYTE_ORDER_MARK_REMOVED",
  "CHUNKS_CUT_TWICE",
  "EMBEDDED_UNREAD",
  "ENCODING_GUESSED",
  "ENCODINGS_MIXED",
  "FIELDS_EMPTY",
  "FIELDS_MISSING",
  "FRONT_MATTER_UNREAD",
  "ITEMS_UNKNOWN",
  "KEYS_REPEATED",
  "MARKUP_MISSING",
  "MARKUP_UNCLOSED",
  "NUL_REMOVED",
  "NUMBERS_MISSING",
  "PARTS_MISSING",
  "PDF_CUT_SHORT",
  "PDF_GARBLED",
  "PDF_IMAGE_ONLY",
  "PDF_MIXED",
  "PDF_OCR_LAYER",
  "PDF_PAGES_DAMAGED",
  "PDF_REPAIRED",
  "PDF_TEXT_UNSEEN",
  "RECORD_UNREADABLE",
  "REFERENCE_BROKEN",
  "ROWS_RAGGED",
  "SYMBOLS_UNKNOWN",
  "TABLE_WITHOUT_ROWS",
  "TEXT_DISCARDED",
  "TEXT_MALFORMED",
  "TEXT_REPLACED_BEFORE",
  "TRACKED_CHANGES_ACCEPTED",
  "UNCOVERED_TEXT",
  "XML_ENTITY_UNRESOLVED",
] as const;

export type NoticeCode = (typeof noticeCodes)[number];

export type ErrorCode = (typeof errorCodes)[number];

/** Every failure this package foresees. `message` says what happened and to which thing, `hint` what to do about it. */
export class RightRagError extends Error {
  override readonly name = "RightRagError";
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

/** By shape, since a project and a global command may each hold their own copy of this class. */
export function isRightRagError(value: unknown): value is RightRagError {
  return value instanceof Error && value.name === "RightRagError" && "code" in value && "hint" in value;
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Why a file cannot be read; goes on after a colon. */
export function whyUnreadable(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  return code === "EACCES" || code === "EPERM" ? "the system refuses it" : messageOf(cause);
}

/** What happened and what to do, for those who are told of a failure that was passed over. */
export function explained(thrown: unknown): string {
  if (!isRightRagError(thrown)) return messageOf(thrown);
  return `${thrown.message}${/[.!?]$/.test(thrown.message) ? "" : "."} ${thrown.hint}`;
}

/** Where a plugin was when it failed. `file` is absent for a plugin given as a value. */
export interface PluginPlace {
  readonly plugin: string;
  readonly step: string;
  readonly file?: string;
  readonly document?: string;
}

export function pluginFailed(place: PluginPlace, cause: unknown): RightRagError {
  const where = place.file === undefined ? `"${place.plugin}"` : `"${place.plugin}" (${place.file})`;
  const what = place.document === undefined ? "" : ` on "${place.document}"`;
  return new RightRagError(
    "PLUGIN_FAILED",
    `${place.step} by ${where} failed${what}: ${messageOf(cause)}`,
    "Mend the plugin or the document; the cause's stack is shown with --log-level debug.",
    { cause },
  );
}

export function aborted(what: string): RightRagError {
  return new RightRagError("ABORTED", `${what} was interrupted; the last complete index is untouched.`, "Run the command again to go on.");
}

/** @param hint - what is known of the file's format. @default how to add a loader */
export function noDocumentLoader(source: string, tried: readonly string[], hint?: string): RightRagError {
  return new RightRagError(
    "NO_DOCUMENT_LOADER",
    `No document loader accepts "${source}" (asked: ${tried.join(", ") || "none found"}).`,
    hint ??
      "Add a loader to spec/document_loaders/ whose canHandle() returns true for this file, or name the file in the config's ignore list.",
  );
}

export function noUnitParser(source: string, tried: readonly string[]): RightRagError {
  return new RightRagError(
    "NO_UNIT_PARSER",
    `No unit parser accepts "${source}" (asked: ${tried.join(", ") || "none found"}).`,
    "Add a parser to spec/unit_parsers/ whose canHandle() returns true for this document.",
  );
}

export function documentIdTaken(id: string, first: string, second: string): RightRagError {
  return new RightRagError(
    "DOCUMENT_ID_TAKEN",
    `Two documents have the id "${id}": one from "${first}", one from "${second}". The second was left out.`,
    "Make ids with documentId(source, part), with a different part for each document of one source.",
  );
}

/** @param reason - goes on after "it": "is cut short" */
export function documentDamaged(source: string, reason: string, cause?: unknown): RightRagError {
  return new RightRagError(
    "DOCUMENT_DAMAGED",
    `"${source}" is damaged: it ${reason}.`,
    "Open it in the program that made it and save it again, or take it from its origin once more.",
    { cause },
  );
}

/** Its bytes are of another format than its name says. @param found - "a Word file from before 2007" */
export function documentFormatWrong(source: string, wanted: string, found: string, hint: string): RightRagError {
  return new RightRagError("DOCUMENT_FORMAT_WRONG", `"${source}" is not ${wanted}: it is ${found}.`, hint);
}

export function documentProtected(source: string): RightRagError {
  return new RightRagError(
    "DOCUMENT_PROTECTED",
    `"${source}" is protected by a password.`,
    "Save a copy without the password and put that into the documents folder.",
  );
}

/** Reading it would take more time or memory than any document of its kind needs. @param reason - goes on after "it" */
export function documentTooLarge(source: string, reason: string): RightRagError {
  return new RightRagError(
    "DOCUMENT_TOO_LARGE",
    `"${source}" was given up: it ${reason}.`,
    "Look at where the file comes from: such files are made to do harm, or damaged. Split a real one into parts.",
  );
}

/** @param reasons - whole sentences, with the pages */
export function pdfWithoutText(source: string, reasons: readonly string[]): RightRagError {
  return new RightRagError(
    "PDF_WITHOUT_TEXT",
    `"${source}" has no text that can be read. ${reasons.join(" ")}`,
    "Run text recognition (OCR) over it, and put the result into the documents folder.",
  );
}

/** A package that only one kind of document needs is not installed. @param wanted - as npm takes it: "fflate@0.8.3" */
export function packageMissing(name: string, purpose: string, wanted: string, cause: unknown, source?: string): RightRagError {
  const what = `the package "${name}", which ${purpose}, is not installed.`;
  return new RightRagError(
    "PACKAGE_MISSING",
    source === undefined ? what.replace("the", "The") : `"${source}" cannot be read: ${what}`,
    `Install it in your project: npm install ${wanted}`,
    { cause },
  );
}

export function missingCapability(capability: string, offeredBy: readonly string[]): RightRagError {
  return new RightRagError(
    "MISSING_CAPABILITY",
    `No saved artifact offers "${capability}".`,
    offeredBy.length > 0
      ? `These savers offer it: ${offeredBy.join(", ")}. Put one into spec/ and run right-rag index.`
      : "Add a saver that offers it to spec/unit_savers/ or spec/chunk_savers/, and run right-rag index.",
  );
}

export function artifactDamaged(path: string, reason: string, cause?: unknown): RightRagError {
  return new RightRagError(
    "ARTIFACT_DAMAGED",
    `"${path}" is not as the index left it: ${reason}.`,
    "Run right-rag index, which repairs it, or right-rag index --force, which makes everything anew.",
    { cause },
  );
}

/** A write that the system refused: full disk, file size limit, read-only folder. Names the path and the system's own code. */
export function writeFailed(path: string, cause: unknown): RightRagError {
  if (isRightRagError(cause)) return cause; // said already, nearer to where it happened
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return new RightRagError(
    "WRITE_FAILED",
    `Cannot write "${path}"${code}: ${messageOf(cause)}`,
    "Make room or give write access, then run the command again; the last complete index is untouched.",
    { cause },
  );
}

export function optionInvalid(option: string, value: unknown, wanted: string): RightRagError {
  return new RightRagError("OPTION_INVALID", `${option} is ${JSON.stringify(value)}, but must be ${wanted}.`, "Give another value.");
}

/** @param mistakes - each with file, line and column, key, and what is allowed there */
export function schemaInvalid(mistakes: readonly string[]): RightRagError {
  return new RightRagError(
    "SCHEMA_INVALID",
    mistakes.join("\n"),
    "Correct the schema; the files in schemas/ of a new project show every key with its default.",
  );
}

export function queryEmpty(): RightRagError {
  return new RightRagError("QUERY_EMPTY", "The question is empty.", 'Ask something: right-rag query "your question".');
}
