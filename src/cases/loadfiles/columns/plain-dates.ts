/**
 * Rewrites spellings of dates that usual-dates.ts does not read: invisible characters and spaces of other kinds, names of months
 * and days in other languages, years and days with Chinese, Japanese or Korean units, brackets and comments. docs/load-files.md
 * lists them.
 */

/** Names of months without accents, and their short forms. In these languages, no word stands for two months. */
const MONTH_WORDS: Readonly<Record<string, string>> = {
  Jan: 'januar janvier janv janeiro enero ene gennaio gen januari janner',
  Feb: 'februar fevrier fevr fev fevereiro febrero febbraio februari',
  Mar: 'mar marz maerz mrz mars marco marzo maart mrt',
  Apr: 'avril avr abril abr aprile',
  May: 'mai maio mayo maggio mag mei',
  Jun: 'juni juin junho junio giugno giu',
  Jul: 'juli juillet juil julho julio luglio lug',
  Aug: 'aout agosto ago augustus',
  Sep: 'septembre setembro set septiembre settembre',
  Oct: 'oktober okt octobre outubro out octubre ottobre ott',
  Nov: 'novembre novembro noviembre',
  Dec: 'dezember dez decembre dezembro diciembre dic dicembre',
};

const DAY_WORDS =
  'mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag ' +
  'lun mar mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche ' +
  'mie jue vie sab dom lunes martes miercoles jueves viernes sabado domingo ' +
  'seg ter qua qui sex segunda terca quarta quinta sexta ' +
  'gio lunedi martedi mercoledi giovedi venerdi domenica ' +
  'ma wo vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag';

const MONTHS: ReadonlyMap<string, string> = new Map(
  Object.entries(MONTH_WORDS).flatMap(([month, words]) => words.split(' ').map((word) => [word, month] as const)),
);
const DAYS: ReadonlySet<string> = new Set(DAY_WORDS.split(' '));

/** Marks of writing direction, and byte order marks. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const SPACES = /[\p{Zs}\t]+/gu;
const FIRST_WORD = /^(\p{L}{2,10})(?:-feira)?[.,]{0,2} +(?=\d)/iu;
/** A time without colons after a date with hyphens. */
const NO_COLONS = /^(\d{4}-\d{2}-\d{2}[Tt ])(\d{2})(\d{2})(\d{2})?(?=\D|$)/;
const EAST_ASIAN = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/u;
/** `(CET)` after an offset, as in mails and JavaScript. */
const COMMENT = /((?:[+-]\d{2}:?\d{2}|\d ?Z|UTC|GMT)) ?\([^()]*\)$/;

/** Returns another spelling of the same date, or null if there is none. The text need not be a date. */
export function plainDate(text: string): string | null {
  let plain = text.replace(INVISIBLE, '').replace(SPACES, ' ').trim();
  const bracketed = /^\[([^[\]]*)\]$/.exec(plain);
  if (bracketed !== null) plain = bracketed[1]!.trim();
  plain = plain.replace(COMMENT, '$1');
  plain = plain.replace(/(\d ?[ap])\. ?m\.?(?= ?[^\p{L}]|$)/iu, '$1m').replace(/ Uhr$/, '');
  plain = plain.replace(NO_COLONS, (_all, date, hour, minute, second = '00') => `${date}${hour}:${minute}:${second}`);
  plain = plain.replace(EAST_ASIAN, '$1-$2-$3');
  if (/\p{L}/u.test(plain)) plain = withEnglishMonth(plain);
  return plain === text ? null : plain;
}

function withEnglishMonth(text: string): string {
  const day = FIRST_WORD.exec(text);
  const isDay = day !== null && DAYS.has(withoutAccents(day[1]!));
  const rest = isDay ? text.slice(day[0].length) : text;
  let month: string | undefined;
  const plain = rest.replace(/\p{L}{3,}/gu, (word) => {
    const found = month === undefined ? MONTHS.get(withoutAccents(word)) : undefined;
    if (found === undefined) return word;
    month = found;
    return found;
  });
  if (month === undefined) return rest;
  return plain.replace(/ (?:de|del|di) /gi, ' ').replace(/^(\d{1,2})[.º°] ?(?=\p{L})/u, '$1 ');
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
