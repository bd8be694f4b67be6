/** Of one clause; bounded, so that no text takes long. */
const GAP = String.raw`[^.;:!?]{0,90}?(?<!\p{L})`;
/** "gilt für nicht volljährige Kinder" denies the age: away from its verb "nicht" ends the clause. */
const ENDS = String.raw`(?=\s*(?:[.,;:!?)]|$)|\s+(?:wenn|soweit|sofern|falls|solange|und|oder)(?!\p{L}))`;
/** No subordinate clause lies between: "gilt auch für Kinder, die nicht lesen". */
const BRACKET = String.raw`[^.,;:!?]{1,90}?(?<!\p{L})`;

/** What is exempted from: what was said, and not a thing of its own as in "exempt from tax". */
const FROM_THIS = String.raw`\s+(?:from|by|to)\s+(?:this|that|these|those|it|them|the|such|any|all|both|either|sentence|paragraph|section|clause|rule)(?!\p{L})`;
const AT_END = String.raw`\s*(?:[.,;:!?)]|$)`;

/** That something is not valid for someone, or is not due from them. */
const NOT_VALID = [
  // English
  `(?:is|are|be|remains?)\\s+(?:also\\s+|hereby\\s+)?(?:exempt(?:ed)?|excepted|excluded|excused|released|relieved|not\\s+(?:subject|bound|covered|affected))(?:${AT_END}|${FROM_THIS})`,
  "(?:is|are|be)\\s+(?:waived|suspended|disapplied|lifted|dispensed with|without prejudice)",
  "(?:does|do|shall|will|must|may)\\s+not\\s+(?:apply|extend|be applied|cover|affect)|(?:doesn|don|won)['’]t\\s+apply|no longer appl(?:y|ies)",
  `neither\\s${GAP}appl(?:y|ies)|need not|there (?:is|are) no such|(?:that|this) is not so(?=\\s+(?:for|in|on|at|if|where|when)\\s|${AT_END})`,
  // German
  "(?:gilt|gelten|greift|greifen|besteht|bestehen)(?:\\s+(?:dies|das))?(?:\\s+(?:jedoch|aber|nur|hingegen|allerdings|insoweit))?\\s+nicht(?!\\s+nur)",
  `(?:gilt|gelten|greift|greifen|besteht|bestehen|brauch(?:t|en))${BRACKET}nicht${ENDS}`,
  `finde[nt]${GAP}keine anwendung|keine anwendung finde[nt]|(?:besteht|bestehen)${GAP}keine?|entfällt|entfallen`,
  `(?:ist|sind|wird|werden|bleib(?:t|en))${GAP}(?<!nicht\\s)(?:ausgenommen|befreit|freigestellt|entbunden|ausgesetzt|entbehrlich|unanwendbar|unberührt)`,
  `(?:ist|sind|wird|werden)${GAP}nicht (?:anzuwenden|anwendbar|erforderlich|nötig|erfasst|umfasst|betroffen)`,
  `(?:hier|da)von${GAP}(?:ausgenommen|befreit)`,
  // French, Spanish, Portuguese, Italian, Dutch
  "(?:est|sont)\\s+(?:exempt|exclu|dispens|exonér)\\p{L}*|(?:qued|est|fic)(?:a|an|á|án|am|ão)\\s+(?:exceptuad|exclu[ií]d|exent|exim|isent|dispensad)\\p{L}*",
  "(?:è|sono)\\s+(?:esclus|esent|esonerat)\\p{L}*|(?:is|zijn)\\s+(?:hiervan\\s+)?(?:vrijgesteld|uitgezonderd|uitgesloten)",
].join("|");
const DENIES = new RegExp(String.raw`(?<!\p{L})(?:${NOT_VALID})(?![\p{L}])`, "iu");

/** Begins what takes something from a rule, and need not name the rule. */
const OPENS = new RegExp(
  '^[*_"“(]*(?:but|nothing in this (?:section|paragraph|clause|rule)|by way of derogation|in derogation|with the exception|notwithstanding|without prejudice|exempt(?:ed)? (?:is|are)|' +
    "es sei denn|eine ausnahme|ausnahmen? (?:gilt|gelten|kann|können|ist|sind|besteht|bestehen)|(?:etwas )?anderes gilt|mit ausnahme|außer|abweichend|ungeachtet|" +
    "unberührt bleib(?:t|en)|nicht (?:erfasst|umfasst|betroffen) (?:ist|sind)|(?:von .{1,40} )?ausgenommen (?:ist|sind|hiervon|davon)|" +
    String.raw`(?:qued|est)(?:a|an|á|án) (?:exceptuad|exclu[ií]d|exent)[oa]s?)(?!\p{L})|^[\d０-９]{0,3}\s{0,2}前(?:[項条]|各項|[一二三四五六七八九十]項)の(?:規定|定め)にかかわらず`,
  "iu",
);

/** Goes on from what was said to the contrary, with these words inside the clause: "Nurses, however, need not." */
const TURNS =
  /^[^.;:!?]{1,60}?(?:,\s*(?:however|though)\s*(?:[,.]|$)|(?<!\p{L})(?:jedoch|hingegen|allerdings)(?!\p{L}))|^(?:dagegen|hingegen|allerdings)(?!\p{L})/iu;

const RULES =
  "duty|obligation|requirement|rule|ban|prohibition|limit|restriction|deadline|period|fee|charge|condition|" +
  "\\p{L}*(?:pflicht|pflichtung|regel|regelung|vorschrift|bestimmung|verbot|gebot|schränkung|grenze|frist|gebühr|anforderung|voraussetzung)(?:en|n|s|es|e)?";
/** Speaks of what was said before: "this", "hiervon", "the duty". */
const OF_THIS = new RegExp(
  String.raw`(?<!\p{L})(?:this|these|such|(?:that|it) (?:does|do|shall|will|is)|neither|(?:the )?(?:above|foregoing|preceding|previous|same|latter)|letzteres|dies(?:e[rsmn]?)?|das gilt|gilt das|(?:hier|da)von|` +
    String.raw`(?:the|d(?:ie|er|as|en|em|es)) (?:(?:time|age|speed|weight) )?(?:${RULES}))(?!\p{L})`,
  "iu",
);
/** "Nurses are exempt." says from nothing, and so from what stands before. */
const EXEMPT_ALONE = /(?:is|are|sind|ist)\s+(?:exempt(?:ed)?|excepted|excluded|ausgenommen|befreit)\s*[.;]?$/iu;

/** Of a sentence so much is read. */
const REACH = 240;

/** Whether a sentence says of the one right before it that it is not valid, or not for all. */
export function deniesBefore(text: string): boolean {
  const head = text.slice(0, REACH);
  return OPENS.test(head) || TURNS.test(head) || DENIES.test(head);
}

/** Whether a paragraph or clause says so of the one before it: it must speak of that, or be nothing by itself. */
export function deniesClauseBefore(text: string): boolean {
  const head = text.slice(0, REACH);
  return OPENS.test(head) || (DENIES.test(head) && (OF_THIS.test(head) || EXEMPT_ALONE.test(head)));
}

/** Whether a numbered clause goes on from the one before it to the contrary. */
export function turnsFrom(text: string): boolean {
  return TURNS.test(text.slice(0, REACH));
}

const NAMES_RULE = new RegExp(
  `^(?:the|die|der|das) (?:(?:time|age|speed|weight) )?(?:${RULES}) (?:on|of|for|to|des|der|für|auf|von|zu[mr]?) `,
  "iu",
);

/** Whether it names what it denies by its matter and not by its place: "The ban on food …". */
export function namesItsRule(text: string): boolean {
  return NAMES_RULE.test(text);
}

const ALL = /^(?:neither|none of|both|keine? (?:der|dieser)|beides?|alles? dies)(?!\p{L})/iu;

/** Whether it speaks of more than one rule before it: "Neither limit applies in winter." */
export function isOfSeveral(text: string): boolean {
  return ALL.test(text);
}
