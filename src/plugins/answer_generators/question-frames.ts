import { foldWord } from "../../search/analysis/characters.ts";

/** How a language asks: the words of a question that say nothing of its matter. Words are folded as the index folds them. */
export interface QuestionFrame {
  /** Words that ask or join, and forms of verbs that every sentence may have: they are in no answer, or in any. */
  readonly asking: ReadonlySet<string>;
  /** Words for what kind of thing or how much of it is asked for ("sort", "person"); counted ("how many people") they are the matter itself. */
  readonly kinds: ReadonlySet<string>;
  /** Verbs that carry another word ("take effect", "in Kraft treten"), written one way here and another there: good to have, and not missed. */
  readonly light: ReadonlySet<string>;
  /** Measures: right after `how` they ask ("how long", "wie hoch"), and say something elsewhere ("too large"). */
  readonly measured: ReadonlySet<string>;
  /** Stands right before a measure, at the end of a text. */
  readonly how: RegExp;
  /** Right before a noun that says what kind of thing is asked for: "which company", "welche Frist". */
  readonly which: RegExp;
  /** After `which` these name a length or sum that an answer gives by having one: "welche Frist" is answered by "binnen 30 Tagen". */
  readonly measures: ReadonlySet<string>;
  /** Right before a noun that is counted: "how many days", "wie viele Tage". */
  readonly counts: RegExp;
  /** The beginning of a question, right before what it is about: "what is the", "wie hoch ist die". */
  readonly names: RegExp;
  /** The beginning of a question whether there is something, right before that: "is there a", "gibt es". */
  readonly exists: RegExp;
  /** Right after such a noun, where it is what is asked about, and no mere kind of thing: "welche Frist gilt", and not "welche Stadt liegt". */
  readonly holds: RegExp;
  /** Between a noun and what it is of: "the fee for the", "die Gebühr für die". */
  readonly of: RegExp;
  /** Whether a capital letter inside a sentence makes a name. German writes every noun with one. */
  readonly capitalsName: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(foldWord));
const NEVER = /(?!)/;
const PLAIN: QuestionFrame = {
  asking: new Set(),
  kinds: new Set(),
  light: new Set(),
  measured: new Set(),
  how: NEVER,
  which: NEVER,
  measures: new Set(),
  counts: NEVER,
  names: NEVER,
  exists: NEVER,
  holds: NEVER,
  of: NEVER,
  capitalsName: true,
};

/** By primary subtag. To teach the answers another language, add its frame. */
const FRAMES: { readonly [language: string]: QuestionFrame } = {
  en: {
    ...PLAIN,
    kinds: words(`
      happen happens happened mean means meant kind sort type need needs want wants tell know find say says explain describe define please
      allowed may might shall must let anyone someone anybody somebody people person thing things something anything way per via within
      without among between toward towards onto upon across around beside besides despite whatever whenever wherever whichever whoever ever
      even still already else yet exactly actually usually away difference different`),
    light: words(`
      take takes taken took make makes made put puts go goes come comes get gets give gives use used work works apply applies always never
      only`),
    measured: words("long many much often soon quickly fast high tall deep wide heavy expensive"),
    how: /\b(?:how|as)\s+$/i,
    which: /\b(?:which|what)\s+$/iu,
    counts: /\bhow (?:many|much)\s+$/iu,
    names:
      /^\s*(?:(?:what|who)(?:['’]s| is| are| was| were)|how (?:old|high|tall|big|large|deep|wide|heavy|expensive) (?:is|are|was|were|must|may|should|can))\s+(?:the\s+|an?\s+|any\s+)?$/iu,
    exists: /^\s*(?:is|are) there\s+(?:an?\s+|any\s+)?$/iu,
    of: /^\s+(?:for|during|in)(?!\p{L})/iu,
  },
  de: {
    ...PLAIN,
    asking: words(`
      wem wen wessen weshalb wieso wozu worum worin woran worauf woraus wofür womit wodurch wobei wovon wovor wonach worüber worunter woher
      wohin inwiefern inwieweit wieviel wieviele welch was wer wie
      bin bist seid wäre wären gewesen habe hast habt haben hätte hätten gehabt sei seien wirst werdet würde würden darf darfst dürfen dürft
      dürfte dürften durfte durften muss musst müssen müsst müsste müssten musste mussten kannst könnt könnte könnten konnte konnten sollst
      sollen sollt sollte sollten will willst wollen wollt wollte wollten mag mögen möchte möchten
      gibt gibts gebe geben gab gäbe gilt gelten galt galten gölte besteht bestehen bestand bestanden beträgt betragen betrug betrugen
      dauert dauern dauerte heißt heißen hieß hießen bedeutet bedeuten bedeutete brauche braucht brauchen benötigt benötigen benötige
      handelt geht gehe gehen beachten beachtet berücksichtigen passiert passieren geschieht geschehen
      mein meine meinem meinen meiner meines dein deine deinem deinen deiner unser unsere unserem unseren unserer euer eure mich mir dich dir
      euch ihnen ihren ihres selbst jemand jemanden jemandem niemand etwas irgendein irgendeine irgendwelche
      bitte sagen sage sagt erkläre erklären nenne nennen genau eigentlich überhaupt denn dazu dafür dabei davon damit darüber daran darauf
      statt ab an ein aus vor zu weg mal noch schon immer eben gerade ungefähr etwa
      innerhalb außerhalb ohne gegenüber bezüglich hinsichtlich laut gemäß pro je jeweils insgesamt maximal mindestens höchstens lautet lauten`),
    kinds: words("art arten sorte weise ding dinge sache sachen person personen mensch menschen leute unterschied dauer höhe zeit"),
    light: words(`
      macht machen mache gemacht tut tun getan kommt kommen lässt lassen steht stehen liegt liegen findet finden stattfinden fand fanden nimmt nehmen genommen stellt
      stellen gestellt bekommt bekommen bekomme erhält erhalten erhalte kriegt kriegen verwendet verwenden nutzt nutzen benutzt genutzt
      führt führen setzt setzen bringt bringen hält halten tritt treten fällt fallen erfolgt erfolgen nennt genannt
      nie niemals stets`),
    measured: words(`
      lang lange länger viel viele oft häufig hoch hohe groß weit teuer alt schnell bald früh spät breit schwer tief dick stark kurz`),
    how: /(?:^|[^\p{L}])(?:wie|so|zu)\s+$/iu,
    which: /(?:^|[^\p{L}])(?:welche[rsnm]?|was für (?:ein(?:e[rsnm]?)?\s)?)\s*$/iu,
    measures: words("frist zeitraum betrag"),
    counts: /(?:^|[^\p{L}])wie\s?viele?\s+$/iu,
    names:
      /^\s*(?:(?:was|wer|wo|wann)|wie (?:lange?|hoch|groß|alt|teuer|schnell|oft|weit))\s+(?:ist|sind|war|waren|gilt|gelten|dauert|dauern|beträgt|müssen|muss|dürfen|darf)\s+(?:(?:der|die|das|den|dem|ein|eine|einen)\s+)?$/iu,
    exists: /^\s*gibt es\s+(?:k?eine?n?\s+)?$/iu,
    holds: /^\s+(?:gilt|gelten|galt|galten|besteht|bestehen|gibt|fällt|fallen|hat|haben)(?!\p{L})/iu,
    of: /^\s+(?:für|bei|beim|von|vom|zu[mr]?|auf|gegen|der|des|dem|in|im|während)(?!\p{L})/iu,
    capitalsName: false,
  },
  nl: {
    ...PLAIN,
    asking: words(`
      hoe wat wie welk welke wiens waarvoor waarmee waarop waarvan waaruit waarin waarover waaronder waarnaar wanneer waarheen
      ben bent zijn geweest heb hebt hebben gehad mag mogen mocht mochten moet moeten moest moesten kunt kunnen kon konden zult zullen zal zou
      zouden wil wilt willen wilde wilden hoeft hoeven
      geldt gelden gold bestaat bestaan bedraagt bedragen bedroeg duurt duren duurde heet heten heette betekent betekenen nodig
      gaat gaan gebeurt gebeuren letten
      jouw jullie uw onze iemand niemand iets zelf alstublieft precies eigenlijk ongeveer
      binnen buiten zonder volgens per tegenover maximaal minimaal hoogstens minstens altijd nooit al eens graag nog luidt luiden`),
    kinds: words("soort soorten manier ding dingen zaak persoon personen mens mensen verschil duur hoogte tijd"),
    light: words(`
      maakt maken gemaakt doet doen gedaan komt komen laat laten staat staan ligt liggen vindt vinden plaats neemt nemen krijgt krijgen krijg
      gebruikt gebruiken geeft geven zet zetten brengt brengen houdt houden treedt treden valt vallen`),
    measured: words("lang lange veel vaak hoog hoge groot duur oud snel ver vroeg laat breed zwaar diep"),
    how: /(?:^|[^\p{L}])(?:hoe|zo|te)\s+$/iu,
    which: /(?:^|[^\p{L}])(?:welke?|wat voor (?:een\s)?)\s*$/iu,
    measures: words("termijn bedrag"),
    counts: /(?:^|[^\p{L}])hoe\s?veel\s+$/iu,
    names:
      /^\s*(?:(?:wat|wie|waar|wanneer)|hoe (?:lang|hoog|groot|oud|duur|vaak|ver))\s+(?:is|zijn|was|waren|geldt|duurt|bedraagt)\s+(?:(?:de|het|een)\s+)?$/iu,
    holds: /^\s+(?:geldt|gelden|bestaat|bestaan|heeft|hebben)(?!\p{L})/iu,
    of: /^\s+(?:(?:voor|bij|van|op|tegen)(?!\p{L}))/iu,
  },
  fr: {
    ...PLAIN,
    asking: words(`
      est ce que qu quoi quel quelle quels quelles qui comment combien où lequel laquelle lesquels lesquelles pourquoi
      suis es sommes êtes étais ai as avons avez avais aurait auraient serait seraient puis peux peuvent pouvons pouvez pourrait pourraient
      pouvoir dois doit doivent devons devez devrait devraient devoir faut fallait veut veux veulent vouloir
      existe existent applique appliquent appliquer dure durent signifie signifient appelle appellent nomme veut dire
      passe arrive prévu prévue prévus prévues nécessaire
      quelqu quelque temps exactement environ déjà toujours jamais encore svp merci lieu`),
    kinds: words("chose personne personnes gens sorte sortes genre type types façon manière différence durée montant"),
    light: words(`
      fait font faire faites prend prendre prennent met mettre mettent donne donner donnent va vont aller vient venir trouve trouver trouvent utilise utiliser utilisé
      reçoit recevoir obtient obtenir tient tenir entre rester reste`),
    measured: words("long longtemps haut haute grand grande élevé élevée souvent loin cher vite âgé"),
    how: /(?:^|[^\p{L}])(?:comment|combien|si|trop|aussi)\s+$/iu,
    which: /(?:^|[^\p{L}])quel(?:le)?s?\s+$/iu,
    counts: /(?:^|[^\p{L}])combien (?:de\s+|d['’])$/iu,
    names:
      /^\s*(?:quel(?:le)?s?|qu['’]est-ce que|qui|où|quand|combien)\s+(?:est|sont|était|étaient|dure|durent|coûte|c['’]est)?\s*(?:(?:le|la|les|un|une|des)\s+|l['’])$/iu,
    holds: /^\s+(?:s['’]applique(?:nt)?|existe(?:nt)?|vaut|valent)(?!\p{L})/iu,
    of: /^\s+(?:(?:de|du|des|pour|sur|aux?)(?!\p{L})|d['’])/iu,
  },
  es: {
    ...PLAIN,
    asking: words(`
      qué cuál cuáles quién quiénes cómo cuándo cuánto cuánta cuántos cuántas dónde adónde
      soy eres somos son sería serían he has hemos tengo tienes tenemos tener tenía puedo puede puedes pueden podemos podría podrían poder debo
      debe debes deben debemos debería deberían deber quiero quiere quieren querer
      existe existen aplica aplican dura duran significa significan llama llaman vale pasa ocurre sucede necesario necesita necesito necesitan
      alguien nadie tiempo exactamente aproximadamente siempre nunca aún todavía lugar favor`),
    kinds: words("cosa cosas persona personas gente tipo tipos clase clases manera forma modo diferencia duración importe"),
    light: words(`
      hace hacen hacer hago toma tomar toman pone poner ponen da dan dar va van ir viene venir encuentra encontrar encuentran usa usar usan utiliza utilizar recibe
      recibir obtiene obtener lleva llevar queda quedar entra entrar`),
    measured: words("largo larga alto alta grande lejos caro rápido viejo tiempo"),
    how: /(?:^|[^\p{L}])(?:cómo de|qué tan|cuán|cuánto|tan)\s+$/iu,
    which: /(?:^|[^\p{L}])(?:qué|cuál(?:es)?)\s+$/iu,
    counts: /(?:^|[^\p{L}])cuánt[oa]s?\s+$/iu,
    names:
      /^\s*¿?\s*(?:qué|cuál(?:es)?|quién(?:es)?|dónde|cuándo|cuánto)\s+(?:es|son|era|eran|está|dura|cuesta)\s+(?:(?:el|la|los|las|un|una)\s+)?$/iu,
    holds: /^\s+(?:se aplican?|existen?|rige|rigen|vale|hay)(?!\p{L})/iu,
    of: /^\s+(?:(?:del?|para|por|sobre)(?!\p{L}))/iu,
  },
  it: {
    ...PLAIN,
    asking: words(`
      che cosa quale quali qual chi come quando quanto quanta quanti quante dove perché
      sono sei siamo sarebbe sarebbero ho hai abbiamo posso puoi può possono possiamo potrebbe potrebbero potere devo devi deve devono dobbiamo
      dovrebbe dovrebbero dovere voglio vuole vogliono volere
      esiste esistono vale valgono applica applicano dura durano significa significano chiama chiamano succede serve servono occorre occorrono
      necessario qualcuno nessuno tempo esattamente circa sempre mai ancora già favore luogo`),
    kinds: words("cose persona persone gente tipo tipi genere modo maniera differenza durata importo"),
    light: words(`
      fa fanno fare prende prendere prendono mette mettere dà danno dare va vanno andare viene venire vengono trova trovare usa usare usano utilizza riceve ricevere
      ottiene ottenere porta portare resta restare entra entrare`),
    measured: words("lungo lunga alto alta grande lontano caro veloce vecchio tempo"),
    how: /(?:^|[^\p{L}])(?:quanto|così|tanto)\s+$/iu,
    which: /(?:^|[^\p{L}])(?:quale?|quali|che)\s+$/iu,
    counts: /(?:^|[^\p{L}])quant[oaie]\s+$/iu,
    names:
      /^\s*(?:(?:che )?cos['’]\s?è|chi è|dov['’]è|(?:qual|quale|quando|quanto)\s*['’]?\s*(?:è|sono|era|dura|costa)|quali sono)\s+(?:(?:il|lo|la|i|gli|le|un|uno|una)\s+|l['’])?$/iu,
    holds: /^\s+(?:si applica(?:no)?|vale|valgono|esiste|esistono|vige)(?!\p{L})/iu,
    of: /^\s+(?:(?:di|del|dello|della|dei|degli|delle|per|sul?|sulla)(?!\p{L})|dell['’])/iu,
  },
  pt: {
    ...PLAIN,
    asking: words(`
      que quê qual quais quem como quando quanto quanta quantos quantas onde aonde
      sou somos seria seriam tenho tens temos ter tinha posso pode podes podem podemos poderia poderiam poder devo deve deves devem devemos
      deveria deveriam dever quero quer querem querer
      existe existem há aplica aplicam dura duram significa significam chama chamam acontece ocorre preciso precisa precisam necessário
      alguém ninguém tempo exatamente aproximadamente sempre nunca ainda já lugar favor`),
    kinds: words("coisa coisas pessoa pessoas gente tipo tipos forma modo maneira diferença duração valor"),
    light: words(`
      faz fazem fazer toma tomar põe pôr dá dão dar vai vão ir vem vir encontra encontrar usa usar usam utiliza utilizar recebe receber obtém
      obter leva levar fica ficar entra entrar`),
    measured: words("longo longa alto alta grande longe caro rápido velho tempo"),
    how: /(?:^|[^\p{L}])(?:quão|quanto|tão)\s+$/iu,
    which: /(?:^|[^\p{L}])(?:que|qual|quais)\s+$/iu,
    counts: /(?:^|[^\p{L}])quant[oa]s?\s+$/iu,
    names: /^\s*(?:(?:o )?que|qual|quais|quem|onde|quando|quanto)\s+(?:é|são|era|eram|dura|custa)\s+(?:(?:o|a|os|as|um|uma)\s+)?$/iu,
    holds: /^\s+(?:se aplicam?|existem?|vale|valem|há)(?!\p{L})/iu,
    of: /^\s+(?:(?:de|d[oa]s?|para|por|sobre)(?!\p{L}))/iu,
  },
};

/** Languages of which the way of asking is known. */
export const ASKED_IN: readonly string[] = Object.keys(FRAMES);

/** The frame of a language; one without words for a language that is not known. */
export function frameOf(language: string): QuestionFrame {
  return Object.hasOwn(FRAMES, language) ? (FRAMES[language] as QuestionFrame) : PLAIN;
}
