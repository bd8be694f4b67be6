/** One value of a record, as text. Names may repeat: the entries of a list have the list's. */
export interface RecordField {
  readonly name: string;
  readonly value: string;
}

/** A row of a table or a record of a file of records. */
export interface SourceRecord {
  readonly fields: readonly RecordField[];
  /** What it is called where it stands, as a member of an object. */
  readonly key?: string;
  /** 1-based line of the file that it begins on. */
  readonly line: number;
}

/** Which fields are what, by their names. A name that a record does not have is passed over; without any, common names are looked for. */
export interface RecordRoles {
  /** Joined by a space, in this order: `["number", "heading"]`. @default a field called title, name, heading, subject or question, or whose name ends so, with the number beside it */
  readonly title?: readonly string[];
  /** Written without their names. @default a field called text, content, body, answer, abstract or description */
  readonly text?: readonly string[];
  /** @default a field called id or _id */
  readonly id?: string;
  /** Attributes of the record's unit, for filters, instead of lines of its text. @default language and url */
  readonly metadata?: readonly string[];
  /** Left out, and counted. @default none */
  readonly omit?: readonly string[];
}

const TITLE = ["title", "name", "heading", "subject", "question"];
const TEXT = ["text", "content", "body", "answer", "abstract", "description"];

/** The roles with the names that these records have. */
export function rolesFor(
  names: readonly string[],
  given: RecordRoles,
): Required<Omit<RecordRoles, "id">> & { readonly id: string | undefined } {
  const have = (wanted: readonly string[] | undefined) => {
    const found = wanted?.filter((name) => names.includes(name)) ?? [];
    return found.length > 0 ? found : undefined;
  };
  const metadata =
    have(given.metadata) ?? (given.metadata === undefined ? names.filter((name) => /^(?:language|lang|url)$/i.test(name)) : []);
  const omit = have(given.omit) ?? [];
  const id = have(given.id === undefined ? undefined : [given.id])?.[0] ?? names.find((name) => /^_?id$/i.test(name));
  const free = names.filter((name) => !metadata.includes(name) && !omit.includes(name) && name !== id);
  const common = (words: readonly string[]) => {
    for (const word of words) {
      const exact = free.find((name) => name.toLowerCase() === word) ?? free.find((name) => name.toLowerCase().endsWith(`_${word}`));
      if (exact !== undefined) return [exact];
    }
    return [];
  };
  const title = have(given.title) ?? common(TITLE).flatMap((name) => [...numberBeside(name, free), name]);
  const text = have(given.text) ?? common(TEXT).filter((name) => !title.includes(name));
  return { title, text, metadata, omit, id };
}

/** `article_number` goes before `article_title`, as it is printed. */
function numberBeside(title: string, names: readonly string[]): string[] {
  const stem = title.slice(0, title.lastIndexOf("_") + 1);
  const number = stem === "" ? undefined : names.find((name) => [`${stem}number`, `${stem}no`].includes(name));
  return number === undefined ? [] : [number];
}
