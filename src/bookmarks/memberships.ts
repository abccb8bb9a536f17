/**
 * Which items belong to which set, in three tables.
 *
 *     sources         source number u32be                          → the source id as JSON text
 *     source-numbers  SHA-256 of that text                         → source number u32be
 *     blocks          set u32be, source number u32be, block u16be  → block (see block.ts), of ids block × 65,536 …
 *     sizes           set u32be, source number u32be               → members of the set in the source, u48be, not 0
 *
 * A source id may be longer than a key can be, and may hold half a surrogate pair, so it is interned under the digest of
 * its JSON text, which says it in plain ASCII where UTF-8 cannot. A number once given is never taken back: a source that
 * comes back finds its memberships. Set 0 is the selection, the others are bookmarks.
 */
import { createHash } from 'node:crypto';
import { BLOCK_IDS, BlockBitmap, DamagedBlockError } from './block.ts';
import { damaged, type Environment, type Table } from './environment.ts';
import type { Presence, SourceItems } from './references.ts';

export interface SetSize {
  readonly source: string;
  readonly size: number;
}

export class Memberships {
  readonly #sources: Table;
  readonly #numbers: Table;
  readonly #blocks: Table;
  readonly #sizes: Table;
  readonly #bitmap = new BlockBitmap();

  constructor(env: Environment) {
    this.#sources = env.table('sources');
    this.#numbers = env.table('source-numbers');
    this.#blocks = env.table('blocks');
    this.#sizes = env.table('sizes');
  }

  /** Returns how many of the ids, which ascend, were not members. Inside a transaction. */
  add(set: number, { source, ids }: SourceItems): number {
    return this.#change(set, this.#intern(source), ids, 1);
  }

  /** Returns how many of the ids, which ascend, were members. Inside a transaction. */
  remove(set: number, { source, ids }: SourceItems): number {
    const number = this.#numberOf(source);
    return number === undefined ? 0 : this.#change(set, number, ids, -1);
  }

  /** Removes every member, whatever its source; returns how many there were. Inside a transaction. */
  drop(set: number): number {
    let dropped = 0;
    for (const key of this.#sizes.keys(setKey(set), setKey(set + 1))) {
      dropped += readU48(this.#sizes.entry(key));
      this.#sizes.remove(key);
    }
    for (const key of this.#blocks.keys(setKey(set), setKey(set + 1))) this.#blocks.remove(key);
    return dropped;
  }

  has(set: number, source: string, id: number): boolean {
    const number = this.#numberOf(source);
    return number !== undefined && this.#load(blockKey(set, number, id >>> 16)) && this.#bitmap.has(id & 0xffff);
  }

  /** The members of one source, ascending. */
  members(set: number, source: string): Uint32Array {
    const number = this.#numberOf(source);
    if (number === undefined) return new Uint32Array(0);
    const size = this.#size(sizeKey(set, number));
    const keys = this.#blocks.keys(sizeKey(set, number), sizeKey(set, number + 1));
    if (size > keys.length * BLOCK_IDS) throw damaged('a set holds fewer members than it counts');
    const ids = new Uint32Array(size);
    let at = 0;
    for (const key of keys) {
      if (!this.#load(key)) throw damaged('a block is listed and cannot be found');
      if (at + this.#bitmap.count > ids.length) throw damaged('a set holds more members than it counts');
      at = this.#bitmap.copyTo(ids, at, readU16(key, 8) * BLOCK_IDS);
    }
    if (at !== ids.length) throw damaged('a set holds fewer members than it counts');
    return ids;
  }

  /** The sources in which the set has members, in the order in which the store first met them. */
  sizes(set: number, isPresent: Presence): SetSize[] {
    return this.#sizes
      .keys(setKey(set), setKey(set + 1))
      .map((key) => ({ source: this.sourceOf(readU32(key, 4)), size: this.#size(key) }))
      .filter(({ source }) => isPresent(source));
  }

  size(set: number, isPresent: Presence): number {
    return this.sizes(set, isPresent).reduce((sum, { size }) => sum + size, 0);
  }

  sourceOf(number: number): string {
    const text = this.#sources.get(u32(number));
    if (text === undefined) throw damaged(`a set names source number ${number}, which is not known`);
    return JSON.parse(Buffer.from(text).toString('utf8')) as string;
  }

  #change(set: number, number: number, ids: Uint32Array, direction: 1 | -1): number {
    let changed = 0;
    for (let from = 0; from < ids.length; ) {
      const block = ids[from]! >>> 16;
      const key = blockKey(set, number, block);
      const stored = this.#load(key);
      let inBlock = 0;
      let to = from;
      for (; to < ids.length && ids[to]! >>> 16 === block; to++) {
        const low = ids[to]! & 0xffff;
        inBlock += direction === 1 ? this.#bitmap.add(low) : this.#bitmap.delete(low);
      }
      if (inBlock > 0) {
        if (this.#bitmap.count > 0) this.#blocks.put(key, this.#bitmap.encode(key));
        else if (stored) this.#blocks.remove(key);
      }
      changed += inBlock;
      from = to;
    }
    if (changed > 0) this.#resize(sizeKey(set, number), direction * changed);
    return changed;
  }

  #resize(key: Uint8Array, by: number): void {
    const size = this.#size(key) + by;
    if (size < 0) throw damaged('a set holds more members than it counts');
    if (size > 0) this.#sizes.put(key, u48(size));
    else this.#sizes.remove(key);
  }

  #size(key: Uint8Array): number {
    const stored = this.#sizes.get(key);
    return stored === undefined ? 0 : readU48(stored);
  }

  /** Fills the bitmap from the block, or clears it; returns whether there is a block. */
  #load(key: Uint8Array): boolean {
    const stored = this.#blocks.get(key);
    if (stored === undefined) {
      this.#bitmap.clear();
      return false;
    }
    try {
      this.#bitmap.decode(stored, key);
      return true;
    } catch (error) {
      if (error instanceof DamagedBlockError) throw damaged(`a set has a block that ${error.message}`, error);
      throw error;
    }
  }

  #numberOf(source: string): number | undefined {
    const stored = this.#numbers.get(sourceDigest(JSON.stringify(source)));
    return stored === undefined ? undefined : readU32(stored, 0);
  }

  #intern(source: string): number {
    const known = this.#numberOf(source);
    if (known !== undefined) return known;
    const text = JSON.stringify(source);
    const number = this.#sources.keys().length;
    this.#sources.put(u32(number), Buffer.from(text));
    this.#numbers.put(sourceDigest(text), u32(number));
    return number;
  }
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function readU32(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length) throw damaged('an entry is too short');
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}

function readU16(bytes: Uint8Array, at: number): number {
  if (at + 2 > bytes.length) throw damaged('an entry is too short');
  return new DataView(bytes.buffer, bytes.byteOffset).getUint16(at);
}

export function u48(value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  return bytes;
}

export function readU48(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUIntBE(0, 6);
}

const setKey = u32;

function sizeKey(set: number, source: number): Buffer {
  return Buffer.concat([u32(set), u32(source)]);
}

function blockKey(set: number, source: number, block: number): Buffer {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt32BE(set, 0);
  bytes.writeUInt32BE(source, 4);
  bytes.writeUInt16BE(block, 8);
  return bytes;
}

function sourceDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
