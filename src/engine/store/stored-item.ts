/**
 * The record of an item as the index stores it: a MessagePack array, with property names as numbers of a table.
 *
 *   [parent id or null, text, content, thumb, name number, [value …], name number, [value …] …]
 *
 * text, content and thumb are null, true (text kept in the index) or a part reference of the case's format.
 */
import type { PartRef } from '../../shared/part-ref.ts';
import { pack, unpack } from './lmdb-environment.ts';
import { PlainMessage } from './plain-message.ts';

export interface StoredItem {
  readonly parentId: number | null;
  readonly text: PartRef | 'stored' | null;
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
}

/** Numbers for property names, in order of arrival. */
export class NameTable {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

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

/** Its texts are well formed: half of a surrogate pair has no UTF-8. The bytes are good until the next call. */
export function encodeItem({ parentId, text, content, thumb, properties }: StoredItem, names: NameTable): Uint8Array {
  message.clear();
  message.list(HEAD_LENGTH + 2 * properties.length);
  const isPlain =
    message.value(parentId) &&
    message.value(text === 'stored' ? true : text) &&
    message.value(content) &&
    message.value(thumb);
  if (!isPlain) return packItem({ parentId, text, content, thumb, properties }, names);
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i]!;
    message.number(names.numberOf(property[0]));
    message.texts(property[1]);
  }
  return message.written();
}

/** What stands before the properties. */
const HEAD_LENGTH = 4;

function packItem(item: StoredItem, names: NameTable): Uint8Array {
  const record: unknown[] = [item.parentId, item.text === 'stored' ? true : item.text, item.content, item.thumb];
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
    text: record[1] === true ? 'stored' : (record[1] as PartRef | null),
    content: record[2] as PartRef | null,
    thumb: record[3] as PartRef | null,
    properties,
  };
}
