/** The fields that every index has or may have: their names, and how properties with the same name avoid a clash. */

/** The field of the extracted text. */
export const CONTENT_FIELD = 'content';
export const ID_FIELD = 'id';
export const PARENT_FIELD = 'parentId';
/** For a mail, the id of the first mail of its thread. Computed when an index is built; has no terms. */
export const THREAD_FIELD = 'thread';
/** The ids that a thread refers to, each at the first mail that refers to it. */
export const THREAD_IDS_FIELD = 'threadIds';
/** For an item whose text has near duplicates, their group. Computed when an index is built; has no terms. */
export const NEAR_DUPLICATES_FIELD = 'neardup';

/** Fields that are computed in a build and have only a column. A query matches their whole values. */
export const COMPUTED_FIELDS: readonly string[] = [THREAD_FIELD, NEAR_DUPLICATES_FIELD];

/** Fields of the sequences of decimal and hexadecimal digits in the extracted text. */
export const DIGITS_FIELD = 'digits';
export const HEX_FIELD = 'hex';

/** Names that mean sets of items in a query, not fields of an index. */
export const SET_FIELDS: ReadonlySet<string> = new Set([
  'bookmark',
  'selected',
  'source',
  'coding',
  'reviewed',
  'decided',
  'note',
  'search',
  'hashset',
]);

const TAKEN = new Set([
  CONTENT_FIELD,
  ID_FIELD,
  PARENT_FIELD,
  THREAD_FIELD,
  THREAD_IDS_FIELD,
  NEAR_DUPLICATES_FIELD,
  DIGITS_FIELD,
  HEX_FIELD,
  ...SET_FIELDS,
]);

const PREFIX = 'property:';

/**
 * Returns the field of a property: its own name, or `property:name` if that name has another meaning in queries. A property
 * that a case itself calls `property:content` gets the prefix too, so that no two properties of an item share a field.
 */
export function fieldOfProperty(name: string): string {
  return isTaken(name) ? `${PREFIX}${name}` : name;
}

/** Returns the property of a field: the reverse of `fieldOfProperty`. */
export function propertyOfField(field: string): string {
  const name = field.startsWith(PREFIX) ? field.slice(PREFIX.length) : field;
  return isTaken(name) ? name : field;
}

function isTaken(name: string): boolean {
  if (TAKEN.has(name)) return true;
  if (!name.startsWith(PREFIX)) return false;
  let at = PREFIX.length;
  while (name.startsWith(PREFIX, at)) at += PREFIX.length;
  return TAKEN.has(name.slice(at));
}
