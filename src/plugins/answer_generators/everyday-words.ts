import { analyze } from "../../search/analysis/analyze.ts";
import { baseForm, wordsOf } from "./words.ts";

/**
 * What people ask in one word and documents say in another: on each line an everyday English wording, and what rules, contracts and
 * manuals may say in its place. To teach the product the words of a trade, add lines.
 */
export const everydayWords: readonly (readonly string[])[] = `
ask, request, apply
begin, start, commence
finish, end, terminate, expire
stop, cease, discontinue, suspend
buy, purchase, acquire
cost, price, fee, charge
price, fee, charge
charge, fee, reimburse
pay, reimburse, fee
money back, refund, reimburse
wage, salary, remuneration
salary, wage, remuneration
bonus, incentive
phone, telephone
call, telephone
email, electronic mail
post, mail
photo, photograph, picture, image
photograph, photo, picture
picture, photo, photograph, image
movie, film, video
police, law enforcement
lawyer, attorney, counsel, solicitor
sue, lawsuit, legal action, litigation
court case, legal action, lawsuit
contest, appeal, dispute, challenge, object
fight, contest, dispute, challenge
complain, complaint, grievance
tell, inform, notify
say, state
warn, notify, notice
boss, manager, supervisor
worker, employee, staff, personnel
hire, recruit, employ
fire, dismiss, terminate
quit, resign
holiday, vacation, annual leave
vacation, holiday, annual leave
sick, ill
doctor, physician
kid, child, minor
child, minor
car, vehicle
home, house, dwelling
rent, lease
tenant, lessee
landlord, lessor
delete, remove, erase
take down, takedown, remove, disable
put back, restore, reinstate, re-enable
shut down, close, disable, terminate
log in, login, sign in
block, ban, suspend, disable
ban, prohibit, suspend
forbid, prohibit, ban
allow, permit
need, require
old, age
big, large, size
large, size
biggest, largest, maximum, exceed
longest, maximum
smallest, least, minimum
change, modify, amend, alter
send, submit, transmit
get, receive, obtain
keep, retain, store, preserve
show, display
reveal, disclose
hide, conceal
break, breach, violate
rule, policy, regulation
fine, penalty
hurt, injure, harm
die, death
convert, cast
choose, select
check, verify, review, inspect
look at, review, inspect
fix, repair, correct
help, assist, support
cancel, terminate
gift, present
dinner, meal
trip, travel, journey
flight, airfare
hotel, accommodation, lodging
secret, confidential
copy, duplicate, reproduce
seller, vendor, supplier
customer, client
brand, brand name, trademark
brand name, trademark
build, compile
deadline, time limit
make sure, ensure
throw away, dispose, discard
turn on, switch on, activate
turn off, switch off, deactivate
`
  .trim()
  .split("\n")
  .map((line) => line.split(", "));

/** Another wording, as written and as the terms of the index, in order. */
export interface Wording {
  readonly text: string;
  readonly terms: readonly string[];
  /** The word itself, written in another way: "email" for "e-mail". */
  readonly same?: boolean;
}

/** Where a wording begins in a question, how many terms it takes, and what may stand for it. */
export interface Reworded {
  readonly at: number;
  readonly length: number;
  readonly others: readonly Wording[];
}

let groups: Wording[][] | undefined;

/** The everyday wordings that stand in a row of English terms; where one lies inside a longer one, the longer counts. */
export function rewordingsOf(terms: readonly string[]): Reworded[] {
  groups ??= everydayWords.map((group) => group.map((text) => ({ text, terms: termsOf(text) })));
  const found: Reworded[] = [];
  for (const [everyday, ...others] of groups) {
    for (let at = 0; everyday !== undefined && at < terms.length; at++) {
      if (stands(everyday.terms, terms, at)) found.push({ at, length: everyday.terms.length, others });
    }
  }
  return found.filter(({ at, length }) => !found.some((other) => other.length > length && other.at <= at && other.at + other.length > at));
}

/** Whether the terms of a wording stand in a row at a place of others. */
export function stands(wording: readonly string[], terms: readonly string[], at: number): boolean {
  return wording.every((term, i) => terms[at + i] === term);
}

function termsOf(text: string): string[] {
  return wordsOf(analyze(text, { language: "en" })).map(({ term }) => baseForm(term));
}
