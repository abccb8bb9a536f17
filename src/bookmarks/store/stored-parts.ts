/**
 * Reads the complete store once, in parts of bounded size: the state and the index of the log. Every row's checksum is verified,
 * and the last part comes only if the rows match the count in the head.
 */
import { BlockBitmap, DamagedBlockError } from '../block.ts';
import { type Description, parseDescription } from '../descriptions/description.ts';
import type { PackedItems } from '../member-set.ts';
import { encodePacked } from '../packed-items.ts';
import { decodeBase, decodeRecord } from '../record-format.ts';
import { DamagedStoreError } from '../store-errors.ts';
import type { Snapshot } from './environment.ts';
import type { StoredName, StoredPart, StoredSet } from './protocol.ts';
import { RowTally, readStoreHead, type TableName } from './store-file.ts';

const NAMES_PER_PART = 2_000;
const RECORDS_PER_PART = 16_384;
const BYTES_PER_PART = 256 * 1024;
/** Overhead of a block. It matters for notes, each of which is a set with one small block. */
const BYTES_OF_BLOCK = 128;
const SELECTION = 0;

/** Throws DamagedStoreError. */
export function* storedParts(snapshot: Snapshot<TableName>): Generator<StoredPart> {
  const head = readStoreHead(snapshot);
  const tally = new RowTally();
  const sources = readSources(snapshot, tally);
  const sets = new Set([SELECTION]);
  yield* names(snapshot, tally, sets);
  yield* members({ snapshot, tally, sets, sources });
  for (const { value, seal } of snapshot.rows('bases')) {
    tally.add(seal);
    yield { kind: 'base', set: decodeBase(value).set };
  }
  yield* records(snapshot, tally, head.count);
  tally.compare(head);
}

/** By number. Throws DamagedStoreError. */
export function readSources(snapshot: Snapshot<TableName>, tally: RowTally): Map<number, string> {
  const sources = new Map<number, string>();
  for (const { key, value, seal } of snapshot.rows('sources')) {
    tally.add(seal);
    const source: unknown = JSON.parse(value.toString('utf8'));
    if (typeof source !== 'string' || key.length !== 4) throw new DamagedStoreError('a source has no name');
    sources.set(key.readUInt32BE(), source);
  }
  return sources;
}

function* names(snapshot: Snapshot<TableName>, tally: RowTally, sets: Set<number>): Generator<StoredPart> {
  let rows: StoredName[] = [];
  for (const { key, value, seal } of snapshot.rows('names')) {
    tally.add(seal);
    if (key.length < 4) throw new DamagedStoreError('a name has no set');
    const row = key.length === 4 ? descriptionRow(key, value) : nameRow(key, value);
    if (row.isNow) sets.add(row.set);
    rows.push(row);
    if (rows.length < NAMES_PER_PART) continue;
    yield { kind: 'names', rows };
    rows = [];
  }
  yield { kind: 'names', rows };
}

function nameRow(key: Buffer, value: Buffer): StoredName {
  return { set: key.readUInt32BE(), name: key.toString('utf8', 4), isNow: value[0] === 1 };
}

/** Throws DamagedStoreError. */
function descriptionRow(key: Buffer, value: Buffer): StoredName {
  const set = key.readUInt32BE();
  let description: Description | null = null;
  try {
    description = parseDescription(JSON.parse(value.toString('utf8')));
  } catch {
    // Reported below.
  }
  if (description === null) throw new DamagedStoreError(`the description of set ${set} cannot be read`);
  return { set, name: '', isNow: false, description };
}

interface StoredMembers {
  readonly snapshot: Snapshot<TableName>;
  readonly tally: RowTally;
  readonly sets: ReadonlySet<number>;
  readonly sources: ReadonlyMap<number, string>;
}

function* members({ snapshot, tally, sets, sources }: StoredMembers): Generator<StoredPart> {
  const bitmap = new BlockBitmap();
  let collected: Collected = new Map();
  let bytes = 0;
  for (const { key, value, seal } of snapshot.rows('sets')) {
    tally.add(seal);
    const set = key.length === 10 ? key.readUInt32BE(0) : -1;
    const source = key.length === 10 ? sources.get(key.readUInt32BE(4)) : undefined;
    if (source === undefined || !sets.has(set)) throw new DamagedStoreError('a block belongs to no set or source');
    decode(bitmap, value);
    const column = columnOf(collected, set, source);
    column.count += bitmap.count;
    column.blocks.set(key.readUInt16BE(8), value);
    bytes += value.length + BYTES_OF_BLOCK;
    if (bytes < BYTES_PER_PART) continue;
    yield { kind: 'members', sets: packed(collected) };
    collected = new Map();
    bytes = 0;
  }
  yield { kind: 'members', sets: packed(collected) };
}

type Collected = Map<number, Map<string, MutableItems>>;

interface MutableItems extends PackedItems {
  count: number;
  readonly blocks: Map<number, Uint8Array>;
}

function columnOf(collected: Collected, set: number, source: string): MutableItems {
  const columns = collected.get(set) ?? new Map<string, MutableItems>();
  const column = columns.get(source) ?? { source, count: 0, blocks: new Map() };
  collected.set(set, columns);
  columns.set(source, column);
  return column;
}

function packed(sets: ReadonlyMap<number, ReadonlyMap<string, PackedItems>>): StoredSet[] {
  return [...sets].map(([set, columns]) => ({ set, items: encodePacked([...columns.values()]) }));
}

function decode(bitmap: BlockBitmap, block: Buffer): void {
  try {
    bitmap.decode(block);
  } catch (error) {
    if (error instanceof DamagedBlockError) throw new DamagedStoreError(`a set has a block that ${error.message}`);
    throw error;
  }
}

function* records(snapshot: Snapshot<TableName>, tally: RowTally, count: number): Generator<StoredPart> {
  const times = new Float64Array(RECORDS_PER_PART);
  const sets = new Uint32Array(RECORDS_PER_PART);
  let filled = 0;
  let sequence = 0;
  let bytes = 0;
  for (const { key, value, seal } of snapshot.rows('records')) {
    tally.add(seal);
    if (key.length !== 6 || key.readUIntBE(0, 6) !== ++sequence) throw new DamagedStoreError('a log record is missing');
    const record = decodeRecord(value);
    times[filled] = record.time;
    sets[filled++] = record.set;
    bytes += value.length;
    if (filled < RECORDS_PER_PART && bytes < BYTES_PER_PART * 16) continue;
    yield { kind: 'log', times: times.slice(0, filled), sets: sets.slice(0, filled) };
    filled = 0;
    bytes = 0;
  }
  yield { kind: 'log', times: times.slice(0, filled), sets: sets.slice(0, filled) };
  if (sequence !== count) throw new DamagedStoreError(`its head counts ${count} records, but there are ${sequence}`);
}
