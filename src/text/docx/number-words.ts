const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const IRREGULAR = new Map(
  Object.entries({ one: "first", two: "second", three: "third", five: "fifth", eight: "eighth", nine: "ninth", twelve: "twelfth" }),
);

/** "Twenty-one", as `cardinalText` prints it in English. @returns undefined from a million on */
export function cardinalText(number: number): string | undefined {
  const words = inWords(number);
  return words === undefined ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Twenty-first". */
export function ordinalText(number: number): string | undefined {
  const words = cardinalText(number);
  if (words === undefined) return undefined;
  const start = Math.max(words.lastIndexOf(" "), words.lastIndexOf("-")) + 1;
  const last = words.slice(start);
  const irregular = IRREGULAR.get(last.toLowerCase());
  const ordinal = irregular ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, start) + (start === 0 ? ordinal.charAt(0).toUpperCase() + ordinal.slice(1) : ordinal);
}

function inWords(number: number): string | undefined {
  if (number < 0 || number >= 1_000_000) return undefined;
  if (number < 20) return ONES[number];
  if (number < 100) return TENS[Math.floor(number / 10)] + (number % 10 === 0 ? "" : `-${ONES[number % 10]}`);
  const [size, name] = number < 1000 ? [100, "hundred"] : [1000, "thousand"];
  const rest = number % size;
  return `${inWords(Math.floor(number / size))} ${name}${rest === 0 ? "" : ` ${inWords(rest)}`}`;
}
