import { stemmerOf } from "../../search/analysis/stemming.ts";

/** What is parted from its verb, or joined to it again by "zu" and "ge": "einzureichen", "eingereicht". Folded. */
const SEPARABLE =
  "ab|an|auf|aus|bei|dar|durch|ein|fest|fort|her|hin|los|mit|nach|nieder|statt|teil|uber|um|unter|vor|weg|weiter|wieder|zuruck|zusammen|zu";
const INSIDE = new RegExp(`^(${SEPARABLE})(?:zu|ge)(?=.{3})`);
/** "gemeldet", and no noun as short as "Gehalt". */
const PARTICIPLE = /^ge(?=.{4,}t$)/;
const ENDS_IN_T = /(?<=^.{4,})t$/;

/**
 * One form for those of a German verb that its stemmer keeps apart: without "zu" and "ge" inside and without the "t" of "verliert". For terms,
 * which are stems; undefined in other languages.
 */
export function verbForms(language: string): (term: string) => string | undefined {
  if (language !== "de") return () => undefined;
  const stem = stemmerOf(language);
  const known = new Map<string, string>();
  return (term) => {
    let form = known.get(term);
    if (form === undefined) {
      const bare = term.replace(INSIDE, "$1").replace(PARTICIPLE, "").replace(ENDS_IN_T, "");
      form = bare === term ? term : stem(bare);
      known.set(term, form);
    }
    return form;
  };
}
