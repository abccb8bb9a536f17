/** Reads the portable format of Roaring bitmaps: sets of 32-bit numbers in blocks of 65,536. */
import { AppError } from '../../shared/errors.ts';

const COOKIE_OF_LISTS = 0x303a;
const COOKIE_OF_INTERVALS = 0x303b;
const ARRAY_COUNT_MAX = 4096;
const BITSET_BYTES = 8192;
/** A bitmap with intervals and fewer containers has no offsets. */
const OFFSETS_FROM = 4;
const CONTAINERS_MAX = 65_536;

/**
 * Returns the members, ascending. Throws AppError INVALID_REQUEST, also if there are more than `countMax` members, because
 * intervals encode many members in few bytes.
 */
export function readRoaring(bytes: Uint8Array, countMax: number): Uint32Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return members(view, countMax);
}

interface Container {
  readonly key: number;
  readonly count: number;
  readonly isIntervals: boolean;
}

function members(view: Buffer, countMax: number): Uint32Array {
  const { containers, at: start } = header(view);
  let total = 0;
  for (const { count } of containers) total += count;
  if (total > countMax) throw bad(`has ${total} members, and at most ${countMax} are read`);
  const found = new Uint32Array(total);
  let filled = 0;
  let at = start;
  let lastKey = -1;
  for (const container of containers) {
    if (container.key <= lastKey) throw bad('has containers out of order');
    lastKey = container.key;
    const values = container.isIntervals
      ? intervals(view, at)
      : container.count <= ARRAY_COUNT_MAX
        ? array(view, at, container.count)
        : bits(view, at);
    if (values.count !== container.count)
      throw bad(`says that a container has ${container.count} members, but it has ${values.count}`);
    for (const value of values.members()) found[filled++] = container.key * 65_536 + value;
    at = values.end;
  }
  for (let i = 1; i < filled; i++) if (found[i]! <= found[i - 1]!) throw bad('has members out of order');
  return found;
}

function header(view: Buffer): { containers: Container[]; at: number } {
  const cookie = u32(view, 0);
  const hasIntervals = (cookie & 0xffff) === COOKIE_OF_INTERVALS;
  if (!hasIntervals && cookie !== COOKIE_OF_LISTS) throw bad('does not begin as one');
  const count = hasIntervals ? (cookie >>> 16) + 1 : u32(view, 4);
  if (count > CONTAINERS_MAX) throw bad(`says that it has ${count} containers`);
  let at = hasIntervals ? 4 : 8;
  const flags = hasIntervals ? view.subarray(at, at + Math.ceil(count / 8)) : null;
  at += flags?.length ?? 0;
  const containers: Container[] = [];
  for (let i = 0; i < count; i++, at += 4) {
    const isIntervals = flags !== null && ((flags[i >> 3]! >> (i & 7)) & 1) === 1;
    containers.push({ key: u16(view, at), count: u16(view, at + 2) + 1, isIntervals });
  }
  if (!hasIntervals || count >= OFFSETS_FROM) at += 4 * count;
  return { containers, at };
}

interface Values {
  readonly count: number;
  readonly end: number;
  members(): Iterable<number>;
}

function intervals(view: Buffer, at: number): Values {
  const count = u16(view, at);
  const pairs: [number, number][] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const start = u16(view, at + 2 + 4 * i);
    const length = u16(view, at + 4 + 4 * i) + 1;
    if (start + length > 65_536) throw bad('has an interval that leaves its container');
    pairs.push([start, length]);
    total += length;
  }
  function* each(): Generator<number> {
    for (const [start, length] of pairs) for (let i = 0; i < length; i++) yield start + i;
  }
  return { count: total, end: at + 2 + 4 * count, members: each };
}

function array(view: Buffer, at: number, count: number): Values {
  function* each(): Generator<number> {
    for (let i = 0; i < count; i++) yield u16(view, at + 2 * i);
  }
  return { count, end: at + 2 * count, members: each };
}

function bits(view: Buffer, at: number): Values {
  const bitset = view.subarray(at, at + BITSET_BYTES);
  if (bitset.length < BITSET_BYTES) throw bad('is cut');
  let count = 0;
  for (const byte of bitset) for (let rest = byte; rest !== 0; rest &= rest - 1) count++;
  function* each(): Generator<number> {
    for (let i = 0; i < BITSET_BYTES; i++) {
      for (let bit = 0; bit < 8; bit++) if (((bitset[i]! >> bit) & 1) === 1) yield i * 8 + bit;
    }
  }
  return { count, end: at + BITSET_BYTES, members: each };
}

function u16(view: Buffer, at: number): number {
  if (at + 2 > view.length) throw bad('is cut');
  return view.readUInt16LE(at);
}

function u32(view: Buffer, at: number): number {
  return u16(view, at) + u16(view, at + 2) * 65_536;
}

function bad(finding: string): AppError {
  return new AppError('INVALID_REQUEST', `A bitmap of the bookmarks file ${finding}.`);
}
