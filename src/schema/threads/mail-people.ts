/** The people in the fields of a mail, identified by address, or by name if there is no address. */

/** Characters of one value that are read. */
const VALUE_UNITS_MAX = 1 << 15;
const PERSON_UNITS_MAX = 320;
/** Maximum values whose people are cached, and the longest of them. */
const REMEMBERED_MAX = 2048;
const REMEMBERED_UNITS_MAX = 256;
const remembered = new Map<string, readonly string[]>();
const NONE: readonly string[] = [];

export interface Person {
  /** The address in lower case, or, without one, the name in lower case with single spaces. */
  readonly key: string;
  /** The name that is written with the address. Empty if there is none. */
  readonly name: string;
}

/**
 * Returns the people in a value. `Ada <ada@example.org>, bob@example.org` are two people; a value without an address is one.
 */
export function peopleIn(values: readonly string[]): readonly Person[] {
  const people: Person[] = [];
  for (const value of values) addPeople(value.slice(0, VALUE_UNITS_MAX), people);
  return people;
}

/** Returns the keys of the people in the values. They are cached, because mails near each other often have the same people. */
export function peopleKeysIn(values: readonly string[]): readonly string[] {
  if (values.length === 0) return NONE;
  if (values.length === 1) return keysIn(values[0]!);
  const keys: string[] = [];
  for (let i = 0; i < values.length; i++) keys.push(...keysIn(values[i]!));
  return keys;
}

function keysIn(value: string): readonly string[] {
  const known = remembered.get(value);
  if (known !== undefined) return known;
  const keys = peopleIn([value]).map(({ key }) => key);
  if (value.length > REMEMBERED_UNITS_MAX) return keys;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(value, keys);
  return keys;
}

function addPeople(value: string, people: Person[]): void {
  let before = 0;
  for (let at = value.indexOf('@'); at >= 0; at = value.indexOf('@', at + 1)) {
    let start = at;
    while (start > before && isOfAddress(value.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < value.length && isOfAddress(value.charCodeAt(end))) end++;
    // Matches the quote in `o'brien@example.org`, but not those in `'ada@example.org'`.
    while (start < at && value[start] === "'") start++;
    while (end > at + 1 && value[end - 1] === "'") end--;
    if (start === at || end === at + 1 || end - start > PERSON_UNITS_MAX) continue;
    people.push({ key: value.slice(start, end).toLowerCase(), name: nameBefore(value.slice(before, start)) });
    before = end;
  }
  if (before > 0) return;
  const name = value.replace(/\s+/g, ' ').trim();
  if (name !== '' && name.length <= PERSON_UNITS_MAX) people.push({ key: name.toLowerCase(), name });
}

/** White space, brackets around addresses, and a second `@` end an address. */
function isOfAddress(unit: number): boolean {
  return unit > 32 && !AROUND.has(unit);
}

const AROUND = new Set([...'<>()[]",;:\\@'].map((sign) => sign.charCodeAt(0)));

function nameBefore(text: string): string {
  return text
    .slice(-PERSON_UNITS_MAX)
    .replace(/^[\s>,;)\]]+/, '')
    .replace(/[\s<([]*(?:mailto:)?[\s<]*$/i, '')
    .replace(/^["']+|["']+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
