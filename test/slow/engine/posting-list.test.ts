import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SHORT_LIST_MAX } from '../../../src/engine/format.ts';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { JointUnion } from '../../../src/engine/postings/joint-union.ts';
import { ListUnion } from '../../../src/engine/postings/list-union.ts';
import type { PostingList } from '../../../src/engine/postings/posting-list-reader.ts';
import type { TermInfo } from '../../../src/engine/postings/term-info.ts';
import { verifyStructure } from '../../../src/engine/verify/verify-structure.ts';
import { VerifyFindings } from '../../../src/engine/verify-findings.ts';
import { PositionBuffer, TermPositions } from '../../../src/query/phrase/term-positions.ts';
import { expectSameNumbers } from '../../support/same-numbers.ts';
import { type SyntheticDoc, withIndex } from '../../unit/engine/synthetic-index.ts';

const BLOCK = 65_536;
const DOCUMENTS = 3 * BLOCK + 100;

function range(from: number, to: number, step = 1): number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);
}

/** Words with their documents: at the borders of blocks, and at the lengths at which the form of lists changes. */
const WORDS: Readonly<Record<string, readonly number[]>> = {
  first: [0],
  lastofblock: [BLOCK - 1],
  firstofblock: [BLOCK],
  border: [BLOCK - 1, BLOCK],
  verylast: [DOCUMENTS - 1],
  ends: [0, BLOCK - 1, BLOCK, 2 * BLOCK - 1, 3 * BLOCK, DOCUMENTS - 1],
  shortmax: range(BLOCK - SHORT_LIST_MAX / 2, BLOCK + SHORT_LIST_MAX / 2),
  longmin: range(BLOCK - SHORT_LIST_MAX / 2, BLOCK + SHORT_LIST_MAX / 2 + 1),
  longspread: range(5, DOCUMENTS, 2000).slice(0, SHORT_LIST_MAX + 1),
  skipsablock: [...range(0, 129), ...range(2 * BLOCK, 2 * BLOCK + 127)],
  oneineach: [...range(0, 70), BLOCK + 7, 2 * BLOCK + 65_535, 3 * BLOCK],
  dense: range(100, 2 * BLOCK + 100, 3),
  run: range(BLOCK - 5000, BLOCK + 9000),
  halves: range(0, DOCUMENTS, 41),
  mixed: [3, ...range(BLOCK, BLOCK + 30_000, 2), ...range(2 * BLOCK + 1, 3 * BLOCK, 3), 3 * BLOCK + 9],
};

/** Returns how often a word is in a document: 1 to 4 times, sometimes 40. */
function tfOf(word: string, doc: number): number {
  return doc % 97 === 0 ? 40 : 1 + ((doc + word.length) % 4 === 0 ? doc % 4 : 0);
}

function syntheticDocs(): { docs: SyntheticDoc[]; positions: Map<string, Map<number, number[]>> } {
  const words = new Map<number, string[]>();
  for (const [word, docs] of Object.entries(WORDS)) {
    for (const doc of docs) {
      const list = words.get(doc) ?? [];
      for (let i = 0; i < tfOf(word, doc); i++) list.push(word);
      words.set(doc, list);
    }
  }
  const positions = new Map(Object.keys(WORDS).map((word) => [word, new Map<number, number[]>()]));
  const docs = [...words.entries()]
    .sort(([a], [b]) => a - b)
    .map(([doc, list]) => {
      for (const [position, word] of list.entries()) {
        const byDoc = positions.get(word)!;
        byDoc.set(doc, [...(byDoc.get(doc) ?? []), position]);
      }
      return { doc, text: list.join(' ') };
    });
  return { docs, positions };
}

function termOf(index: IndexReader, word: string): TermInfo {
  return index.dictionary(index.fields.get('content')!).find(word)!;
}

function docsOf(list: PostingList): number[] {
  const low = new Uint32Array(BLOCK);
  const docs: number[] = [];
  for (let n = 0; n < list.blocks.length; n++) {
    const count = list.decodeBlock(n, low);
    if (count !== list.counts[n] || list.ranks[n] !== docs.length) throw new Error(`wrong counts of block ${n}`);
    for (let i = 0; i < count; i++) docs.push(list.blocks[n]! * BLOCK + low[i]!);
  }
  return docs;
}

function bitsOf(words: Uint32Array): number[] {
  const docs: number[] = [];
  for (const [n, word] of words.entries()) {
    if (word !== 0) for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) docs.push(n * 32 + bit);
  }
  return docs;
}

describe('posting lists over several blocks of 65,536 documents', () => {
  test('have the documents, unite them, and return their positions', async () => {
    const { docs, positions } = syntheticDocs();
    await withIndex(docs, { documentCount: DOCUMENTS }, async (index, directory) => {
      for (const [word, expected] of Object.entries(WORDS)) {
        const info = termOf(index, word);
        expect([word, info.docFreq]).toEqual([word, expected.length]);
        const list = index.list(info);
        expectSameNumbers(docsOf(list), expected, `documents of ${word}`);

        const words = new Uint32Array(index.bitmapWords);
        new ListUnion(index.postings, words).addTerm(info);
        expectSameNumbers(bitsOf(words), expected, `union of ${word}`);
        words.fill(0);
        for (let n = list.blocks.length - 1; n >= 0; n--) list.uniteBlock(n, words, list.blocks[n]! * 2048);
        expectSameNumbers(bitsOf(words), expected, `blocks of ${word} united`);

        for (const block of [0, 1, 2, 3, 4]) {
          const at = list.blocks.findIndex((number) => number >= block);
          expect(list.seek(block)).toBe(at < 0 ? list.blocks.length : at);
        }
        expectPositions(index, word, info, list, positions.get(word)!);
      }
      expectUnions(index);
      expectJointUnions(index);
      const exists = docsOf(index.exists(index.fields.get('content')!));
      expectSameNumbers(
        exists,
        docs.map(({ doc }) => doc),
        'documents with a text',
      );
      expectSameNumbers(docsOf(index.searchable()), exists, 'searchable documents');

      const findings = new VerifyFindings();
      await verifyStructure(directory, findings, async () => undefined);
      expect(findings.list).toEqual([]);
    });
  });
});

/** Checks unions of neighbouring lists, however many bytes are fetched at once. */
function expectUnions(index: IndexReader): void {
  const names = Object.keys(WORDS).sort();
  const infos = names.map((word) => termOf(index, word));
  for (const fetchedAtOnce of [500, 9000, 1 << 16]) {
    for (let from = 0; from < names.length; from++) {
      for (const to of [from + 1, from + 3, names.length]) {
        const stretch = infos.slice(from, to).filter(({ docFreq }) => docFreq > 1);
        if (stretch.length === 0) continue;
        const words = new Uint32Array(index.bitmapWords);
        const union = new ListUnion(index.postings, words, fetchedAtOnce);
        for (const info of stretch) union.addTerm(info);
        const expected = new Uint32Array(index.bitmapWords);
        for (const [i, word] of names.slice(from, to).entries()) {
          if (infos[from + i]!.docFreq > 1) for (const doc of WORDS[word]!) expected[doc >>> 5]! |= 1 << (doc & 31);
        }
        const of = `${names.slice(from, to).join(' ')}, ${fetchedAtOnce} bytes at once`;
        expectSameNumbers(bitsOf(words), bitsOf(expected), of);
      }
    }
  }
  const words = new Uint32Array(index.bitmapWords);
  const everything = new ListUnion(index.postings, words);
  const all = index
    .dictionary(index.fields.get('content')!)
    .walk({ lower: null, upper: null }, null, (block, first, end) => block.unite(first, end, everything));
  while (all.next().done !== true);
  const union = [...new Set(Object.values(WORDS).flat())].sort((a, b) => a - b);
  expectSameNumbers(bitsOf(words), union, 'all words united');
}

/** Checks lists that are added to some of several bitmaps, in random order and repeatedly. */
function expectJointUnions(index: IndexReader): void {
  const names = Object.keys(WORDS).sort();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: names.length - 1 }), fc.subarray([0, 1, 2, 3, 4])), { maxLength: 12 }),
      fc.constantFrom(1, 100, 3000, 9000),
      (added, gathered) => {
        const size = index.bitmapWords;
        const union = new JointUnion(index.postings, 6, size, gathered, () => new Uint32Array(size));
        const expected = Array.from({ length: 6 }, () => new Set<number>());
        for (const [at, numbers] of added) {
          const info = termOf(index, names[at]!);
          const chosen = Uint16Array.from([...numbers, 5]);
          if (info.docFreq === 1) union.addDoc(info.doc, chosen, numbers.length);
          else union.addList(info.postingsOffset, info.postingsBytes, info.docFreq, chosen, numbers.length);
          for (const number of numbers) for (const doc of WORDS[names[at]!]!) expected[number]!.add(doc);
        }
        for (const [number, docs] of expected.entries()) {
          const found = union.documents(number);
          expect(found === undefined).toBe(docs.size === 0);
          const ascending = [...docs].sort((a, b) => a - b);
          expectSameNumbers(bitsOf(found ?? new Uint32Array(0)), ascending, `bitmap ${number}`);
        }
      },
    ),
    { seed: Number(process.env['SEED'] ?? 1), numRuns: 40 },
  );
}

function expectPositions(
  index: IndexReader,
  word: string,
  info: TermInfo,
  list: PostingList,
  expected: ReadonlyMap<number, readonly number[]>,
): void {
  const all = [...expected.values()];
  if (info.inlinePositions !== null) {
    expect([word, [...info.inlinePositions]]).toEqual([word, all[0]]);
    return;
  }
  const reader = new TermPositions(index, info);
  const buffer = new PositionBuffer();
  const found: number[][] = [];
  for (const [n, block] of list.blocks.entries()) {
    expect(reader.openBlock(block)).toBe(true);
    for (let rank = 0; rank < list.counts[n]!; rank++) {
      found.push([...buffer.positions.subarray(0, reader.read(rank, buffer))]);
    }
  }
  expect([word, found.length]).toEqual([word, all.length]);
  for (const [i, list] of found.entries()) expectSameNumbers(list, all[i]!, `positions of posting ${i} of ${word}`);
}
