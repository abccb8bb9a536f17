/** Terms of segments, merged and encoded where their lists are decoded, compared with the same through cursors. */
import { expect, test } from '@jest/globals';
import { ListOrdering, OrderedCursor } from '../../../src/engine/analyzed/ordered-cursor.ts';
import { CaseTermMerger } from '../../../src/engine/inversion/case-terms.ts';
import { RunMerger } from '../../../src/engine/inversion/runs/run-merger.ts';
import { type EncoderOptions, ListEncoder } from '../../../src/engine/postings/list-encoder.ts';
import { encoderOptions } from '../../../src/engine/postings/list-encoding.ts';
import { listMemory } from '../../../src/lucene/lucene-lists.ts';
import type { TermCursor } from '../../../src/shared/term-cursor.ts';
import { temporaryDir } from '../../support/endings.ts';
import { ListCursor, type ListedTerm } from '../../support/list-cursor.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { seeded } from '../../support/seeded.ts';
import { WrittenSegment } from '../../support/written-segment.ts';

const directory = temporaryDir();

const DOCUMENTS = 90_000;
/** These are not read from a file: every document has one token. */
const lengths = { docCount: 0, tokenCount: 0, isUnitLength: true, exists: null as never, lengths: null as never };

interface RandomSegment {
  readonly terms: readonly ListedTerm[];
  /** Its documents. */
  readonly order: readonly number[];
}

/** Each document is in one segment. Terms have few occurrences, but some have many, or one document has them. */
function randomSegments(random: () => number, isOrdered: boolean): RandomSegment[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  const step = 1 + below(DOCUMENTS / 300);
  const docs = Array.from({ length: 1 + below(300) }, (_, n) => n * step).sort(() => random() - 0.5);
  const count = 1 + below(4);
  return Array.from({ length: count }, (_, segment) => {
    const order = docs.filter((_, n) => n % count === segment);
    if (isOrdered) order.sort((a, b) => a - b);
    const terms = [0, 1, 2].flatMap((field) => {
      if (random() < 0.2) return [];
      const names = new Set(
        Array.from({ length: below(60) }, () => 'aéx-'.slice(below(4)).repeat(1 + below(5)) + below(30)),
      );
      if (random() < 0.3) names.add('');
      const sorted = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      return sorted.map((term) => [field, term, randomOccurrences(order, random)] as const);
    });
    return { terms, order };
  });
}

function randomOccurrences(order: readonly number[], random: () => number): [number, number][] {
  const part = random() < 0.1 ? 0 : random() ** 3;
  return order
    .filter(() => random() < part)
    .flatMap((doc) => {
      const count = random() < 0.02 ? 200 : 1 + Math.floor(random() * 4);
      return Array.from({ length: count }, (_, n): [number, number] => [doc, 3 * n + Math.floor(random() * 3)]);
    });
}

/** The bytes of all pieces. */
function encoded(encode: (options: EncoderOptions) => void): Buffer {
  const pieces: Uint8Array[] = [];
  const encoding = { fields: () => lengths, documentCount: DOCUMENTS, hasPositions: true };
  encode({ ...encoderOptions(encoding, (piece) => pieces.push(piece)), pieceBytes: 1000 });
  return Buffer.concat(pieces);
}

function naive(cursor: TermCursor): Buffer {
  return encoded((options) => {
    const lists = new ListEncoder(options);
    while (cursor.next()) {
      let isBegun = false;
      for (let count = cursor.read(); count > 0; count = cursor.read()) {
        if (!isBegun) lists.begin(cursor.field, cursor.bytes, cursor.termStart, cursor.termEnd);
        isBegun = true;
        lists.add(cursor.docs, cursor.positions, cursor.from, count);
      }
      if (isBegun) lists.end();
    }
    lists.flush();
  });
}

test.each([
  ['in order', true, 0],
  ['in any order', false, 1 << 20],
  ['in any order, few at a time', false, 100],
  ['in any order, less than one has', false, 3],
])('documents %s', (_, isOrdered, gathered) => {
  for (let seed = 1; seed <= Number(process.env['RUNS'] ?? 40); seed++) {
    const segments = randomSegments(seeded(seed), isOrdered);
    const merged = new RunMerger(
      segments.map(({ terms }) => new ListCursor(terms, 7)),
      isOrdered,
    );
    const ordering = new ListOrdering({ directory, prefix: `${seed}-` });
    const expected = naive(isOrdered ? merged : new OrderedCursor(merged, ordering));
    const start = listMemory.end;
    // Counts lists that are collected: a list that is decoded again must not be collected again.
    let collected = 0;
    const take = (docs: number, end: number): number => {
      collected += (end - docs) / 4;
      return end;
    };
    const texts = { code: { beginTerm: () => undefined, take }, takeLong: () => undefined };
    const found = encoded((options) => {
      const merger = new CaseTermMerger(options, { field: 1, texts });
      const written = segments.map(({ terms, order }) => new WrittenSegment(terms, order));
      const refuse = (): Error => new Error('refused');
      const close = merger.open(written, { gathered, refuse });
      while (merger.merge());
      merger.lists.flush();
      for (const segment of written) segment.close();
      close();
      merger.close();
    });
    const ofField = segments.flatMap(({ terms }) => terms.filter(([field, term]) => field === 1 && term !== ''));
    expect(collected).toBe(ofField.reduce((sum, [, , own]) => sum + own.length, 0));
    expectSameBytes(found, expected, `seed ${seed}`);
    // All memory was released.
    expect(listMemory.end).toBe(start);
  }
});
