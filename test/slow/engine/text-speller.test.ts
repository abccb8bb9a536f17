/**
 * Texts reconstructed from terms, compared with sorting all tokens: gaps, positions that two terms share, and texts of many
 * stretches.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CollectingKernel } from '../../../src/engine/spelling/collecting-kernel.ts';
import { type CollectedTexts, divideTexts, TextDivision } from '../../../src/engine/spelling/text-division.ts';
import { TextCollector, writeSpelledTexts } from '../../../src/engine/spelling/text-speller.ts';
import { listMemory } from '../../../src/lucene/lucene-lists.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { seeded } from '../../support/seeded.ts';

type Token = readonly [doc: number, position: number, term: string];

/** Kinds of documents: the distance of a token to the previous one. */
const distances: readonly ((random: () => number) => number)[] = [
  () => 1,
  (random) => (random() < 0.1 ? 2 : 1),
  // Two terms at one position.
  (random) => (random() < 0.2 ? 0 : 1),
  // There are too many positions for each to have a slot.
  (random) => Math.floor(random() * 1000) + 1,
];

function tokensOf(doc: number, count: number, random: () => number): Token[] {
  const distance = distances[doc % distances.length]!;
  const tokens: Token[] = [];
  let position = doc % 3;
  for (let n = 0; n < count; n++) {
    tokens.push([doc, position, `w${'x'.repeat(Math.floor(random() * 40))}${Math.floor(random() * 50)}`]);
    position += distance(random);
  }
  return tokens;
}

/** Copies in the memory in which lists are decoded, while they are used. */
function inListMemory(arrays: readonly Uint32Array[], use: (copies: readonly Uint32Array[]) => void): void {
  const count = arrays[0]!.length;
  const at = listMemory.take(4 * count * arrays.length);
  const copies = arrays.map((_, n) => new Uint32Array(listMemory.buffer, at + 4 * count * n, count));
  for (const [n, copy] of copies.entries()) copy.set(arrays[n]!);
  use(copies);
  listMemory.giveBack(at, 4 * count * arrays.length);
}

async function spell(tokens: readonly Token[], docs: readonly number[]): Promise<Map<number, string>> {
  const directory = temporaryDir();
  const counts = docs.map((doc) => tokens.filter(([own]) => own === doc).length);
  const numbers = { docs: Uint32Array.from(docs), tokens: Uint32Array.from(counts) };
  const expected = { ...numbers, inPieces: [], overlapUnits: 10 };
  const collectors = [0, 1].map((n) => new TextCollector(join(directory, `tokens-${n}`), expected));
  try {
    for (const [n, term] of [...new Set(tokens.map(([, , text]) => text))].sort().entries()) {
      // The documents are divided as between two threads.
      const collector = collectors[n % 5 === 3 ? 1 : 0]!;
      const own = tokens.filter(([, , text]) => text === term).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      // A term has a position once.
      const once = own.filter(([doc, at], i) => doc !== own[i - 1]?.[0] || at !== own[i - 1]?.[1]);
      const bytes = Buffer.from(term);
      const arrays = [0, 1].map((n) => Uint32Array.from(once, (token) => token[n] as number));
      collector.takeTerm(bytes, 0, bytes.length, false);
      const take = ([docs, positions]: readonly Uint32Array[]): void =>
        collector.takeOccurrences(docs!, positions!, 0, once.length);
      if (n % 2 === 0) take(arrays);
      else inListMemory(arrays, take);
    }
    const found = new Map<number, string>();
    let current = -1;
    const keeper = {
      beginFrame: () => undefined,
      beginText: (doc: number): void => {
        current = doc;
        found.set(doc, '');
      },
      addBytes: (bytes: Uint8Array, start: number, end: number): void =>
        void found.set(current, found.get(current)! + Buffer.from(bytes.subarray(start, end)).toString()),
      endText: (): void => undefined,
    };
    const parts = collectors.map((collector) => collector.collected());
    await writeSpelledTexts(expected, parts, keeper, async () => undefined);
    return found;
  } finally {
    for (const collector of collectors) collector.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function sorted(tokens: readonly Token[], doc: number): string {
  const own = tokens
    .filter(([of]) => of === doc)
    .map(([, position, term]) => `${String(position).padStart(12)} ${term}`);
  return [...new Set(own)]
    .sort()
    .map((line) => line.slice(13))
    .join(' ');
}

test('a text is its terms in order of position, and of bytes at equal positions', async () => {
  const random = seeded(5);
  const docs = [2, 3, 4, 5, 6, 7, 11, 13, 200];
  const tokens = docs.flatMap((doc) => tokensOf(doc, doc === 6 ? 0 : 300 + Math.floor(random() * 1200), random));
  const found = await spell(tokens, docs);
  expect([...found.keys()]).toEqual(docs);
  for (const doc of docs) expect({ doc, text: found.get(doc) }).toEqual({ doc, text: sorted(tokens, doc) });
});

test('a text with positions of many stretches', async () => {
  const random = seeded(6);
  const tokens: Token[] = [];
  for (let position = 0; position < 600_000; position += 1 + Math.floor(random() * 50)) {
    tokens.push([1, position, `w${position % 97}`]);
  }
  const filled = [...tokens, ...Array.from({ length: 530_000 }, (_, n): Token => [0, n, 'x'])];
  const found = await spell(filled, [0, 1]);
  expect(found.get(1)).toBe(sorted(tokens, 1));
  expect(found.get(0)).toBe(Array.from({ length: 530_000 }, () => 'x').join(' '));
});

test('documents and first positions that fit in one word, and others', async () => {
  const docs = [0, 10, 8191, 8192, 8300];
  const tokens = docs.flatMap((doc): Token[] =>
    [0, 3, 65_535, 65_536, 70_000].map((position) => [doc, position, `t${(doc + position) % 11}`]),
  );
  // These two documents have a slot for each position.
  for (const doc of [0, 8192]) {
    for (let position = 1; position < 70_000; position++) {
      if (![3, 65_535, 65_536].includes(position)) tokens.push([doc, position, `w${position % 5000}`]);
    }
  }
  const found = await spell(tokens, docs);
  for (const doc of docs) expect(found.get(doc)).toBe(sorted(tokens, doc));
});

test('words of two stretches with a common term', () => {
  const stretchOf = Int32Array.of(0, 0, 1, -2, 1);
  const pages: string[] = [];
  const wordsOf = (bytes: Uint8Array): string =>
    [...new Uint32Array(bytes.slice().buffer)].map((word) => word.toString(16)).join(' ');
  const kernel = closedAtEnd(
    new CollectingKernel(stretchOf, [0, 2], 16, (stretch, isOfBytes, page) => {
      if (!isOfBytes) pages.push(`${stretch}: ${wordsOf(page)}`);
    }),
  );
  for (const [n, term] of ['one', 'four'].entries()) {
    kernel.beginTerm(n + 1, Buffer.from(term), 0, term.length);
    const docs = Uint32Array.of(0, 1, 1, 2, 3);
    const positions = Uint32Array.of(5, 0, 1, 7, 4);
    // It stops at a document without a stretch.
    expect(kernel.take(docs, positions, 0, 5)).toBe(4);
    expect(kernel.take(Uint32Array.of(4), Uint32Array.of(3), 0, 1)).toBe(1);
  }
  const rest = [0, 1].map((stretch) => wordsOf(kernel.collected(stretch).words));
  const [first, second] = [0, 1].map((stretch) => {
    const own = pages.filter((page) => page.startsWith(`${stretch}: `)).map((page) => page.slice(3));
    return [...own, rest[stretch]].join(' ').trim();
  });
  expect(first).toBe('c0000003 a0000005 a0010000 1 c0000004 a0000005 a0010000 1');
  expect(second).toBe('c0000003 a0000007 a0020003 c0000004 a0000007 a0020003');
  expect([kernel.countOf(1), kernel.widthOf(1), kernel.widthOf(4)]).toEqual([4, 2, 4]);
});

test('parts of texts have complete stretches, and each document its own stretch or long text', () => {
  const random = seeded(7);
  const docs = Uint32Array.from({ length: 300 }, (_, i) => 3 * i + 1);
  // Some are longer than a stretch.
  const tokens = docs.map(() => Math.floor(random() * (random() < 0.1 ? 900_000 : 200_000)));
  const expected = { docs, tokens, inPieces: [docs[0]!, docs[150]!], overlapUnits: 10 };
  const { stretchOf, firsts, longDocs } = new TextDivision(expected);
  const whole = {
    stretches: firsts.map((_, n) => `stretch ${n}`),
    longTexts: longDocs.map((_, n) => `long ${n}`),
  } as unknown as CollectedTexts;
  const nameOf = ({ stretches, longTexts }: CollectedTexts, number: number): unknown =>
    number < 0 ? longTexts[-2 - number] : stretches[number];
  for (const count of [1, 2, 8, 1000]) {
    const parts = divideTexts(expected, [whole, whole], count);
    expect(parts.length).toBeLessThanOrEqual(count);
    if (count === 8) expect(parts.length).toBeGreaterThan(6);
    expect(parts.flatMap(({ docs: own }) => [...own])).toEqual([...docs]);
    for (const { docs: own, numbers, collected } of parts)
      for (const [i, doc] of own.entries())
        expect(nameOf(collected[1]!, numbers[i]!)).toBe(nameOf(whole, stretchOf[doc]!));
    expect(parts.flatMap(({ collected }) => [...collected[0]!.stretches])).toEqual(whole.stretches);
  }
});
