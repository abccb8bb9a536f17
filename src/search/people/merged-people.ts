/**
 * The people of mails, merged by address: how many mails each sent and received, with all names and spellings. The input is the
 * values of the fields, with their items.
 */
import { peopleIn } from '../../schema/threads/mail-people.ts';
import { compareTexts } from '../compare-texts.ts';

export type PeopleField = 'from' | 'to' | 'cc' | 'bcc';
export const PEOPLE_FIELDS: readonly PeopleField[] = ['from', 'to', 'cc', 'bcc'];

export interface CountedValue {
  readonly value: string;
  readonly items: number;
}

export interface CountedPerson {
  /** The address, in lower case, or a name if there is no address. */
  readonly address: string;
  /** As mails spell them next to the address, the most frequent first. */
  readonly names: readonly { readonly name: string; readonly items: number }[];
  /** Items by field. An item with two spellings of a person in one field counts twice. */
  readonly items: Readonly<Record<PeopleField, number>>;
  /** The values that mention the person, by field. */
  readonly values: Readonly<Record<PeopleField, readonly string[]>>;
}

interface Merged {
  readonly address: string;
  readonly names: Map<string, number>;
  readonly items: Record<PeopleField, number>;
  readonly values: Record<PeopleField, string[]>;
}

/** Values between two yields. */
const VALUES_PER_SLICE = 1024;

/** Returns the people with a text in their address or name, ignoring case and accents. Most items first. */
export function* mergedPeople(
  counted: Readonly<Record<PeopleField, readonly CountedValue[]>>,
  contains: string,
): Generator<void, readonly CountedPerson[]> {
  const people = new Map<string, Merged>();
  let sinceYield = 0;
  for (const field of PEOPLE_FIELDS) {
    for (const { value, items } of counted[field]) {
      const own = new Map<string, string>();
      for (const { key, name } of peopleIn([value])) if (!own.has(key) || own.get(key) === '') own.set(key, name);
      for (const [key, name] of own) add(people, key, name, field, value, items);
      if (++sinceYield % VALUES_PER_SLICE === 0) yield;
    }
  }
  const wanted = folded(contains);
  const found: Merged[] = [];
  for (const person of people.values()) {
    const texts = [person.address, ...person.names.keys()];
    if (wanted === '' || texts.some((text) => folded(text).includes(wanted))) found.push(person);
    if (++sinceYield % VALUES_PER_SLICE === 0) yield;
  }
  return found
    .sort((a, b) => total(b) - total(a) || compareTexts(a.address, b.address))
    .map(({ names, ...person }) => ({
      ...person,
      names: [...names]
        .map(([name, items]) => ({ name, items }))
        .sort((a, b) => b.items - a.items || compareTexts(a.name, b.name)),
    }));
}

function add(
  people: Map<string, Merged>,
  key: string,
  name: string,
  field: PeopleField,
  value: string,
  items: number,
): void {
  let person = people.get(key);
  if (person === undefined) {
    person = {
      address: key,
      names: new Map(),
      items: { from: 0, to: 0, cc: 0, bcc: 0 },
      values: { from: [], to: [], cc: [], bcc: [] },
    };
    people.set(key, person);
  }
  if (name !== '' && name.toLowerCase() !== key) person.names.set(name, (person.names.get(name) ?? 0) + items);
  person.items[field] += items;
  person.values[field].push(value);
}

function total({ items }: Pick<Merged, 'items'>): number {
  return PEOPLE_FIELDS.reduce((sum, field) => sum + items[field], 0);
}

/** Ignores case and accents. */
export function isContained(wanted: string, text: string): boolean {
  return folded(text).includes(folded(wanted));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
