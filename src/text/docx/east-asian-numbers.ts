/** Digits one after another, a zero for a zero: 105 is 一〇五. */
export function digitByDigit(signs: string): (number: number) => string {
  const all = [...signs];
  return (number) => String(number).replaceAll(/\d/g, (digit) => all[Number(digit)] ?? digit);
}

/** 一, 十, 十一, 二十, 一百零五, 一千零二十. */
export function chineseNumber(number: number): string | undefined {
  if (number === 0) return "○";
  return counted(number, [..."零一二三四五六七八九"], ["", "十", "百", "千"], "万", { zeros: true, bareTen: true, bareHundred: false });
}

/** As Chinese, but no zero between, and no one before ten, hundred and thousand: 百五. */
export function japaneseNumber(number: number): string | undefined {
  if (number === 0) return "〇";
  return counted(number, [..."〇一二三四五六七八九"], ["", "十", "百", "千"], "万", { zeros: false, bareTen: true, bareHundred: true });
}

export function koreanNumber(number: number): string | undefined {
  if (number === 0) return "영";
  return counted(number, [..."영일이삼사오육칠팔구"], ["", "십", "백", "천"], "만", { zeros: false, bareTen: true, bareHundred: true });
}

/** The forms that cannot be altered, as contracts and cheques have them: 壹拾伍. */
export function legalNumber(number: number, signs: string): string | undefined {
  const places = signs.includes("壱") ? ["", "拾", "百", "阡"] : ["", "拾", "佰", "仟"];
  if (number === 0) return [...signs][0];
  return counted(number, [...signs], places, signs.includes("贰") ? "万" : "萬", {
    zeros: !signs.includes("壱"),
    bareTen: false,
    bareHundred: false,
  });
}

interface Habits {
  /** A zero is said where places are empty in between. */
  readonly zeros: boolean;
  /** Ten is 十, not 一十, at the start. */
  readonly bareTen: boolean;
  /** Hundred and thousand are said without a one. */
  readonly bareHundred: boolean;
}

/** Groups of four places. @returns undefined from a hundred million on */
function counted(number: number, digits: readonly string[], places: readonly string[], myriad: string, habits: Habits): string | undefined {
  if (number >= 100_000_000) return undefined;
  const [high, low] = [Math.floor(number / 10_000), number % 10_000];
  const group = (value: number, isFirst: boolean) => {
    let text = "";
    let isEmpty = false;
    for (let place = 3; place >= 0; place--) {
      const digit = Math.floor(value / 10 ** place) % 10;
      if (digit === 0) {
        isEmpty = text !== "" || !isFirst;
        continue;
      }
      if (isEmpty && habits.zeros) text += digits[0];
      isEmpty = false;
      const isBare =
        digit === 1 && place > 0 && (place === 1 ? habits.bareTen && (habits.bareHundred || (text === "" && isFirst)) : habits.bareHundred);
      text += (isBare ? "" : digits[digit]) + (places[place] ?? "");
    }
    return text;
  };
  return (high > 0 ? group(high, true) + myriad : "") + (low > 0 ? group(low, high === 0) : "");
}
