/** Random terms and postings, encoded by a writer of the tests, compared with the output of the reader. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { DataFile } from '../../../../src/cases/lucene/data-file.ts';
import type { FieldInfo } from '../../../../src/cases/lucene/field-infos.ts';
import { type FieldRange, FieldTerms } from '../../../../src/cases/lucene/field-terms.ts';
import { type DocumentMap, ListDecoder } from '../../../../src/cases/lucene/list-decoder.ts';
import { TokenTally } from '../../../../src/lucene/token-tally.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { type Postings, packedGroup, type WrittenTerms, writeTerms } from '../../../support/lucene-writer.ts';
import { seeded } from '../../../support/seeded.ts';

const directory = temporaryDir();
const open = new Map<string, number>();
afterAll(() => {
  for (const fd of open.values()) closeSync(fd);
});

function fileOf(name: string, bytes: Uint8Array): DataFile {
  writeFileSync(join(directory, name), bytes);
  if (!open.has(name)) open.set(name, openSync(join(directory, name), 'r'));
  const describe = (finding: string): AppError => new AppError('CASE_UNREADABLE', `${name} ${finding}`);
  return new DataFile(name, open.get(name)!, 0, bytes.length, describe);
}

test('groups of every width, with every number of exceptions', () => {
  const random = seeded(7);
  const widths = new Set<number>();
  const counts = new Set<number>();
  for (let bits = 0; bits <= 31; bits++) {
    for (let exceptions = 0; exceptions <= 7; exceptions++) {
      const values = Array.from({ length: 128 }, () => Math.floor(random() * 2 ** bits));
      for (let i = 0; i < exceptions; i++) {
        values[Math.floor(random() * 128)] = Math.floor(random() * 2 ** Math.min(31, bits + 8));
      }
      const { bytes } = packedGroup(values, exceptions);
      widths.add(bytes[0]! & 31);
      counts.add(bytes[0]! >>> 5);
      // A list of 128 documents, each with one occurrence. The numbers of the group are their positions.
      const docs = fileOf('docs', Uint8Array.from([0, 1, 0, 1, ...FOOTER]));
      const positions = fileOf('positions', Uint8Array.from([...bytes, ...FOOTER]));
      const lists = new ListDecoder({ docs, positions }, true, 129, null);
      lists.begin(128, 128, -1, 0, 0);
      const count = lists.read();
      expect({ bits, exceptions, values: [...lists.positions.subarray(0, count)] }).toEqual({
        bits,
        exceptions,
        values,
      });
      expect(lists.read()).toBe(0);
      lists.close();
    }
  }
  expect(widths.size).toBe(32);
  expect(counts.size).toBe(8);
});

test('repeated occurrences in other documents of an item are left out', () => {
  // Three documents, of which the first two are one item: positions 5, 9; 3, 7, 9, 12; 8.
  const docs = fileOf('docs', Uint8Array.from([0, 2, 2, 4, 3, ...FOOTER]));
  const positions = fileOf('positions', Uint8Array.from([5, 4, 3, 4, 2, 3, 8, ...FOOTER]));
  const map = { items: Int32Array.of(4, 4, 6), positionBases: null, room: Number.POSITIVE_INFINITY };
  const lists = new ListDecoder({ docs, positions }, true, 3, map);
  lists.begin(3, 7, -1, 0, 0);
  const count = lists.read();
  expect([...lists.docs.subarray(0, count)]).toEqual([4, 4, 4, 6]);
  expect([...lists.positions.subarray(0, count)]).toEqual([5, 9, 12, 8]);
  lists.close();
});

/** Space for a checksum, which is not a part of lists. */
const FOOTER = new Uint8Array(16);

const options = [
  ['docs', false, false],
  ['freqs', true, false],
  ['positions', true, true],
] as const;

test.each(options)('terms of a field with %s', (indexOptions, hasFreqs, hasPositions) => {
  const differing: { seed: number; term: string }[] = [];
  let last: Buffer | null = null;
  for (let seed = 0; seed < Number(process.env['RUNS'] ?? 10); seed++) {
    const random = seeded(seed);
    const terms = randomTerms(random, hasPositions);
    const written = writeTerms(terms, { hasFreqs, hasPositions, random });
    const open = (range?: FieldRange, map?: DocumentMap): FieldTerms =>
      openWritten(written, terms.size, indexOptions, range, map);
    const found = readAll(open());
    expect(found.size).toBe(terms.size);
    for (const [term, postings] of terms) {
      const expected = hasPositions ? postings : postings.map(([doc]) => [doc, [0]]);
      if (JSON.stringify(found.get(term)) !== JSON.stringify(expected)) differing.push({ seed, term });
    }
    for (const most of [1, 40, 2 ** 32 - 1]) {
      const found = tallied(open(), most);
      expect(found).toEqual(tokensOf(terms, hasPositions));
    }
    const ofTwo = (): FieldTerms => open(undefined, itemsOfTwo);
    expect(tallied(ofTwo(), 40)).toEqual(tokensOf(readAll(ofTwo(), true), true));
    // The same in ranges whose bounds are existing terms and others.
    const bounds = [...randomTerms(random, false).keys(), ...[...terms.keys()].filter(() => random() < 0.1)];
    const sorted = [...new Set(bounds)].map((name) => Buffer.from(name, 'latin1')).sort(Buffer.compare);
    const inRanges = new Map<string, Postings>();
    for (const [n, to] of [...sorted.filter(() => random() < 0.1), null].entries()) {
      const from = n === 0 ? null : last;
      const range = readAll(open({ from, to }));
      for (const [term, postings] of range) inRanges.set(term, postings);
      last = to;
    }
    expect([...inRanges]).toEqual([...found]);
  }
  expect(differing).toEqual([]);
});

test('terms so long that nodes and their children need more space', () => {
  for (let seed = 0; seed < 4; seed++) {
    const random = seeded(seed);
    const names = new Set<string>();
    for (let n = 0; n < 90; n++) {
      let name = 'abc'[n % 3]! + 'de'[Math.floor(n / 3) % 2]!;
      while (name.length < 2000) name += LETTERS[Math.floor(random() * LETTERS.length)];
      names.add(name);
    }
    const terms = new Map([...names].sort().map((name, n) => [name, [[n, [n]]] as Postings]));
    expect([...readAll(openTerms(terms, random))]).toEqual([...terms]);
  }
});

test('a list that is longer than one read of its files', () => {
  const random = seeded(1);
  const postings: [number, number[]][] = [];
  for (let doc = 0; postings.length < 40_000; doc += 1 + Math.floor(random() * 20))
    postings.push([doc, [Math.floor(random() * 2 ** 20)]]);
  const terms = new Map<string, Postings>([['heron', postings]]);
  expect([...readAll(openTerms(terms, random))]).toEqual([...terms]);
});

test('a repeated term is damage', () => {
  const terms = new Map<string, Postings>(['hero', 'herp', 'hers'].map((name, n) => [name, [[n, [7]]]]));
  // Uncompressed, and all in one node, so the offset of the last letter of the second one is known.
  const written = writeTerms(terms, { hasFreqs: true, hasPositions: true, random: () => 0 });
  const at = Buffer.from(written.tree).indexOf('herp') + 3;
  expect(at).toBeGreaterThan(3);
  expect(() => readAll(openWritten({ ...written, tree: written.tree.with(at, 'o'.charCodeAt(0)) }, 3))).toThrow(
    'terms that are not in order',
  );
});

const LETTERS = 'aehnorst-Z_';

function openTerms(terms: ReadonlyMap<string, Postings>, random: () => number): FieldTerms {
  return openWritten(writeTerms(terms, { hasFreqs: true, hasPositions: true, random }), terms.size);
}

function openWritten(
  written: WrittenTerms,
  terms: number,
  indexOptions: FieldInfo['indexOptions'] = 'positions',
  range?: FieldRange,
  map?: DocumentMap,
): FieldTerms {
  const statistics = { ...written, terms, docCount: 1, smallest: Buffer.alloc(0), largest: Buffer.alloc(0) };
  const files = {
    tree: fileOf('tree', written.tree),
    docs: fileOf('docs', written.docs),
    positions: fileOf('positions', written.positions),
  };
  return new FieldTerms({ name: 'f', indexOptions } as FieldInfo, statistics, files, DOCUMENTS, range, map);
}

const DOCUMENTS = 1 << 20;

/** Items of two documents each. Some documents have none. */
const itemsOfTwo: DocumentMap = {
  items: Int32Array.from({ length: DOCUMENTS }, (_, doc) => (doc % 7 === 0 ? -1 : doc >>> 1)),
  positionBases: null,
  room: Number.POSITIVE_INFINITY,
};

const tally = new TokenTally(DOCUMENTS);
afterAll(() => tally.close());

interface Tallied {
  readonly occurrences: number;
  readonly positionMax: number;
  /** By document. */
  readonly tokens: ReadonlyMap<number, number>;
}

/** Tallies up to `most` occurrences at a time. The next time begins at the next term. */
function tallied(terms: FieldTerms, most: number): Tallied {
  let occurrences = 0;
  while (terms.next()) {
    const some = terms.tally(most);
    expect(some).toBeGreaterThan(0);
    occurrences += some;
  }
  const { positionMax } = tally;
  const tokens = new Map<number, number>();
  tally.take((doc, count) => tokens.set(doc, count));
  return { occurrences, positionMax, tokens };
}

function tokensOf(terms: ReadonlyMap<string, Postings>, hasPositions: boolean): Tallied {
  const tokens = new Map<number, number>();
  let occurrences = 0;
  let positionMax = 0;
  for (const [doc, positions] of [...terms.values()].flat()) {
    const count = hasPositions ? positions.length : 1;
    tokens.set(doc, (tokens.get(doc) ?? 0) + count);
    occurrences += count;
    if (hasPositions) positionMax = Math.max(positionMax, ...positions);
  }
  return { occurrences, positionMax, tokens };
}

/** Most terms are in one document. Some lists end at a full group. */
function randomTerms(random: () => number, hasPositions: boolean): Map<string, Postings> {
  const names = new Set<string>(random() < 0.5 ? [''] : []);
  const letters = 'aabbc-Z_\u00e9';
  for (let n = 1 + Math.floor(random() * 400); n > 0; n--) {
    let name = '';
    const length = 1 + Math.floor(random() * (random() < 0.02 ? 300 : 8));
    while (name.length < length) name += letters[Math.floor(random() * letters.length)];
    names.add(name);
  }
  const sorted = [...names].sort((a, b) => Buffer.compare(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1')));
  return new Map(sorted.map((name) => [name, randomPostings(random, hasPositions)]));
}

const sizes = [1, 1, 1, 1, 1, 1, 2, 3, 9, 127, 128, 129, 256, 300];

function randomPostings(random: () => number, hasPositions: boolean): Postings {
  const count = random() < 0.9 ? 1 + Math.floor(random() * 3) : sizes[Math.floor(random() * sizes.length)]!;
  const step = 2 ** Math.floor(random() * 12);
  const postings: [number, number[]][] = [];
  for (let doc = Math.floor(random() * 100); postings.length < count; doc += 1 + Math.floor(random() * step)) {
    const positions: number[] = [];
    const freq = hasPositions && random() < 0.2 ? sizes[Math.floor(random() * sizes.length)]! : 1;
    for (let at = Math.floor(random() * 50); positions.length < freq; at += Math.floor(random() * step))
      positions.push(at);
    postings.push([doc, positions]);
  }
  return postings;
}

/** Reads the postings of each term. If documents are not items, all documents must be present. */
function readAll(terms: FieldTerms, isMapped = false): Map<string, Postings> {
  const found = new Map<string, Postings>();
  while (terms.next()) {
    const postings: [number, number[]][] = [];
    for (let count = terms.read(); count > 0; count = terms.read()) {
      for (let i = 0; i < count; i++) {
        if (postings.at(-1)?.[0] !== terms.docs[i]!) postings.push([terms.docs[i]!, []]);
        postings.at(-1)![1].push(terms.positions[i]!);
      }
    }
    if (!isMapped) expect(postings).toHaveLength(terms.docFreq);
    found.set(Buffer.from(terms.bytes.subarray(0, terms.length)).toString('latin1'), postings);
  }
  return found;
}
