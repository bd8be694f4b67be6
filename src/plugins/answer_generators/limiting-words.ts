import { beginsException } from "../../parsing/exceptions.ts";
import { isAboutTheWhole, isReservation } from "../../parsing/scope-of-whole.ts";
import { clauseReferences } from "./clause-references.ts";
import type { Clause } from "./clauses.ts";
import { deniesBefore, deniesClauseBefore, turnsFrom } from "./denials.ts";

/** Words before a reference that take something from what it points at. */
const DEROGATES = before(
  "notwithstanding|despite|in spite of|contrary to|in derogation (?:of|from)|in deviation from|by way of (?:derogation|exception)|" +
    "exceptions? (?:to|from)|exempt(?:ed)? from|excluded from|unlike|in contrast to|nothing (?:contained |stated |set out |provided )?(?:in|under)|" +
    "anders als|im (?:gegensatz|unterschied) zu[mr]?|anders dan|contrairement (?:à|aux?)|a diferencia de|a differenza di|ao contrário d[oae]s?|abweichend v(?:on|om)|in abweichung v(?:on|om)|entgegen|ungeachtet|" +
    "keine anwendung finde[nt]|ausnahmen? (?:v(?:on|om)|zu[mr]?)|ausgenommen v(?:on|om)|" +
    "par dérogation (?:à|aux?)|par exception (?:à|aux?)|exceptions? (?:à|aux?)|nonobstant|no obstante|como excepción al?|" +
    "excepci(?:ón|ones) al?|em derrogação d[oae]s?|não obstante|exceç(?:ão|ões) ao?s?|in deroga al?|in deroga all['’]|nonostante|eccezion[ei] al?|" +
    "in afwijking van|niettegenstaande|uitzonderingen? op",
);
/** Words before a reference to what limits the sentence itself. */
const YIELDS = before(
  "subject to|except (?:as|where|to the extent) (?:provided|set out|stated|specified|permitted|otherwise provided) (?:in|by|under)|" +
    "except under|unless|vorbehaltlich|soweit|sofern|außer in den fällen|mit ausnahme|sous réserve|sauf dans les cas|salvo lo dispuesto|fatto salvo|salvo quanto previsto|" +
    "ressalvado|behoudens|onder voorbehoud van",
);

function before(words: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words})\s+(?:[\p{L}’']{1,14}\s+){0,4}$`, "iu");
}

/** "None of clauses 1 to 3 applies." */
const NONE = /(?<!\p{L})(?:none of|neither(?: of)?|keine[rs]? de[rs])\s+(?:the\s+)?$/iu;
const APPLIES = /^[^.;:!?]{0,30}?(?<!\p{L})(?:appl(?:y|ies)|gilt|gelten|findet anwendung|finden anwendung)(?!\p{L})/iu;

const NOT =
  "(?:does|do|shall|will|must|may) not (?:apply|be applied|extend)|(?:doesn|don|isn|aren|won)['’]t appl(?:y|icable)|(?:is|are) not applicable|ceases? to apply|applies only|apply only|" +
  "(?:is|are|be) (?:disapplied|waived|suspended|dispensed with)|(?:has|have) no (?:application|effect)|(?:gilt|gelten)(?: jedoch| aber)? (?:nicht(?! nur)|nur)|" +
  "(?:ist|sind) nicht anzuwenden|finde[nt] keine anwendung|ne s['’]applique(?:nt)? (?:pas|que)|no (?:se aplican?|serán? aplicables?|serán? de aplicación)|" +
  "não se aplicam?|non si applica(?:no)?|(?:is|zijn) niet van toepassing|geldt niet|gelden niet|geldt alleen";
/** Of one clause; the dot of "1.3" does not end it. */
const WITHIN = String.raw`(?:[^.;:!?]|[.:](?=\d))`;
/** Of one clause of a German or Dutch sentence, over no subordinate one: between a verb and its "nicht". */
const BRACKET = String.raw`(?:[^.,;:!?]|[.:](?=\d)|,(?!\s+(?:d(?:ie|er|as|en|em|eren|essen)|wenn|falls|sofern|soweit|solange|weil|dass|ob|auch|es|wer|was|wo|als|die|dat|wanneer|indien|zolang)(?!\p{L}))){1,90}?(?<!\p{L})`;
/** At the end of its clause: "gilt für nicht volljährige Kinder" denies the age. */
const ENDS = String.raw`(?=\s*(?:[.,;:!?)]|$)|\s+(?:wenn|soweit|sofern|falls|solange|und|oder|sondern|mehr|als|indien|wanneer|en|of)(?!\p{L}))`;
const NOT_AT_END = [
  `(?:gilt|gelten|galt|greif(?:t|en)|geld(?:t|en))${BRACKET}(?:nicht|niet)${ENDS}`,
  `finde[nt]${BRACKET}keine(?:rlei)? anwendung`,
  `(?:ist|sind|wird|werden|darf|dürfen)${BRACKET}(?:nicht (?:anzuwenden|anwendbar|angewendet|angewandt|einschlägig)|unanwendbar|ausgesetzt)`,
  `(?:is|zijn)${BRACKET}niet van toepassing`,
  "(?:does|do|shall|will)(?!\\p{L})[^.;:!?]{1,40}?(?<!\\p{L})not apply",
].join("|");
const DOES_NOT_APPLY = new RegExp(String.raw`^${WITHIN}{0,60}?(?<!\p{L})(?:${NOT}|${NOT_AT_END})(?!\p{L})`, "iu");
/** "Von Absatz 1 sind Mitglieder befreit." */
const FROM = /(?<!\p{L})v(?:on|om)\s+(?:[\p{L}’']{1,14}\s+){0,4}$/iu;
const EXEMPT =
  /^(?:[^.;:!?]|[.:](?=\d)){0,90}?(?<!\p{L})(?<!(?:nicht|niemand|keiner)\s{1,3})(?:befreit|ausgenommen|freigestellt|entbunden)(?!\p{L})/iu;
/** "Für Filme gilt Absatz 1 nicht", "Auf Filme ist Absatz 1 nicht anzuwenden". */
const VERB_BEFORE = /(?<!\p{L})(?:gilt|gelten|ist|sind|findet|finden)\s+$/iu;
const NOT_AFTER = /^[^.;:!?]{0,40}?(?<!\p{L})(?:nicht|keine anwendung)(?!\p{L})/iu;

const VERB = /(?<!\p{L})(?:appl(?:y|ies)|remains?|gilt|gelten|bleib(?:t|en)|findet|finden|geld(?:t|en)|s['’]applique(?:nt)?)(?!\p{L})/iu;

/** The clause belongs to another text: "§ 3 des Bundesurlaubsgesetzes", "clause 2 of the Lease", "§ 1 BGB". */
const OF_ANOTHER =
  /^\s{0,2}(?:(?:of|in|from|under)\s+(?:the\s+|an?\s+|that\s+|its\s+)?(?!(?:This|These|The|Section|Clause|Article|Paragraph|Agreement|Contract|Policy|Lease|Rules|Terms|Act|Regulation|Directive)(?!\p{L}))\p{Lu}|(?:des|der|dem|du|de la|del|della|do|da|van de|van het)\s+(?!Abs|Satz|Artikel|Paragra|Lid|Vertrag|Gesetz)\p{Lu}|\p{Lu}\p{L}*\p{Lu}\p{L}*)/u;

/** What a sentence says of clauses that it names. */
export interface Naming {
  /** It limits them. */
  readonly limits: readonly Clause[];
  /** They limit it. */
  readonly limitedBy: readonly Clause[];
  /** Whether it says so of clauses of another text. */
  readonly elsewhere: boolean;
}

/** @param text - a sentence or item without its own number */
export function readNaming(text: string): Naming {
  const limits: Clause[] = [];
  const limitedBy: Clause[] = [];
  let elsewhere = false;
  const references = clauseReferences(text);
  for (const [i, { start, end, clauses }] of references.entries()) {
    const ahead = text.slice(Math.max(0, start - 90), start);
    const after = saidOf(text.slice(end, end + 200), (references[i + 1]?.start ?? text.length) - end);
    const isLimited = derogates(ahead, after);
    const yields = !isLimited && YIELDS.test(ahead);
    if (!isLimited && !yields) continue;
    if (OF_ANOTHER.test(after)) elsewhere = true;
    else (isLimited ? limits : limitedBy).push(...clauses);
  }
  return { limits, limitedBy, elsewhere };
}

function derogates(ahead: string, after: string): boolean {
  if (DEROGATES.test(ahead) || DOES_NOT_APPLY.test(after)) return true;
  return (
    (VERB_BEFORE.test(ahead) && NOT_AFTER.test(after)) ||
    (FROM.test(ahead) && EXEMPT.test(after)) ||
    (NONE.test(ahead) && APPLIES.test(after))
  );
}

/** "Clause 1 applies, but clause 2 does not apply": of the first is said what stands before the second. */
function saidOf(after: string, next: number): string {
  const between = after.slice(0, next);
  return VERB.test(between) ? between : after;
}

/** Begins an exception, or goes on with the case that the sentence before opened ("If you do, ..."). */
const GOES_ON =
  /^[*_"“(]*(?:but\b|nevertheless\b|conversely\b|only if\b|otherwise\b|if (?:so|not)\b|if (?:you|they|we|he|she|it) (?:do(?:es)?|are|is)(?: not|n['’]t)?,|this (?:rule |section |paragraph |clause )?(?:does|do|shall|will) not apply|salvo che|todavia\b)/iu;

/** Whether a sentence limits the one before it in the same paragraph. */
export function limitsBefore(text: string): boolean {
  return GOES_ON.test(text) || ((beginsException(text, 0) || deniesBefore(text)) && !isReservation(text));
}

/** A whole clause that is an exception to the one before, and no rule with an exception of its own ("Except for films, …"). */
const STANDS_APART = new RegExp(
  '^[*_"“(]*(?:' +
    "exceptions?|by way of exception|excluded from this|exempt from this|(?:this|that|it|the (?:above|foregoing|preceding)(?: \\p{L}+)?) (?:does|do|shall|will) not apply|" +
    "this (?:rule|section|paragraph|clause|provision|limit|period) (?:does|do|shall|will) not apply|however|nevertheless|notwithstanding (?:the )?(?:above|foregoing|preceding)|" +
    "ausnahmen?|ausnahmsweise|(?:hiervon )?ausgenommen|(?:hiervon|davon) (?:ausgenommen|abweichend|unberührt)|(?:dies|das)(?:e \\p{L}+)? gilt(?: jedoch| aber)? nicht|jedoch|abweichend (?:hier|da)von|" +
    "exceptions?|par exception|par dérogation|toutefois|cependant|néanmoins|exception faite|(?:ceci|cela) ne s['’]applique pas|" +
    "excepci(?:ón|ones)|por excepción|no obstante|sin embargo|(?:esto|lo anterior) no se aplica|" +
    "eccezion[ei]|in deroga|tuttavia|(?:ciò|questo) non si applica|exceç(?:ão|ões)|no entanto|contudo|(?:isto|isso|o disposto) não se aplica|" +
    "uitzondering(?:en)?|hiervan uitgezonderd|in afwijking hiervan|(?:dit|dat) geldt niet" +
    String.raw`)(?!\p{L})`,
  "iu",
);
const OTHER_SCRIPTS = /^[「『（(]?[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}]/u;

/**
 * @param text - of a paragraph, a numbered clause or an item, without its number
 * @param isNumbered - whether it has one: clauses in a row are on one matter more often than paragraphs
 */
export function limitsClauseBefore(text: string, isNumbered = false): boolean {
  if (STANDS_APART.test(text) || (isNumbered && turnsFrom(text))) return true;
  if (deniesClauseBefore(text)) return !isReservation(text) && !isAboutTheWhole(text);
  if (!beginsException(text, 0) || isReservation(text)) return false;
  // "Except on Sundays." says something only with what it excepts from; behind a comma would come a rule.
  return OTHER_SCRIPTS.test(text) || (OPENS_FRAGMENT.test(text) && !text.includes(","));
}

const OPENS_FRAGMENT =
  /^[*_"“(]*(?:except|excepting|save|unless|provided|but not|but only|other than|es sei denn|sofern nicht|soweit nicht|sauf|à moins que|à l['’]exception|salvo|excepto|a menos que|exceto|a não ser que|tranne|eccetto|a meno che|tenzij|behalve|uitgezonderd)(?!\p{L})/iu;

/** Says of what stands before it that it does not apply, and so belongs to it whatever its other words: "However, this does not apply". */
const POINTS_BACK =
  /^.{0,40}?(?<!\p{L})(?:this|these|(?:that|it) (?:does|do|shall|will)|(?:the )?(?:above|foregoing|preceding)|dies(?:e[rsmn]?)?|das gilt|gilt das|(?:hier|da)von|ceci|cela|esto|lo anterior|ciò|questo|isto|isso|o disposto|hiervan|(?:dit|dat) geldt|geldt (?:dit|dat))(?!\p{L})/iu;

/** @param text - of which `limitsClauseBefore` is true; "However, …" with a rule of its own need not belong to the clause before */
export function pointsBack(text: string): boolean {
  return !(STANDS_APART.test(text) || turnsFrom(text) || deniesClauseBefore(text)) || POINTS_BACK.test(text);
}
