/** Reads the bookmarks file of an IPED case as plain data: 4.0 and 4.1 (byte arrays), 4.2 and later (Roaring bitmaps). */
import { AppError } from '../../shared/errors.ts';
import { COMMENT_UNITS_MAX } from '../descriptions/description.ts';
import { readJavaObject } from './java-reader.ts';
import type { Block, JavaObject, JavaValue } from './java-values.ts';
import { readRoaring } from './roaring.ts';

export interface IpedBookmarks {
  /** The greatest item id of the case. */
  readonly lastId: number;
  readonly bookmarks: readonly IpedBookmark[];
  /** Ascending. */
  readonly selected: Uint32Array;
}

export interface IpedBookmark {
  readonly number: number;
  readonly name: string;
  readonly comment: string | null;
  /** `#rrggbb` */
  readonly color: string | null;
  readonly isInReport: boolean;
  /** Ascending. */
  readonly ids: Uint32Array;
}

const BOOKMARKS_COUNT_MAX = 100_000;
/** Members of all bookmarks and the selection together. */
const MEMBERS_COUNT_MAX = 67_108_864;

/** Total of all comments, in UTF-16 units. Bookmarks may share a comment in the file, but each stores its own copy. */
const COMMENTS_UNITS_MAX = 64 * 2 ** 20;

/** Throws AppError INVALID_REQUEST for an invalid or inconsistent file. */
export function readIpedBookmarks(bytes: Uint8Array): IpedBookmarks {
  const root = readJavaObject(bytes);
  const isBitmaps = root.class.name === 'iped.engine.data.BitmapBookmarks';
  if (!isBitmaps && root.class.name !== 'iped.engine.data.Bookmarks') {
    throw bad(`holds an object of class ${root.class.name}, not bookmarks`);
  }
  const lastId = root.fields.get('lastId');
  if (typeof lastId !== 'number' || lastId < -1) throw bad('has no last id');
  const names = mapOf(root, 'bookmarkNames');
  if (names.size > BOOKMARKS_COUNT_MAX)
    throw bad(`has ${names.size} bookmarks; at most ${BOOKMARKS_COUNT_MAX} are read`);
  const comments = mapOf(root, 'bookmarkComments');
  const colors = isBitmaps ? mapOf(root, 'bookmarkColors') : new Map<number, JavaValue>();
  const inReport = setOf(root, 'reportBookmarks');
  const count = new MemberCount();
  const members = isBitmaps ? bitmapMembers(root, count) : arrayMembers(root, lastId + 1, count);
  let commented = 0;
  const bookmarks = [...names].map(([number, name]): IpedBookmark => {
    if (name?.kind !== 'text') throw bad(`has a bookmark ${number} without a name`);
    const comment = comments.get(number) ?? null;
    if (comment !== null && comment.kind !== 'text') throw bad(`has a comment that is not text`);
    commented += Math.min(comment?.text.length ?? 0, COMMENT_UNITS_MAX);
    if (commented > COMMENTS_UNITS_MAX) throw bad(`has comments of more than ${COMMENTS_UNITS_MAX} characters`);
    return {
      number,
      name: name.text,
      comment: comment?.text ?? null,
      color: colorOf(colors.get(number) ?? null),
      isInReport: inReport.has(number),
      ids: members(number),
    };
  });
  return {
    lastId,
    bookmarks,
    selected: isBitmaps ? bitmapOf(root.fields.get('selected'), count) : selectedOf(root, lastId + 1),
  };
}

/** The members of a bookmark, by its number. */
type Members = (number: number) => Uint32Array;

/** Counts the members that may still be read. */
class MemberCount {
  left = MEMBERS_COUNT_MAX;

  take(count: number): void {
    if (count > this.left) throw bad(`has more than ${MEMBERS_COUNT_MAX} members of bookmarks`);
    this.left -= count;
  }
}

function bitmapMembers(root: JavaObject, count: MemberCount): Members {
  const bitmaps = mapOf(root, 'bookmarks');
  requireDistinct([...bitmaps.values()]);
  return (number) => (bitmaps.has(number) ? bitmapOf(bitmaps.get(number), count) : new Uint32Array(0));
}

function bitmapOf(value: unknown, count: MemberCount): Uint32Array {
  const object = objectOf(value, 'org.roaringbitmap.RoaringBitmap');
  const ids = readRoaring(Buffer.concat(writtenBy(object).map((part) => blockOf(part))), count.left);
  count.take(ids.length);
  return ids;
}

/** Refuses repeated values. With references, a small file could repeat a value a million times. */
function requireDistinct(values: readonly JavaValue[]): void {
  if (new Set(values).size !== values.length) throw bad('has two bookmarks that share the object of their members');
}

/** Bit k of an item's byte in array n is bookmark 8 n + k. */
function arrayMembers(root: JavaObject, items: number, count: MemberCount): Members {
  const arrays = listOf(objectOf(root.fields.get('bookmarks'), 'java.util.ArrayList'), 4, 0);
  requireDistinct(arrays);
  const lists = arrays.map((array) => bitsOf(bytesOf(array, '[B', items), count));
  return (number) => lists[number >> 3]?.[number & 7] ?? new Uint32Array(0);
}

function bitsOf(bytes: Uint8Array, count: MemberCount): Uint32Array[] {
  const counts = new Array<number>(8).fill(0);
  for (const byte of bytes) for (let bit = 0; byte >> bit !== 0; bit++) counts[bit]! += (byte >> bit) & 1;
  count.take(counts.reduce((sum, ofBit) => sum + ofBit, 0));
  const lists = counts.map((ofBit) => new Uint32Array(ofBit));
  const filled = new Array<number>(8).fill(0);
  for (let id = 0; id < bytes.length; id++) {
    const byte = bytes[id]!;
    for (let bit = 0; byte >> bit !== 0; bit++) if (((byte >> bit) & 1) === 1) lists[bit]![filled[bit]!++] = id;
  }
  return lists;
}

function selectedOf(root: JavaObject, items: number): Uint32Array {
  const flags = bytesOf(root.fields.get('selected') as JavaValue, '[Z', items);
  const ids: number[] = [];
  for (let id = 0; id < flags.length; id++) if (flags[id] !== 0) ids.push(id);
  return Uint32Array.from(ids);
}

function bytesOf(value: JavaValue, className: string, length: number): Uint8Array {
  if (value?.kind !== 'array' || value.class.name !== className) {
    throw bad('has no array where the members of bookmarks must be');
  }
  if (value.length !== length) throw bad(`says that it has ${length} items, but an array has ${value.length}`);
  return value.bytes;
}

/** ARGB; opacity is ignored. */
function colorOf(value: JavaValue): string | null {
  if (value === null) return null;
  const argb = objectOf(value, 'java.awt.Color').fields.get('value');
  if (typeof argb !== 'number') throw bad('has a colour without a value');
  return `#${(argb & 0xff_ff_ff).toString(16).padStart(6, '0')}`;
}

/** A TreeMap or HashMap of Integers to values. */
function mapOf(root: JavaObject, field: string): Map<number, JavaValue> {
  const object = objectOf(root.fields.get(field), 'java.util.TreeMap', 'java.util.HashMap', 'java.util.LinkedHashMap');
  const isTree = object.class.name === 'java.util.TreeMap';
  const elements = listOf(object, isTree ? 4 : 8, isTree ? 0 : 4, 2);
  const map = new Map<number, JavaValue>();
  for (let i = 0; i < elements.length; i += 2) map.set(integerOf(elements[i]!), elements[i + 1]!);
  return map;
}

function setOf(root: JavaObject, field: string): Set<number> {
  const value = root.fields.get(field) ?? null;
  if (value === null) return new Set();
  const object = objectOf(value, 'java.util.TreeSet', 'java.util.HashSet', 'java.util.LinkedHashSet');
  const isTree = object.class.name === 'java.util.TreeSet';
  return new Set(listOf(object, isTree ? 4 : 12, isTree ? 0 : 8).map(integerOf));
}

/** Returns the elements that a collection wrote. They follow a block of `blockBytes`, which has their number at `countAt`. */
function listOf(object: JavaObject, blockBytes: number, countAt: number, width = 1): JavaValue[] {
  const written = writtenBy(object);
  const at = written.findIndex((part) => part?.kind === 'block');
  const block = at < 0 ? null : blockOf(written[at]!);
  if (block === null || block.length !== blockBytes) throw bad(`has a ${object.class.name} without a size`);
  const elements = written.slice(at + 1) as JavaValue[];
  // For a list, the block is its capacity, and its size is a field.
  const size = object.fields.get('size');
  const count = typeof size === 'number' ? size : block.readInt32BE(countAt);
  if (count * width !== elements.length) {
    throw bad(
      `says that a ${object.class.name} has ${count} elements, but it has ${Math.floor(elements.length / width)}`,
    );
  }
  return elements;
}

function writtenBy(object: JavaObject): readonly (JavaValue | Block)[] {
  return [...object.written.values()].flat();
}

function integerOf(value: JavaValue): number {
  const number = objectOf(value, 'java.lang.Integer').fields.get('value');
  if (typeof number !== 'number' || number < 0) throw bad('has a bookmark without a number');
  return number;
}

function objectOf(value: unknown, ...classNames: string[]): JavaObject {
  const object = value as JavaObject | null | undefined;
  if (object?.kind !== 'object' || !classNames.includes(object.class.name)) {
    throw bad(`lacks a ${classNames[0]} that it must have`);
  }
  return object;
}

function blockOf(part: JavaValue | Block): Buffer {
  if (part?.kind !== 'block') throw bad('has a value instead of bytes');
  return Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length);
}

function bad(finding: string): AppError {
  return new AppError('INVALID_REQUEST', `The bookmarks file ${finding}.`);
}
