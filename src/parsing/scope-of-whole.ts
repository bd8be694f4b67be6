/** What a text calls itself as a whole. A section that begins with "This Regulation does not apply …" is about scope: it limits no rule before it. */
const WHOLES = [
  // English, German
  ...["act", "agreement", "bill", "code", "contract", "convention", "decision", "decree", "directive", "guidance", "guide", "guidelines"],
  ...["handbook", "law", "lease", "license", "licence", "manual", "notice", "order", "ordinance", "policy", "regulation", "regulations"],
  ...["rules", "standard", "statement", "statute", "terms", "treaty", "warranty"],
  ...["abkommen", "bedingungen", "beschluss", "gesetz", "ordnung", "richtlinie", "richtlinien", "satzung", "verordnung", "vertrag"],
  // French, Spanish, Portuguese, Italian, Dutch
  ...["accord", "code", "contrat", "convention", "directive", "décision", "loi", "politique", "règlement", "traité"],
  ...["acuerdo", "código", "contrato", "convenio", "decisión", "directiva", "ley", "política", "reglamento"],
  ...["acordo", "convenção", "decisão", "diretiva", "lei", "regulamento"],
  ...["accordo", "codice", "contratto", "convenzione", "decisione", "direttiva", "legge", "politica", "regolamento"],
  ...["beleid", "besluit", "overeenkomst", "richtlijn", "verordening", "wet"],
];
const THIS =
  "this|the present|these|die|diese|dieser|dieses|die vorliegende|das vorliegende|le présent|la présente|les présentes|ce|cet|cette|" +
  "el presente|la presente|este|esta|o presente|a presente|il presente|questo|questa|deze|dit";
const LATIN = new RegExp(`^(?:nothing\\s+in\\s+)?(?:${THIS})\\s+(?:\\p{L}+\\s+){0,2}(?:${WHOLES.join("|")})(?!\\p{L})`, "iu");
const OTHERS =
  /^(?:本(?:法|条例|规定|规则|办法|合同|协议|規定|規則|契約|規約)|この(?:法律|規則|政令|省令|条例|契約|規約)|(?:พระราชบัญญัติ|ระเบียบ|ประกาศ|สัญญา|ข้อบังคับ)นี้)/u;

/** "Unless otherwise agreed, fees are due in May": a rule with its reservation, which limits no rule before it. */
const RESERVATION =
  /^(?:(?:unless|except|save)\s+(?:as\s+|where\s+)?otherwise|(?:soweit|sofern)\s+nichts\s+anderes|sauf\s+(?:disposition|stipulation|indication|accord|convention)\s+contraire|salvo\s+(?:disposición|pacto|estipulación|disposição|estipulação|diversa|diverso)|tenzij\s+anders)(?!\p{L})/iu;

export function isReservation(line: string): boolean {
  return RESERVATION.test(line);
}

/** @param line - without the number or mark before it */
export function isAboutTheWhole(line: string): boolean {
  return LATIN.test(line) || OTHERS.test(line);
}
