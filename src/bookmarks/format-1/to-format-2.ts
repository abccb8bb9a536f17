/**
 * The step from format 1 to 2: the log records are taken over as they are, so that their chain goes on, and after them
 * each set as it is now, because those records do not say what its members were.
 *
 *     names           name in UTF-8 → set u32be
 *     sources         source number u32be → the source id as JSON text
 *     blocks          set u32be, source number u32be, block u16be → crc:u32le (over key and block), block (see ../block.ts)
 *     sizes           set u32be, source number u32be → members of the set in the source, u48be
 *     log             sequence u64be, from 1 → hash (32 bytes), then the record as JSON text
 *     meta            `log-head` → count u48be, hash of the last record (32 bytes)
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { BlockBitmap, DamagedBlockError } from '../block.ts';
import { encodeBody, HASH_BYTES } from '../journal/journal-format.ts';
import { writeJournal } from '../journal/journal-writer.ts';
import { damaged, unusable } from '../journal/store-errors.ts';
import type { PackedItems } from '../member-set.ts';
import { encodePacked } from '../packed-items.ts';
import { ENVIRONMENT_FILE, ENVIRONMENT_LOCK_FILE, Environment } from './environment.ts';

const SELECTION = 0;

/** Writes the journal beside the environment, and then removes that: the caller has a copy. Throws DATA_DIR_UNUSABLE. */
export function toFormat2(directory: string, journalPath: string): void {
  const env = new Environment(directory);
  try {
    writeJournal(journalPath, bodiesOf(env), () => headOf(env));
  } catch (error) {
    throw unusable('have an older format and cannot be brought forward', error);
  } finally {
    env.close();
  }
  removeOldStore(directory);
}

export function removeOldStore(directory: string): void {
  for (const name of [ENVIRONMENT_FILE, ENVIRONMENT_LOCK_FILE]) rmSync(join(directory, name), { force: true });
}

function* bodiesOf(env: Environment): Generator<Buffer> {
  let sequence = 0;
  for (const [key, value] of env.entries('log')) {
    sequence++;
    if (key.length !== 8 || key.readBigUInt64BE() !== BigInt(sequence)) throw damaged('a log record is missing');
    if (value.length <= HASH_BYTES) throw damaged('a log record is cut');
    const [hash, text] = [value.subarray(0, HASH_BYTES), value.subarray(HASH_BYTES)];
    yield encodeBody({ kind: 'record', hash, text, items: Buffer.alloc(0) });
  }
  if (sequence !== headOf(env).records) throw damaged('its log is cut');
  const sets = setsOf(env);
  const names = [...env.entries('names')].map(([key, set]) => ({ name: key.toString(), set: set.readUInt32BE() }));
  for (const { set, name } of [{ set: SELECTION, name: '' }, ...names.sort((a, b) => a.set - b.set)]) {
    yield encodeBody({ kind: 'base', set, name, items: encodePacked(sets.get(set) ?? []) });
  }
}

function headOf(env: Environment): { readonly records: number; readonly hash: Buffer } {
  const stored = env.get('meta', 'log-head');
  if (stored === undefined) return { records: 0, hash: Buffer.alloc(HASH_BYTES) };
  return { records: stored.readUIntBE(0, 6), hash: stored.subarray(6) };
}

/** The members of each set, held to the sizes that are kept beside them. */
function setsOf(env: Environment): ReadonlyMap<number, PackedItems[]> {
  const sources = new Map([...env.entries('sources')].map(([key, text]) => [key.readUInt32BE(), sourceOf(text)]));
  const blocks = blocksOf(env);
  const sets = new Map<number, PackedItems[]>();
  for (const [key, size] of env.entries('sizes')) {
    const set = key.readUInt32BE(0);
    const source = sources.get(key.readUInt32BE(4));
    const column = blocks.get(key.toString('hex'));
    if (source === undefined || column?.count !== size.readUIntBE(0, 6)) {
      throw damaged('a set holds other members than it counts');
    }
    blocks.delete(key.toString('hex'));
    sets.set(set, [...(sets.get(set) ?? []), { source, ...column }]);
  }
  if (blocks.size > 0) throw damaged('a set holds members that it does not count');
  return sets;
}

/** By the set and source number of their keys, in hexadecimal. */
function blocksOf(env: Environment): Map<string, { count: number; blocks: Map<number, Uint8Array> }> {
  const columns = new Map<string, { count: number; blocks: Map<number, Uint8Array> }>();
  const bitmap = new BlockBitmap();
  for (const [key, stored] of env.entries('blocks')) {
    const block = Uint8Array.from(stored.subarray(4));
    if (key.length !== 10 || stored.length < 5 || stored.readUInt32LE() !== crc32(block, crc32(key))) {
      throw damaged('a block has a wrong checksum');
    }
    try {
      bitmap.decode(block);
    } catch (error) {
      if (error instanceof DamagedBlockError) throw damaged(`a set has a block that ${error.message}`, error);
      throw error;
    }
    const name = key.toString('hex', 0, 8);
    const column = columns.get(name) ?? { count: 0, blocks: new Map() };
    column.count += bitmap.count;
    column.blocks.set(key.readUInt16BE(8), block);
    columns.set(name, column);
  }
  return columns;
}

function sourceOf(text: Buffer): string {
  const source: unknown = JSON.parse(text.toString('utf8'));
  if (typeof source !== 'string') throw damaged('a source has no name');
  return source;
}
