/** Selects the properties on an item's card: the usual ones, hashes, and those requested. */
import { aliasesOf } from '../../schema/field-aliases.ts';
import { meantBy } from '../../schema/usual-names.ts';
import { renderUtc } from '../../schema/utc-dates.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { CARD_PROPERTIES_MAX } from '../limits.ts';

/** Shown in this order, each by the first name that the item has. */
const USUAL: readonly (readonly string[])[] = [
  ['path'],
  ['category'],
  ['type'],
  ['contentType', 'Content-Type', 'mediaType'],
  aliasesOf('length'),
  ['created'],
  aliasesOf('modified'),
  ['accessed'],
  ['changed'],
  ...['from', 'to', 'cc', 'bcc', 'subject', 'sent', 'received'].map((name) => [name, ...meantBy(name)]),
];

/** `hash`, `md5`, `SHA-256`, `MD5 Hash` and similar names. */
const HASH = /(?:^|[^a-z])(?:hash|md5|sha-?\d{1,3})(?:[^a-z]|$)/i;

/** For pictures, the time taken comes first. */
const TAKEN: readonly string[] = [
  'exif:DateTimeOriginal',
  'EXIF:DateTimeOriginal',
  'Exif SubIFD:Date/Time Original',
  'dcterms:created',
  'created',
  'modified',
  'modificationDate',
];

export interface ShownProperty {
  readonly name: string;
  readonly values: readonly string[];
  readonly isHash: boolean;
}

export interface ShownItem {
  readonly properties: readonly ShownProperty[];
  /** Number of properties left out. */
  readonly more: number;
}

/** `asked` has the requested names; null for all. Values of `dates` are in UTC. */
export function shownProperties(
  { properties }: IndexedItem,
  asked: readonly string[] | null,
  dates: ReadonlySet<string>,
): ShownItem {
  const known = new Map(properties);
  const names = new Set<string>();
  for (const usual of USUAL) {
    const name = usual.find((one) => known.has(one));
    if (name !== undefined) names.add(name);
  }
  for (const name of known.keys()) if (HASH.test(name)) names.add(name);
  const wanted = asked === null ? [...known.keys()] : asked.flatMap(aliasesOf);
  for (const name of wanted) if (known.has(name)) names.add(name);
  // Left out, because the heading shows it.
  names.delete('name');
  const shown = [...names].slice(0, CARD_PROPERTIES_MAX).map((name) => ({
    name,
    values: rendered(known.get(name)!, dates.has(name)),
    isHash: HASH.test(name),
  }));
  return { properties: shown, more: names.size - shown.length };
}

function rendered(values: readonly string[], isDate: boolean): readonly string[] {
  return isDate ? values.map(renderUtc) : values;
}

export function nameOf({ id, properties }: IndexedItem): string {
  const name = properties.find(([one]) => one === 'name')?.[1][0];
  return name === undefined || name === '' ? String(id) : name;
}

/** Returns the time at which a picture was taken. Null if unknown. */
export function timeOf({ properties }: IndexedItem, dates: ReadonlySet<string>): string | null {
  const known = new Map(properties);
  for (const name of TAKEN) {
    const value = known.get(name)?.[0];
    if (value !== undefined && value !== '') return dates.has(name) ? renderUtc(value) : value;
  }
  return null;
}
