/** Maps an item of a case to fields of the index: names, derived values, and whether a search can find it. */
import type { CaseItem } from '../cases/case-reader.ts';
import type { RecordFields } from '../engine/store/records/record-fields.ts';
import {
  areWellFormed,
  encodeItem,
  encodeWellFormed,
  type NameTable,
  type StoredItem,
} from '../engine/store/stored-item.ts';
import { fieldOfProperty, ID_FIELD, PARENT_FIELD } from '../schema/well-known-fields.ts';

/** Longest extension that is derived from a name, in UTF-16 units. */
const EXTENSION_UNITS_MAX = 32;

/**
 * Properties as an index can store them, in UTF-8: an unpaired surrogate, in a name or a value, becomes U+FFFD. Records show it
 * this way, so that search, counts and display use the same text. Names that become equal are merged with all their values.
 */
export function readableProperties(properties: CaseItem['properties']): CaseItem['properties'] {
  if (areWellFormed(properties)) return properties;
  const readable = new Map<string, string[]>();
  for (const [name, values] of properties) {
    const key = name.toWellFormed();
    const own = readable.get(key) ?? [];
    for (const value of values) own.push(value.toWellFormed());
    readable.set(key, own);
  }
  return [...readable];
}

/**
 * Returns the record of an item of the case, and the properties in it, also for `fields`. The bytes are valid until the next
 * call.
 */
export function recordOf(
  item: CaseItem,
  text: StoredItem['text'],
  names: NameTable,
  fields: RecordFields | null = null,
): { readonly record: Uint8Array; readonly properties: CaseItem['properties'] } {
  // Items that were indexed elsewhere keep their properties, which were read from UTF-8.
  const properties = item.indexed === undefined ? withExtension(item.properties) : item.properties;
  const record = encodeWellFormed(storedItem(item, text, properties), names, fields);
  if (record !== null) return { record, properties };
  const readable = withExtension(readableProperties(item.properties));
  return { record: encodeItem(storedItem(item, text, readable), names, fields), properties: readable };
}

function storedItem(
  { parentId, content, thumb, isRowText }: CaseItem,
  text: StoredItem['text'],
  properties: CaseItem['properties'],
): StoredItem {
  if (isRowText === true) return { parentId, text, isRowText, content, thumb, properties };
  return { parentId, text, content, thumb, properties };
}

/** Returns the properties of an item with `ext`, which is derived from the name if the case does not have it. */
export function withExtension(properties: CaseItem['properties']): CaseItem['properties'] {
  let name: string | undefined;
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i]!;
    if (property[0] === 'ext') return properties;
    if (property[0] === 'name') name = property[1][0];
  }
  const ext = name === undefined ? null : extensionOf(name);
  return ext === null ? properties : [...properties, ['ext', [ext]]];
}

/**
 * Returns the text after the last dot of a name, in lower case, or null. A leading dot does not begin an extension, and an
 * extension has no space.
 */
function extensionOf(name: string): string | null {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || dot === name.length - 1) return null;
  const ext = name.slice(dot + 1);
  return ext.length > EXTENSION_UNITS_MAX || /[\s/\\]/.test(ext) ? null : ext.toLowerCase();
}

/** Whether a search can hit the item. Folders of the tree cannot be hit. */
export function isSearchable(properties: CaseItem['properties']): boolean {
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i]!;
    if (property[0] === 'treeNode' && property[1].some((value) => value.toLowerCase() === 'true')) return false;
  }
  return true;
}

/** The common interface of both indexers: takes the fields of documents. */
interface FieldTaker {
  addNumber(field: string, value: number): void;
  addField(field: string, values: readonly string[]): void;
  observe(field: string, values: readonly string[]): void;
}

/** Passes the numbers of an item to the indexer, between `beginDocument` and `endDocument`. */
export function indexNumbers(item: CaseItem, indexer: FieldTaker): void {
  indexer.addNumber(ID_FIELD, item.id);
  if (item.parentId !== null) indexer.addNumber(PARENT_FIELD, item.parentId);
}

/** Passes the properties of an item to the indexer, after its numbers. */
export function indexProperties(properties: CaseItem['properties'], indexer: FieldTaker): void {
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i]!;
    indexer.addField(fieldOfProperty(property[0]), property[1]);
  }
}

/** Lets an item that no search can hit count for the types of its fields. */
export function observeProperties(properties: CaseItem['properties'], indexer: FieldTaker): void {
  for (const [name, values] of properties) indexer.observe(fieldOfProperty(name), values);
}
