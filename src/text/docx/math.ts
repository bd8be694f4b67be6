/**
 * Formulas in one line: `(a+b)/2`, `x^2`, `√(2x)`. Elements are told as they come and go; `leave` of the formula gives its text.
 * Brackets are put around a part of more than one sign, so that what a fraction, a root or an exponent holds can be told.
 */
export class MathWriter {
  readonly #parts: {
    readonly name: string;
    readonly children: Map<string, string[]>;
    text: string;
    begin: string;
    end: string;
    separator: string;
  }[] = [];

  enter(name: string): void {
    this.#parts.push({ name, children: new Map(), text: "", begin: "(", end: ")", separator: "," });
  }

  write(text: string): void {
    const part = this.#parts.at(-1);
    if (part !== undefined) part.text += text;
  }

  /** A sign that the properties of the part name: the operator of a sum, the bracket of a group. */
  sign(name: "m:chr" | "m:begChr" | "m:endChr" | "m:sepChr", value: string): void {
    const part = this.#parts.at(-1);
    if (part === undefined) return;
    if (name === "m:begChr") part.begin = value;
    else if (name === "m:endChr") part.end = value;
    else if (name === "m:sepChr") part.separator = value;
    else part.text = value;
  }

  /** @returns the text, for the outermost part alone */
  leave(): string | undefined {
    const part = this.#parts.pop();
    if (part === undefined) return undefined;
    const text = this.#lined(part);
    const above = this.#parts.at(-1);
    if (above === undefined) return text;
    if (!SLOTS.has(part.name)) above.text += text;
    else if (above.children.has(part.name)) above.children.get(part.name)?.push(text);
    else above.children.set(part.name, [text]);
    return undefined;
  }

  #lined(part: {
    readonly name: string;
    readonly children: ReadonlyMap<string, readonly string[]>;
    readonly text: string;
    readonly begin: string;
    readonly end: string;
    readonly separator: string;
  }): string {
    const all = (slot: string) => part.children.get(slot) ?? [];
    const one = (slot: string) => all(slot).join("");
    const script = (sign: string, slot: string) => (one(slot) === "" ? "" : sign + grouped(one(slot)));
    const scripts = script("_", "m:sub") + script("^", "m:sup");
    switch (part.name) {
      case "m:f":
        return `${grouped(one("m:num"))}/${grouped(one("m:den"))}`;
      case "m:rad":
        return `${one("m:deg") === "" ? "" : `${one("m:deg")}`}√${grouped(one("m:e"))}`;
      case "m:sSup":
      case "m:sSub":
      case "m:sSubSup":
        return grouped(one("m:e")) + scripts;
      case "m:sPre":
        return `${scripts} ${one("m:e")}`;
      case "m:nary":
        return `${part.text === "" ? "∫" : part.text}${scripts} ${one("m:e")}`;
      case "m:d":
        return part.begin + all("m:e").join(part.separator) + part.end;
      case "m:func":
        return `${one("m:fName")} ${one("m:e")}`;
      case "m:limLow":
        return one("m:e") + script("_", "m:lim");
      case "m:limUpp":
        return one("m:e") + script("^", "m:lim");
      case "m:mr":
        return `${all("m:e").join(", ")}; `;
      case "m:m":
        return `[${part.text.replace(/; $/, "")}]`;
      case "m:eqArr":
        return all("m:e").join("; ");
      case "m:acc":
      case "m:groupChr":
      case "m:bar":
        return one("m:e");
      default:
        return part.text + one("m:e");
    }
  }
}

/** Parts of which the element above makes something, by their names. */
const SLOTS = new Set(["m:num", "m:den", "m:e", "m:deg", "m:sub", "m:sup", "m:fName", "m:lim"]);

function grouped(text: string): string {
  return /^[\p{L}\p{N}.,]*$|^\(.*\)$/u.test(text) ? text : `(${text})`;
}
