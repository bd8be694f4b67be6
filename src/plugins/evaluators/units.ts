/** What a number counts. Two units compare when they have one dimension; `factor` brings both to the same measure. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
}

/** Words of scale, as they stand after a number. */
const SCALES: readonly (readonly [number, string])[] = [
  [1e3, "thousand thousands tausend tsd mille"],
  [1e5, "lakh lakhs"],
  [1e6, "million millions millionen mio mln mn millones"],
  [1e7, "crore crores"],
  [1e9, "billion billions bn milliarde milliarden mrd milliard milliards"],
  [1e12, "trillion trillions tn billionen"],
];
/** Only where they are attached to the number, or it is an amount of money: "5 m" may be metres. */
const SHORT_SCALES: { readonly [letter: string]: number } = { k: 1e3, m: 1e6, mm: 1e6, b: 1e9, t: 1e12 };

const CURRENCIES: { readonly [code: string]: string } = {
  USD: "us$ usd",
  $: "$ dollar dollars",
  EUR: "€ eur euro euros",
  GBP: "£ gbp pound pounds",
  JPY: "¥ jpy yen",
  CNY: "cny rmb yuan renminbi cn¥",
  INR: "₹ inr rupee rupees",
  CHF: "chf franken francs",
  KRW: "₩ krw won",
  AUD: "a$ aud au$",
  CAD: "c$ cad ca$",
  HKD: "hk$ hkd",
  SGD: "s$ sgd",
  NZD: "nz$ nzd",
  SEK: "sek",
  NOK: "nok",
  DKK: "dkk",
  THB: "฿ thb baht",
};

const MEASURES: { readonly [dimension: string]: { readonly [words: string]: number } } = {
  ratio: { "% percent pct prozent": 1e-2, "pp ppt": 1e-2, "bp bps": 1e-4 },
  time: {
    "s sec second seconds sekunde sekunden": 1,
    "min minute minutes minuten": 60,
    "h hr hrs hour hours stunde stunden": 3600,
    "day days tag tage tagen jour jours": 86_400,
    "week weeks woche wochen": 604_800,
  },
  months: { "month months monat monate monaten mois": 1, "quarter quarters": 3, "year years jahr jahre jahren yr yrs": 12 },
  length: { mm: 1e-3, cm: 1e-2, "m metre metres meter meters": 1, "km kilometre kilometres kilometer kilometers": 1e3 },
  mass: { mg: 1e-6, "g gram grams": 1e-3, "kg kilogram kilograms": 1, "t tonne tonnes": 1e3 },
  volume: { ml: 1e-3, "l litre litres liter liters": 1 },
  power: { w: 1, kw: 1e3, mw: 1e6, gw: 1e9 },
  energy: { wh: 1, kwh: 1e3, mwh: 1e6, gwh: 1e9 },
  bytes: { kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 },
};

const scaleWords = new Map(SCALES.flatMap(([factor, words]) => words.split(" ").map((word) => [word, factor] as const)));
const currencyWords = new Map(
  Object.entries(CURRENCIES).flatMap(([code, words]) =>
    words.split(" ").map((word) => [word, { dimension: `money:${code}`, factor: 1 }] as const),
  ),
);
const measureWords = new Map(
  Object.entries(MEASURES).flatMap(([dimension, units]) =>
    Object.entries(units).flatMap(([words, factor]) => words.split(" ").map((word) => [word, { dimension, factor }] as const)),
  ),
);

export function scaleOf(word: string): number | undefined {
  return scaleWords.get(word.toLowerCase());
}

export function shortScaleOf(letters: string): number | undefined {
  return Object.hasOwn(SHORT_SCALES, letters.toLowerCase()) ? SHORT_SCALES[letters.toLowerCase()] : undefined;
}

export function currencyOf(word: string): Unit | undefined {
  return currencyWords.get(word.toLowerCase());
}

export function measureOf(word: string): Unit | undefined {
  return measureWords.get(word.toLowerCase());
}

/** A dollar that does not say whose is any of them. */
export function areComparable(a: Unit, b: Unit): boolean {
  if (a.dimension === b.dimension) return true;
  const dollars = /^money:(?:\$|[A-Z]{2}D)$/;
  return (a.dimension === "money:$" || b.dimension === "money:$") && dollars.test(a.dimension) && dollars.test(b.dimension);
}
