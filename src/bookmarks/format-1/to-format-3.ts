/**
 * The step from format 1 to 3: log records are copied unchanged, so that their chain continues. Each current set becomes a base,
 * because those records have no members.
 *
 *     names           name in UTF-8 → set u32be
 *     sources         source number u32be → the source id as JSON text
 *     blocks          set u32be, source number u32be, block u16be → crc:u32le (over key and block), block (see ../block.ts)
 *     sizes           set u32be, source number u32be → members of the set in the source, u48be
 *     log             sequence u64be, from 1 → hash (32 bytes), then the record as JSON text
 *     meta            `log-head` → count u48be, hash of the last record (32 bytes)
 */
import { crc32 } from 'node:zlib';
import { atOnce } from '../../shared/slices.ts';
import { BlockBitmap, DamagedBlockError } from '../block.ts';
import { parseRecord } from '../change-record.ts';
import type { PackedItems } from '../member-set.ts';
import { encodePacked } from '../packed-items.ts';
import { EMPTY_HASH, encodeBase, encodeRecord, HASH_BYTES } from '../record-format.ts';
import { Environment, type Snapshot } from '../store/environment.ts';
import { writeStore } from '../store/open-store.ts';
import { StateWriter } from '../store/state-writer.ts';
import { type Chain, numberKey, recordKey, type StoreFile } from '../store/store-file.ts';
import { DamagedStoreError } from '../store-errors.ts';
import { OldNames } from './old-names.ts';

const OLD_TABLES = ['meta', 'names', 'sources', 'sizes', 'blocks', 'log'] as const;
type OldSnapshot = Snapshot<(typeof OLD_TABLES)[number]>;

const SELECTION = 0;
const HEAD_KEY = Buffer.from('log-head');

/** Replaces the store in the directory. The caller keeps a copy. Throws DamagedStoreError, and disk errors. */
export async function toFormat3(directory: string): Promise<void> {
  const env = new Environment(directory, OLD_TABLES, { readOnly: true });
  try {
    const old = env.snapshot();
    const head = headOf(old);
    await writeStore(directory, (file) =>
      file.transact(file.head(), () => {
        const writer = new StateWriter(file, new Map());
        if (copyLog(old, file, writer) !== head.count) throw new DamagedStoreError('its log is cut');
        copySets(old, file, writer);
        file.writeHead(head, head.count);
      }),
    );
    old.done();
  } finally {
    await env.close();
  }
}

/** Returns the number of records. */
function copyLog(old: OldSnapshot, file: StoreFile, writer: StateWriter): number {
  const oldNames = new OldNames();
  let sequence = 0;
  for (const [key, value] of old.unsealedRows('log')) {
    sequence++;
    if (key.length !== 8 || key.readBigUInt64BE() !== BigInt(sequence)) {
      throw new DamagedStoreError('a log record is missing');
    }
    const text = value.subarray(HASH_BYTES);
    const record = parseRecord(text);
    if (record?.sequence !== sequence) throw new DamagedStoreError(`record ${sequence} of its log cannot be read`);
    const set = oldNames.setOf(record);
    const hash = value.subarray(0, HASH_BYTES);
    const stored = { hash, time: Date.parse(record.time), set, text, items: Buffer.alloc(0) };
    file.put('records', recordKey(sequence), encodeRecord(stored));
    if (record.bookmark !== null) writer.name(set, record.newName ?? record.bookmark, false);
  }
  return sequence;
}

function copySets(old: OldSnapshot, file: StoreFile, writer: StateWriter): void {
  const sets = setsOf(old);
  const names = [...old.rows('names')].map(({ key, value }) => ({ name: key.toString(), set: value.readUInt32BE() }));
  for (const { set, name } of [{ set: SELECTION, name: '' }, ...names.sort((a, b) => a.set - b.set)]) {
    const items = sets.get(set) ?? [];
    file.put('bases', numberKey(set), encodeBase({ set, name, items: encodePacked(items) }));
    if (set !== SELECTION) writer.name(set, name, true);
    for (const part of items) atOnce(writer.move('add', set, part));
  }
}

function headOf(old: OldSnapshot): Chain {
  const stored = old.get('meta', HEAD_KEY);
  if (stored === undefined) return { count: 0, hash: EMPTY_HASH };
  return { count: stored.readUIntBE(0, 6), hash: Buffer.from(stored.subarray(6, 6 + HASH_BYTES)) };
}

/** Reads the members of each set, and checks them against the stored sizes. */
function setsOf(old: OldSnapshot): ReadonlyMap<number, PackedItems[]> {
  const sources = new Map([...old.rows('sources')].map(({ key, value }) => [key.readUInt32BE(), sourceOf(value)]));
  const blocks = blocksOf(old);
  const sets = new Map<number, PackedItems[]>();
  for (const { key, value } of old.rows('sizes')) {
    const set = key.readUInt32BE(0);
    const source = sources.get(key.readUInt32BE(4));
    const column = blocks.get(key.toString('hex'));
    if (source === undefined || column?.count !== value.readUIntBE(0, 6)) {
      throw new DamagedStoreError('a set holds other members than it counts');
    }
    blocks.delete(key.toString('hex'));
    sets.set(set, [...(sets.get(set) ?? []), { source, ...column }]);
  }
  if (blocks.size > 0) throw new DamagedStoreError('a set holds members that it does not count');
  return sets;
}

/** Reads the blocks, keyed by set and source number in hexadecimal. */
function blocksOf(old: OldSnapshot): Map<string, { count: number; blocks: Map<number, Uint8Array> }> {
  const columns = new Map<string, { count: number; blocks: Map<number, Uint8Array> }>();
  const bitmap = new BlockBitmap();
  for (const [key, stored] of old.unsealedRows('blocks')) {
    const block = Uint8Array.from(stored.subarray(4));
    if (key.length !== 10 || stored.length < 5 || stored.readUInt32LE() !== crc32(block, crc32(key))) {
      throw new DamagedStoreError('a block has a wrong checksum');
    }
    try {
      bitmap.decode(block);
    } catch (error) {
      if (error instanceof DamagedBlockError) throw new DamagedStoreError(`a set has a block that ${error.message}`);
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
  if (typeof source !== 'string') throw new DamagedStoreError('a source has no name');
  return source;
}
