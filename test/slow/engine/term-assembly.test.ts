/** Streams and dictionaries that are assembled from pieces equal those written record by record, however they are cut. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { TermAssembly, type TermStreams } from '../../../src/engine/dictionary/term-assembly.ts';
import { CHUNK_BYTES, INLINE_POSITIONS_MAX, SHORT_LIST_MAX, TERMS_PER_BUCKET } from '../../../src/engine/format.ts';
import { ListReplay } from '../../../src/engine/inversion/encoded-lists.ts';
import type { ListInfo } from '../../../src/engine/postings/list-info.ts';
import { writePositionGaps } from '../../../src/engine/postings/position-gaps.ts';
import { StreamWriter } from '../../../src/engine/store/stream-writer.ts';
import { type NaiveStream, type RecordedList, writeDictionaries } from '../../support/naive/naive-dictionary.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { numbersBelow as numbers } from '../../support/seeded.ts';

const NAMES: readonly NaiveStream[] = ['postings', 'terms', 'terms-index'];

/** Streams that record the order in which their chunks become full. */
function noted(): { streams: TermStreams; chunks: { name: string; value: Buffer }[]; end(): void } {
  const chunks: { name: string; value: Buffer }[] = [];
  const own = NAMES.map(
    (name) =>
      [name, new StreamWriter(name, (_chunk, value) => chunks.push({ name, value: Buffer.from(value) }))] as const,
  );
  const streams = Object.fromEntries(own) as unknown as TermStreams;
  return { streams, chunks, end: () => own.forEach(([, stream]) => void stream.end()) };
}

const LETTERS = ['a', 'b', 'ab', 'é', 'ê', '重', '要', '\u{20000}', '7', 'abcdefghijklmnopq'];
const SIZES = [1, 7, 40, 4095, 4096, 4097, 9000];

/** A list of a term, of any kind. `large`: how many of a hundred parts are large. */
function randomList(field: number, term: Uint8Array, next: (limit: number) => number, large: number): RecordedList {
  const bytes = (): Uint8Array => {
    const size = next(100) < large ? SIZES[next(SIZES.length)]! : next(40);
    return Uint8Array.from({ length: size }, () => next(256));
  };
  const kind = next(4);
  const positionsPart = { kind: 'positions', bytes: bytes() } as const;
  const list = { field, term, parts: [], short: null, long: null, docFreq: 1, doc: next(70_000), positions: [] };
  if (kind < 2) {
    const positions = Array.from(
      { length: 1 + next(2) * next(2 * INLINE_POSITIONS_MAX + 2) },
      (_, i) => i * 3 + next(3),
    );
    return { ...list, positions, parts: positions.length > INLINE_POSITIONS_MAX ? [positionsPart] : [] };
  }
  if (kind === 2) return { ...list, docFreq: Math.min(SHORT_LIST_MAX, 2), short: bytes(), parts: [positionsPart] };
  const parts = Array.from({ length: 1 + next(3) }, () => [
    { kind: 'frequencies', bytes: bytes() } as const,
    { kind: 'positions', bytes: bytes() } as const,
  ]);
  const long = { head: bytes(), documents: bytes() };
  return { ...list, docFreq: SHORT_LIST_MAX + 1 + next(3000), parts: parts.flat(), long };
}

function randomLists(fields: readonly number[], terms: number, seed: number, large: number): RecordedList[] {
  const next = numbers(seed);
  return fields.flatMap((field) => {
    const texts = Array.from({ length: next(terms + 1) }, () =>
      Array.from({ length: next(6) }, () => LETTERS[next(LETTERS.length)]).join(''),
    );
    return [...new Set(texts)]
      .map((text) => Buffer.from(text))
      .sort(Buffer.compare)
      .map((term) => randomList(field, term, next, large));
  });
}

/** The records of a list, in the format of src/engine/inversion/encoded-lists.ts. */
function recordsOf(list: RecordedList): Uint8Array[] {
  const record = (kind: number, ...parts: (number | Uint8Array)[]): Uint8Array => {
    const out = new ByteWriter();
    out.u8(kind);
    for (const part of parts) {
      out.varint(typeof part === 'number' ? part : part.length);
      if (typeof part !== 'number') out.copy(part);
    }
    return out.toBytes();
  };
  const { field, term, parts, short, long, docFreq, doc, positions } = list;
  const sum = (name: string): number =>
    parts.reduce((all, { kind, bytes }) => all + (kind === name ? bytes.length : 0), 0);
  const gaps = new ByteWriter();
  if (docFreq === 1) {
    gaps.varint(doc);
    gaps.varint(positions.length);
    if (positions.length <= INLINE_POSITIONS_MAX)
      writePositionGaps(Uint32Array.from(positions), 0, positions.length, gaps);
  }
  const end = record(5, docFreq, sum('frequencies'), sum('positions'));
  return [
    record(0, field, term),
    ...(short === null ? [] : [record(3, short)]),
    ...parts.map(({ kind, bytes }) => record(kind === 'frequencies' ? 1 : 2, bytes)),
    ...(long === null ? [] : [record(4, long.head, long.documents)]),
    Buffer.concat([end, gaps.toBytes()]),
    record(6, 3),
  ];
}

/** This many bytes of each stream and a few more, so that none of them ends where another does. */
function begun(bytes: number): Record<NaiveStream, number> {
  return { postings: bytes, terms: bytes + 5, 'terms-index': bytes + 11 };
}

/**
 * Compares the result of pieces of about this many bytes with that of single lists. Returns the dictionaries' entries in
 * headers.
 */
function expectSame(
  fields: readonly number[],
  lists: readonly RecordedList[],
  pieceBytes: number,
  before: Record<NaiveStream, number>,
): object[] {
  const expected = noted();
  const found = noted();
  for (const { streams } of [expected, found]) {
    for (const name of NAMES) streams[name].append(new Uint8Array(before[name]));
  }
  const headers = writeDictionaries(
    {
      append: (name, bytes) => expected.streams[name].append(bytes),
      lengthOf: (name) => expected.streams[name].length,
    },
    fields,
    lists,
    true,
  );
  const frequent: string[] = [];
  const terms = new TermAssembly(found.streams, fields, true, {
    leastOf: (field) => (field === fields[0] ? 1 : SHORT_LIST_MAX + 1),
    note: (field, bytes, start, end, info) => {
      frequent.push(shown(field, bytes.subarray(start, end), info, found.streams.postings.length));
    },
  });
  const replay = new ListReplay(found.streams, terms);
  let piece: Uint8Array[] = [];
  const records = lists.flatMap(recordsOf);
  for (const [n, record] of records.entries()) {
    piece.push(record);
    if (n < records.length - 1 && piece.reduce((sum, { length }) => sum + length, 0) < pieceBytes) continue;
    replay.play(Buffer.concat(piece));
    piece = [];
  }
  const written = terms.finish();
  expect(fields.map((field) => ({ field, ...written.get(field)! }))).toEqual(headers);
  expect(replay.occurrences).toBe(3 * lists.length);
  expect(frequent).toEqual(frequentOf(fields, lists, before.postings));
  expected.end();
  found.end();
  expect(found.chunks.map(({ name }) => name)).toEqual(expected.chunks.map(({ name }) => name));
  for (const [n, { name, value }] of expected.chunks.entries()) expectSameBytes(found.chunks[n]!.value, value, name);
  return headers;
}

function shown(field: number, term: Uint8Array, info: ListInfo, length: number): string {
  const { docFreq, doc, tf, inlinePositions, postingsBytes, frequenciesBytes, positionsBytes } = info;
  const single = docFreq === 1 ? [doc, tf, inlinePositions === null ? null : [...inlinePositions]] : [];
  const sizes = [postingsBytes, frequenciesBytes, positionsBytes];
  return JSON.stringify([field, Buffer.from(term).toString('hex'), docFreq, single, sizes, length]);
}

/** Frequent terms, with the length of the stream after their lists. */
function frequentOf(fields: readonly number[], lists: readonly RecordedList[], before: number): string[] {
  let length = before;
  const found: string[] = [];
  for (const { field, term, parts, short, long, docFreq, doc, positions } of lists) {
    const sizes = [0, 0, 0];
    const add = (n: number, bytes: number): void => {
      sizes[n]! += bytes;
      length += bytes;
    };
    for (const { kind, bytes } of parts) add(kind === 'frequencies' ? 1 : 2, bytes.length);
    add(0, short?.length ?? 0);
    if (long !== null) {
      add(0, long.head.length);
      add(0, (4 - (length % 4)) % 4);
      add(0, long.documents.length);
    }
    const isFrequent = term.length > 0 && (field === fields[0] || docFreq > SHORT_LIST_MAX);
    if (!isFrequent) continue;
    const isInline = positions.length <= INLINE_POSITIONS_MAX;
    const [postingsBytes = 0, frequenciesBytes = 0, positionsBytes = 0] = sizes;
    const inlinePositions = isInline ? Uint32Array.from(positions) : null;
    const info = {
      docFreq,
      postingsBytes,
      frequenciesBytes,
      positionsBytes,
      doc,
      tf: positions.length,
      inlinePositions,
    };
    found.push(shown(field, term, info, length));
  }
  return found;
}

test('pieces become the same as their records one by one', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(1, 60, 3000, 1e9), fc.nat(2 * CHUNK_BYTES), (seed, pieceBytes, bytes) => {
      expectSame([0, 2, 5], randomLists([0, 2, 5], 300, seed, 3), pieceBytes, begun(bytes));
    }),
    { numRuns: Number(process.env.RUNS ?? 25) },
  );
});

test('a piece of many windows, with long terms, and very many terms of one field', () => {
  const next = numbers(7);
  const long = Array.from({ length: 40 }, (_, n) => Buffer.from(`${'x'.repeat(30_000)}${String(n).padStart(2, '0')}`));
  const lists = [
    ...randomLists([0], 6000, 5, 20),
    ...long.map((term) => randomList(1, term, next, 50)),
    ...randomLists([3], 6000, 6, 0),
  ];
  expectSame([0, 1, 3, 4], lists, 1e9, begun(3));
});

test('frequencies come after the positions of their list, however many', () => {
  const next = numbers(13);
  const sizes = [
    [4000],
    [0, 4096, 1],
    Array(20).fill(4000),
    [...Array(16).fill(4096), 3],
    [9000, 5],
    [],
    [5000, 4096, 5000],
  ];
  const lists = sizes.flatMap((own, n) =>
    ['a', 'b'].map((letter, i): RecordedList => {
      const bytes = (size: number): Uint8Array => Uint8Array.from({ length: size }, () => next(256));
      const parts = own.flatMap((size) => [
        { kind: 'frequencies', bytes: bytes(size) } as const,
        { kind: 'positions', bytes: bytes(i * 5000 + next(9)) } as const,
      ]);
      const term = Buffer.from(`term ${n} ${letter}`);
      const long = { head: bytes(3 + next(9)), documents: bytes(next(2) * 5000 + next(9)) };
      return { field: 0, term, parts, short: null, long, docFreq: SHORT_LIST_MAX + 1, doc: 0, positions: [] };
    }),
  );
  for (const pieceBytes of [1, 100, 10_000, 1e9]) expectSame([0], lists, pieceBytes, begun(17));
});

test('pairs of code points of a dictionary that is large enough', () => {
  const next = numbers(9);
  const character = (): string => String.fromCodePoint([0x61, 0xe0, 0x4e00, 0x2_0000][next(4)]! + next(20));
  const texts = Array.from({ length: 4000 }, () => Array.from({ length: 1 + next(3) }, character).join(''));
  const terms = [...new Set(texts)].map((text) => Buffer.from(text)).sort(Buffer.compare);
  const lists = terms.map((term) => randomList(0, term, next, 0));
  const headers = expectSame([0], lists, 5000, begun(0));
  expect(headers).toEqual([expect.objectContaining({ grams: expect.anything() })]);
});

test('chunks of streams are written in the order in which they fill up', () => {
  const next = numbers(11);
  const short = Uint8Array.from({ length: 100 }, (_, n) => n & 255);
  const lists = Array.from({ length: 3 * TERMS_PER_BUCKET }, (_, n) => ({
    ...randomList(0, Buffer.from(`term ${String(n).padStart(3, '0')}`), next, 0),
    ...{ docFreq: Math.min(SHORT_LIST_MAX, 2), short, long: null, positions: [], parts: [] },
  }));
  // The stream of terms is full with the first bucket, that of postings with a term after it; or just before, with nothing to
  // spare.
  for (const terms of [TERMS_PER_BUCKET + 9, TERMS_PER_BUCKET]) {
    const before = { postings: CHUNK_BYTES - 100 * terms, terms: CHUNK_BYTES - 1, 'terms-index': 0 };
    expectSame([0], lists, 1e9, before);
  }
});

test('terms of a missing field are refused', () => {
  const { streams } = noted();
  const replay = new ListReplay(streams, new TermAssembly(streams, [1, 3], true));
  const [list] = randomLists([2], 50, 3, 0);
  expect(() => replay.play(Buffer.concat(recordsOf(list!)))).toThrow('terms of a field that is not there: 2');
});
