import { documentFormats } from "./document-formats.ts";

/**
 * What to do about a file that no loader takes, by the ending of its name: a loader to switch on, or a way to turn it into what is
 * read. Undefined for endings that nothing is known of.
 */
export function hintForFormat(source: string): string | undefined {
  const name = source.toLowerCase();
  const format = documentFormats.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
  if (format !== undefined) return `Switch on the loader for ${format.label}: right-rag add document_loaders ${format.name}`;
  return (
    HINTS.find(([endings]) => endings.some((ending) => name.endsWith(ending)))?.[1] ?? (/\.[1-9]$/.test(name) ? MANUAL_PAGE : undefined)
  );
}

const LEAVE = "or name it in the config's ignore list.";
const MANUAL_PAGE = `Manual pages in roff are not read: turn it into HTML (mandoc -Thtml, man -Thtml) or text, ${LEAVE}`;

const HINTS: readonly (readonly [endings: readonly string[], hint: string])[] = [
  [[".epub"], `E-books are not read: turn it into HTML (an EPUB is a zip file of pages), ${LEAVE}`],
  [[".bib"], `A bibliography is not read: export it as CSV or JSON, ${LEAVE}`],
  [[".doc", ".odt", ".rtf", ".pages", ".wpd"], `Save it as DOCX (soffice --headless --convert-to docx), ${LEAVE}`],
  [[".xls", ".xlsx", ".ods", ".numbers"], `Save its sheets as CSV, ${LEAVE}`],
  [[".ppt", ".pptx", ".odp", ".key"], `Save it as PDF, ${LEAVE}`],
  [[".tex", ".latex", ".rst", ".adoc", ".asciidoc", ".org", ".textile", ".typ"], `Turn it into HTML or Markdown (pandoc), ${LEAVE}`],
  [[".eml", ".msg", ".mbox"], `Save the message as text or HTML, ${LEAVE}`],
  [[".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".bz2", ".xz", ".zst"], `Unpack it, ${LEAVE}`],
  [
    [".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".heic", ".svg"],
    `A picture has no text: read it by a program for that (Docling's JSON is read by the JSON loader), ${LEAVE}`,
  ],
  [[".mp3", ".mp4", ".wav", ".m4a", ".mov", ".avi", ".mkv", ".webm", ".ogg"], `Put a transcript as text in its place, ${LEAVE}`],
];
