/** The kernel that logs pairs finds the same pairs as the obvious algorithm, and makes runs of them, however few fit in one. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { RunFileReader } from '../../../src/engine/inversion/runs/run-file-reader.ts';
import { writeRunBytes } from '../../../src/engine/inversion/runs/run-file-writer.ts';
import { RunMerger } from '../../../src/engine/inversion/runs/run-merger.ts';
import { PairLog } from '../../../src/engine/pairs/pair-log.ts';
import { temporaryDir } from '../../support/endings.ts';
import { seeded } from '../../support/seeded.ts';

const MARK = ' '.charCodeAt(0);
const FIELD = 300;
const BLOCK = 64;

/** For a document: the term at each position that has one. */
type Occurrences = ReadonlyMap<number, number>;

interface Documents {
  readonly terms: readonly Uint8Array[];
  /** By block and document within it. */
  readonly blocks: readonly (readonly Occurrences[])[];
}

function made(seed: number): Documents {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const count = [1, 2, 9, 300][below(4)]!;
  const longest = [1, 8, 400][below(3)]!;
  const terms = Array.from({ length: count }, (_, n) => Buffer.from(String(1000 + n).padEnd(5 + below(longest), 'x')));
  const density = 1 + below(3);
  const document = (): Occurrences => {
    const length = [0, 1, 2, 20, 20, 700][below(6)]!;
    const start = [0, 0, 0, 2 ** 31 - 1000][below(4)]!;
    const there = Array.from({ length }, (_, n) => n).filter(() => below(density) === 0);
    return new Map(there.map((n) => [start + n, below(count)]));
  };
  const blocks = Array.from({ length: 1 + below(3) }, () => Array.from({ length: BLOCK }, document));
  return { terms, blocks };
}

/** Lines of pairs in order of their terms, documents and positions. */
function naivePairs({ terms, blocks }: Documents): string[] {
  const found: { readonly pair: string; readonly order: number; readonly doc: number; readonly at: number }[] = [];
  for (const [doc, occurrences] of blocks.flat().entries()) {
    for (const [at, first] of occurrences) {
      const second = occurrences.get(at + 1);
      if (second === undefined) continue;
      found.push({ pair: `${terms[first]} ${terms[second]}`, order: first * terms.length + second, doc, at });
    }
  }
  found.sort((a, b) => a.order - b.order || a.doc - b.doc || a.at - b.at);
  return found.map(({ pair, doc, at }) => `${FIELD} ${pair}: ${doc} ${at}`);
}

/** The same lines from runs of this many pairs, found in this many documents of a block at a time. */
function loggedPairs({ terms, blocks }: Documents, pairs: number, step: number, directory: string) {
  const log = new PairLog(FIELD, terms, MARK, { blockSize: BLOCK, pairs });
  const runs: ReturnType<typeof writeRunBytes>[] = [];
  const writeRun = (): void => {
    expect(log.length).toBeLessThanOrEqual(pairs);
    log.beginRun();
    runs.push(writeRunBytes(join(directory, `${pairs}-${step}-${runs.length}`), log));
    log.clear();
  };
  for (const [block, documents] of blocks.entries()) {
    for (const [low, { size }] of documents.entries()) log.counts[low] = size;
    for (let from = 0; from < BLOCK; from += step) {
      const to = Math.min(from + step, BLOCK);
      const own = documents.slice(from, to);
      log.begin(
        from,
        own.reduce((sum, { size }) => sum + size, 0),
      );
      let at = 0;
      for (const [n, occurrences] of own.entries()) {
        // The lines are in order of terms, in which they are read.
        for (const [position, term] of [...occurrences].sort((a, b) => a[1] - b[1] || a[0] - b[0])) {
          log.positions[at] = position;
          log.numbers[at++] = term;
        }
        log.ends[from + n] = at;
      }
      while (!log.find(block * BLOCK, to)) {
        expect(log.length).toBe(pairs);
        writeRun();
      }
    }
  }
  writeRun();
  for (const { marks } of runs) expect(marks.length > 0 || log.length === 0).toBe(true);
  // The next log gets this memory in its present state.
  log.release();
  const lines: string[] = [];
  const merged = new RunMerger(runs.map((run) => new RunFileReader(run)));
  while (merged.next()) {
    const term = Buffer.from(merged.bytes.subarray(merged.termStart, merged.termEnd)).toString();
    for (let count = merged.read(); count > 0; count = merged.read()) {
      for (let i = merged.from; i < merged.from + count; i++) {
        lines.push(`${merged.field} ${term}: ${merged.docs[i]} ${merged.positions[i]}`);
      }
    }
  }
  merged.close();
  return lines;
}

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('pairs are found, sorted and written as runs: %i', async (seed) => {
  const documents = made(seed);
  const expected = naivePairs(documents);
  const directory = temporaryDir();
  for (const pairs of [1 + Math.ceil(expected.length / 50), 100_000]) {
    for (const step of [1, 7, BLOCK]) expect(loggedPairs(documents, pairs, step, directory)).toEqual(expected);
  }
});

test('a run that is longer than the buffer is written in pieces, with marks where pairs begin', async () => {
  const count = 400;
  const terms = Array.from({ length: count }, (_, n) => Buffer.from(String(n).padStart(3, '0').padEnd(200, 'x')));
  // Each pair occurs once, in one document.
  const places = Array.from({ length: 20_000 }, (_, n) => [(n * 7) % count, Math.floor((n * 7) / count) % count]);
  const occurrences = new Map(places.flatMap(([a, b], n) => [[3 * n, a!] as const, [3 * n + 1, b!] as const]));
  const documents: Documents = {
    terms,
    blocks: [[occurrences, ...Array.from({ length: BLOCK - 1 }, () => new Map<number, number>())]],
  };
  const directory = temporaryDir();
  const lines = loggedPairs(documents, 100_000, BLOCK, directory);
  expect(lines).toEqual(naivePairs(documents));
  const log = new PairLog(FIELD, terms, MARK, { blockSize: BLOCK, pairs: 10 });
  log.beginRun();
  expect(log.nextTerm()).toBeNull();
  const empty = writeRunBytes(join(directory, 'empty'), log);
  expect(empty).toMatchObject({ bytes: 1, marks: [] });
});

test('the table of positions grows for a document of many occurrences', () => {
  const few = new Map([
    [0, 0],
    [1, 1],
  ]);
  // One in a thousand of them is a pair. The table needs more memory than everything else.
  const many = new Map(few);
  for (let n = 1; n < 300_000; n++) many.set(n % 1000 === 0 ? 2 * n - 1 : 2 * n, n & 1);
  const documents: Documents = {
    terms: ['one', 'two'].map((word) => Buffer.from(word)),
    blocks: [[few, many, ...Array.from({ length: BLOCK - 2 }, () => new Map<number, number>())]],
  };
  const lines = loggedPairs(documents, 1000, BLOCK, temporaryDir());
  expect(lines).toEqual(naivePairs(documents));
  expect(lines.length).toBeGreaterThan(2);
});
