/** What JSON would lose of a value, or have no form for. */
export interface JsonLoss {
  /** Leads to it from the outside in: ".rows[2].price". Empty where it is the value itself, or goes too deep. */
  readonly path: string;
  /** For a message, after "is": "NaN", "a function". */
  readonly what: string;
}

/** More than that is a value that holds itself, or nothing that a reader of JSON takes. */
const MOST_NESTED = 500;

/**
 * The first thing in a value that JSON cannot keep; nothing when it keeps all. Members that are undefined are left out, and no loss.
 * It is called for every item of an index, so that it makes nothing before there is a loss to tell of.
 */
export function lossInJson(value: unknown, depth = 0): JsonLoss | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : { path: "", what: String(value) };
  if (typeof value !== "object") return { path: "", what: value === undefined ? "undefined" : `a ${typeof value}` };
  if (depth === MOST_NESTED) return new TooDeep(value);
  if (Array.isArray(value)) {
    for (let k = 0; k < value.length; k++) {
      const loss = lossInJson(value[k], depth + 1);
      if (loss !== undefined) return outward(loss, `[${k}]`, value);
    }
    return undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // Plain objects of another realm (a vm, a worker) have an Object.prototype of their own.
  if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return { path: "", what: `an object of the class ${value.constructor?.name || "without a name"}` };
  const members = value as { readonly [name: string]: unknown };
  for (const name of Object.keys(members)) {
    const member = members[name];
    const loss = member === undefined ? undefined : lossInJson(member, depth + 1);
    if (loss !== undefined) return outward(loss, `.${name}`, value);
  }
  return undefined;
}

/** Some way in, no path worth reading leads to it. Whether it holds itself, those that it is in can tell. */
class TooDeep implements JsonLoss {
  readonly path = "";
  readonly deepest: object;
  what = `nested deeper than ${MOST_NESTED} levels`;

  constructor(deepest: object) {
    this.deepest = deepest;
  }
}

/** A loss as the value that has it as a member, or in one, tells of it. */
function outward(loss: JsonLoss, step: string, holder: object): JsonLoss {
  if (!(loss instanceof TooDeep)) return { path: step + loss.path, what: loss.what };
  if (loss.deepest === holder) loss.what = "a value that holds itself";
  return loss;
}
