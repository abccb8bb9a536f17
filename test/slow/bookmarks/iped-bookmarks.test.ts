/**
 * Bookmarks files of IPED: read according to IPED's own classes, written byte for byte, and refused at the position of a fault.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { composeIpedBookmarks } from '../../../src/bookmarks/iped/compose-iped-bookmarks.ts';
import { importIped } from '../../../src/bookmarks/iped/import-iped.ts';
import { type IpedBookmarks, readIpedBookmarks } from '../../../src/bookmarks/iped/iped-bookmarks.ts';
import { readJavaObject } from '../../../src/bookmarks/iped/java-reader.ts';
import type { Block, JavaObject, JavaValue } from '../../../src/bookmarks/iped/java-values.ts';
import { writeJavaObject } from '../../../src/bookmarks/iped/java-writer.ts';
import { readRoaring } from '../../../src/bookmarks/iped/roaring.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { ids, nobody, openStore } from '../../unit/bookmarks/temporary-store.ts';

const file = (name: string): Buffer => readFileSync(`test/fixtures/iped/${name}`);

interface Golden {
  readonly bookmarks: readonly {
    readonly number: number;
    readonly name: string;
    readonly comment: string | null;
    readonly inReport: boolean;
    readonly color?: string;
    readonly ids: readonly number[];
  }[];
  readonly selected: readonly number[];
}

describe.each(['v41', 'v42'])('a file of IPED %s', (version) => {
  const bytes = file(`bookmarks-${version}.iped`);
  const golden: Golden = JSON.parse(file(`bookmarks-${version}.json`).toString());

  test("is read like IPED's own classes read it", () => {
    const found = readIpedBookmarks(bytes);
    expect(found.lastId).toBe(20);
    expect([...found.selected]).toEqual(golden.selected);
    expect(found.bookmarks.map((bookmark) => ({ ...bookmark, ids: [...bookmark.ids] }))).toEqual(
      golden.bookmarks.map(({ number, name, comment, inReport, color, ids: members }) => ({
        number,
        name,
        comment,
        color: color === undefined ? null : `#${color.slice(2)}`,
        isInReport: inReport,
        ids: members,
      })),
    );
  });

  test('is written again byte for byte', () => {
    expectSameBytes(writeJavaObject(readJavaObject(bytes)), bytes, 'the file');
  });

  test('cut anywhere is an error with the position', () => {
    for (let length = 0; length < bytes.length; length += 5) {
      expect(() => readIpedBookmarks(bytes.subarray(0, length))).toThrow(/^The bookmarks file|^A bitmap of/);
    }
  });

  test('with any bytes changed is read or refused', () => {
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed = Buffer.from(bytes);
        for (const [at, byte] of changes) changed[at] = byte;
        try {
          readIpedBookmarks(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 500) },
    );
  });
});

describe('a small file that expands enormously is refused', () => {
  const header = Buffer.from('aced0005', 'hex');
  const u16 = (value: number): Buffer => Buffer.of(value >> 8, value & 255);
  const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 65_535)]);
  const classOf = (name: string, flags: number, parent: Buffer): Buffer =>
    Buffer.concat([
      Buffer.of(0x72),
      u16(name.length),
      Buffer.from(name),
      Buffer.alloc(8),
      Buffer.of(flags),
      u16(0),
      Buffer.of(0x78),
      parent,
    ]);
  const none = Buffer.of(0x70);
  const handle = (number: number): Buffer => Buffer.concat([Buffer.of(0x71), u32(0x7e0000 + number)]);
  /** A list of anything. Its class has the handle 0, the list itself 1. */
  const listOf = (...parts: readonly Buffer[]): Buffer =>
    Buffer.concat([header, Buffer.of(0x73), classOf('java.util.ArrayList', 3, none), ...parts, Buffer.of(0x78)]);
  const chain = (classes: number): Buffer[] =>
    Array.from({ length: classes }, (_, i) => classOf('java.lang.Number', 0, i === 0 ? none : handle(1 + i)));

  test.each([10, 20_000])('a chain of %i classes, which each object would walk', (classes) => {
    const object = Buffer.concat([Buffer.of(0x73), handle(1 + classes)]);
    const bytes = listOf(...chain(classes), ...new Array<Buffer>(20_000).fill(object));
    expect(() => readIpedBookmarks(bytes)).toThrow('has a class of more than 8 parents (at byte ');
    expect(() => readIpedBookmarks(listOf(...chain(9)))).toThrow('holds an object of class java.util.ArrayList');
  });

  test('millions of empty blocks', () => {
    expect(() => readIpedBookmarks(listOf(Buffer.alloc(2 * 4_000_001, Buffer.of(0x77, 0))))).toThrow(
      'has collections of more than 4000000 parts',
    );
  });

  test('millions of objects', () => {
    const object = Buffer.concat([Buffer.of(0x73), handle(2)]);
    const bytes = listOf(classOf('java.lang.Number', 0, none), Buffer.alloc(6 * 2_000_000, object));
    expect(() => readIpedBookmarks(bytes)).toThrow('has more than 2000000 objects');
  });

  test('one long comment of very many bookmarks', () => {
    const bookmark = (i: number) => ({ name: `b${i}`, comment: 'a', isInReport: false, ids: new Uint32Array(0) });
    const file = composeIpedBookmarks({
      lastId: 0,
      bookmarks: Array.from({ length: 1025 }, (_, i) => bookmark(i)),
      selected: new Uint32Array(0),
      casePath: '/case',
    });
    const root = readJavaObject(file);
    const comments = root.fields.get('bookmarkComments') as JavaObject;
    const shared = { kind: 'text', text: 'a'.repeat(65_536) } as const;
    const sharing = (value: JavaValue | Block) => (value?.kind === 'text' ? shared : value);
    const written = new Map([...comments.written].map(([one, values]) => [one, values.map(sharing)]));
    const fields = new Map(root.fields).set('bookmarkComments', { ...comments, written });
    expect(readIpedBookmarks(file).bookmarks).toHaveLength(1025);
    expect(() => readIpedBookmarks(writeJavaObject({ ...root, fields }))).toThrow(
      'has comments of more than 67108864 characters',
    );
  });
});

test('composed bookmarks can be read again', () => {
  const bookmarks = Array.from({ length: 19 }, (_, i) => ({
    name: `bookmark ${i} \u0000 日本 😀`,
    comment: i % 3 === 0 ? 'seen'.repeat(i * 1000) : null,
    isInReport: i % 2 === 0,
    ids: Uint32Array.from({ length: i }, (__, k) => k * 5),
  }));
  const bytes = composeIpedBookmarks({ lastId: 100, bookmarks, selected: ids(0, 7, 100), casePath: '/cases/a' });
  const found = readIpedBookmarks(bytes);
  expect(found.lastId).toBe(100);
  expect([...found.selected]).toEqual([0, 7, 100]);
  expect(found.bookmarks).toEqual(bookmarks.map((bookmark, number) => ({ number, color: null, ...bookmark })));
  expectSameBytes(writeJavaObject(readJavaObject(bytes)), bytes, 'what was composed');
});

describe('an inconsistent file is refused', () => {
  const v41 = file('bookmarks-v41.iped');
  /** Replaces the bytes at the first match of a pattern. */
  const withBytes = (hex: string, other: string): Buffer => {
    const at = v41.indexOf(Buffer.from(hex, 'hex'));
    expect(at).toBeGreaterThan(0);
    const changed = Buffer.from(v41);
    Buffer.from(other, 'hex').copy(changed, at);
    return changed;
  };

  test.each([
    [
      'of a last id',
      withBytes('000000140000000500000015', '7fffffff0000000500000015'),
      'says that it has 2147483648 items',
    ],
    ['of a number of entries', withBytes('77040000000a', '77047fffffff'), 'has 2147483647 elements, but it has 10'],
    [
      'of the length of an array',
      withBytes('7571007e002a00000015', '7571007e002a7fffffff'),
      'is truncated: 2147483647 more',
    ],
    [
      'by a class of its own',
      withBytes('6a6176612e7574696c2e54726565536574', '6a6176612e7574696c2e54726565536575'),
      'has the class',
    ],
    ['by a reference to nothing', withBytes('71007e000e', '71007effff'), 'refers to something that is not there'],
  ])('%s', (_, bytes, message) => {
    expect(() => readIpedBookmarks(bytes)).toThrow(new RegExp(message));
  });

  test('of objects within objects', () => {
    const one = Buffer.from(`757200025b42${'00'.repeat(8)}02000078`, 'hex');
    const bytes = Buffer.concat([Buffer.from('aced0005', 'hex'), ...Array.from({ length: 100_000 }, () => one)]);
    expect(() => readJavaObject(bytes)).toThrow('nests objects more than 32 deep');
  });

  test('of a bitmap that encodes a great deal in runs', () => {
    const count = 65_536;
    const bytes = Buffer.alloc(4 + count / 8 + 4 * count + 4 * count + 6 * count, 0xff);
    bytes.writeUInt32LE((((count - 1) << 16) | 0x303b) >>> 0, 0);
    for (let key = 0; key < count; key++) bytes.writeUInt16LE(key, 4 + count / 8 + 4 * key);
    expect(() => readRoaring(bytes, 1000)).toThrow('has 4294967296 members, and at most 1000 are read');
  });
});

describe('importing', () => {
  const found = (name: string, comment: string | null, members: Uint32Array): IpedBookmarks => ({
    lastId: 20,
    bookmarks: [{ number: 0, name, comment, color: '#00c8ff', isInReport: true, ids: members }],
    selected: ids(3),
  });
  const how = { source: 'a', origin: nobody, known: async (some: Uint32Array) => some };

  test('adds what is missing, reports what existed, and keeps a different comment below', async () => {
    const store = await openStore();
    const first = await importIped(store, found('Relevant', 'seen by A', ids(1, 2)), how);
    expect(first.bookmarks).toEqual([{ name: 'Relevant', existed: false, added: 2, alreadyThere: 0, unknown: 0 }]);
    expect(first.problems).toEqual([]);
    const again = await importIped(store, found('Relevant', 'seen by A', ids(2, 3)), how);
    expect(again.bookmarks).toEqual([{ name: 'Relevant', existed: true, added: 1, alreadyThere: 1, unknown: 0 }]);
    expect(again.problems).toEqual([]);
    const other = await importIped(store, found('Relevant', 'seen by B', ids()), { ...how, source: 'b' });
    expect(other.problems).toEqual([
      'the bookmark "Relevant" has another comment: the imported one was added below it',
    ]);
    expect(store.details()).toMatchObject([
      { name: 'Relevant', items: 3, comment: 'seen by A\n\nseen by B', color: '#00c8ff', inReport: true },
    ]);
    expect([...store.membersIn('Relevant', 'a')]).toEqual([1, 2, 3]);
    expect(store.selected().map(({ source, ids: some }) => [source, ...some])).toEqual([
      ['a', 3],
      ['b', 3],
    ]);
  });

  test('leaves out ids without an item, and impossible names', async () => {
    const store = await openStore();
    const known = async (some: Uint32Array): Promise<Uint32Array> => some.filter((id) => id < 10);
    const report = await importIped(store, found('R', null, ids(9, 10, 11)), { ...how, known });
    expect(report.bookmarks).toEqual([{ name: 'R', existed: false, added: 1, alreadyThere: 0, unknown: 2 }]);
    const bad = await importIped(store, found('a\u0007b', null, ids(1)), how);
    expect(bad.bookmarks).toEqual([]);
    expect(bad.problems).toEqual([expect.stringContaining('is skipped')]);
    expect(store.names()).toEqual(['R']);
  });
});
