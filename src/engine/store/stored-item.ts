/**
 * The record of an item as the index stores it: a MessagePack array, with property names as numbers of a table.
 *
 * [parent id or null, text, content, thumb, name number, [value …], name number, [value …] …]
 *
 * text, content and thumb are null or a part reference of the case's format. `text` is true for a text in the index, or false
 * if it consists of the values of a row.
 */
import type { PartRef } from '../../shared/part-ref.ts';
import { pack, unpack } from './lmdb-environment.ts';
import { PlainMessage } from './plain-message.ts';
import type { RecordFields } from './records/record-fields.ts';

export interface StoredItem {
  readonly parentId: number | null;
  readonly text: PartRef | 'stored' | null;
  /** Set for a stored text that consists of the values of a row. */
  readonly isRowText?: true;
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
}

/** Numbers for property names, in order of arrival. */
export class NameTable {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

const message = new PlainMessage();

type RecordParts = Pick<RecordFields, 'names' | 'propertiesAt'>;

/**
 * Encodes an item. Returns null if a name or value of a property is not well-formed, because an unpaired surrogate has
 * no UTF-8. The bytes are valid until the next call. `parts` receives the location and the names of the properties.
 */
export function encodeWellFormed(
  item: StoredItem,
  names: NameTable,
  parts: RecordParts | null = null,
): Uint8Array | null {
  const { parentId, content, thumb, properties } = item;
  message.clear();
  message.list(HEAD_LENGTH + 2 * properties.length);
  if (parts !== null) parts.propertiesAt = -1;
  const isPlain =
    message.value(parentId) && message.value(textMember(item)) && message.value(content) && message.value(thumb);
  if (!isPlain) return areWellFormed(properties) ? packItem(item, names) : null;
  const propertiesAt = message.length;
  if (parts !== null) parts.names.length = properties.length;
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i]!;
    const number = names.find(property[0]) ?? (property[0].isWellFormed() ? names.numberOf(property[0]) : null);
    if (number === null) return null;
    message.number(number);
    if (parts !== null) parts.names[i] = number;
    if (!message.texts(property[1])) return null;
  }
  if (parts !== null) parts.propertiesAt = propertiesAt;
  return message.written();
}

/** Encodes an item whose texts must be well-formed. The bytes are valid until the next call. */
export function encodeItem(item: StoredItem, names: NameTable, parts: RecordParts | null = null): Uint8Array {
  const record = encodeWellFormed(item, names, parts);
  if (record === null) throw new Error('an item has a text with an unpaired surrogate');
  return record;
}

/** Loops by index for speed, because some cases have very many values. */
export function areWellFormed(properties: StoredItem['properties']): boolean {
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i]!;
    const values = property[1];
    if (!property[0].isWellFormed()) return false;
    for (let n = 0; n < values.length; n++) if (!values[n]!.isWellFormed()) return false;
  }
  return true;
}

function textMember({ text, isRowText }: StoredItem): PartRef | boolean | null {
  return text === 'stored' ? isRowText !== true : text;
}

/** Number of elements before the properties. */
const HEAD_LENGTH = 4;

function packItem(item: StoredItem, names: NameTable): Uint8Array {
  const record: unknown[] = [item.parentId, textMember(item), item.content, item.thumb];
  for (const [name, values] of item.properties) {
    record.push(names.numberOf(name), values);
  }
  return pack(record);
}

export function decodeItem(bytes: Uint8Array, names: readonly string[]): StoredItem {
  const record = unpack(bytes) as unknown[];
  const properties: [string, string[]][] = [];
  for (let i = HEAD_LENGTH; i < record.length; i += 2)
    properties.push([names[record[i] as number]!, record[i + 1] as string[]]);
  return {
    parentId: record[0] as number | null,
    text: typeof record[1] === 'boolean' ? 'stored' : (record[1] as PartRef | null),
    ...(record[1] === false ? { isRowText: true } : {}),
    content: record[2] as PartRef | null,
    thumb: record[3] as PartRef | null,
    properties,
  };
}
