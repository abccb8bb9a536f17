/** Whole values of a build: sorted through runs of any size, written as columns, and read back. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldWhole } from '../../../src/analysis/whole-value.ts';
import { ColumnValues } from '../../../src/engine/columns/column-values.ts';
import { ValueLog } from '../../../src/engine/columns/value-log.ts';
import { foldedOf, type HeldValues } from '../../../src/engine/columns/value-run.ts';
import { memoryOf, type SortedValues, sortValues, type ValueCrew } from '../../../src/engine/columns/value-sorting.ts';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { StreamWriter } from '../../../src/engine/store/stream-writer.ts';
import { withDirectory } from './synthetic-index.ts';

interface Found {
  readonly column: number;
  readonly folded: string;
  readonly spelling: string;
  readonly docs: readonly number[];
}

type Occurrence = readonly [column: number, gap: number, value: string];

/** A thread that takes so many messages of others before its own is answered; with none it takes no values. */
class LateCrew implements ValueCrew {
  readonly #late: number;
  readonly #answers: { left: number; answer: () => void }[] = [];
  given = 0;

  constructor(late: number) {
    this.#late = late;
  }

  sortValues(values: HeldValues, done: (sorted: SortedValues) => void): boolean {
    if (this.#late === 0) return false;
    const there = structuredClone(values, { transfer: memoryOf(values) });
    this.given++;
    this.#answers.push({ left: this.#late, answer: () => done(sortValues(there)) });
    return true;
  }

  message(): void {
    if (this.#answers.length > 0 && --this.#answers[0]!.left === 0) this.#answers.shift()!.answer();
  }

  finish(): void {
    while (this.#answers.length > 0) this.message();
  }
}

function sortedBy(path: string, list: readonly Occurrence[], occurrences: number, crew = new LateCrew(0)): Found[] {
  const log = new ValueLog(path, { occurrences, bytes: 2 ** 30 });
  log.useCrew(crew);
  let doc = 0;
  for (const [column, gap, value] of list) {
    doc += gap;
    log.add(column, doc, value);
    crew.message();
  }
  crew.finish();
  const found: Found[] = [];
  const sorted = log.sorted();
  const textOf = ({ bytes, length }: { bytes: Uint8Array; length: number }): string =>
    Buffer.from(bytes.subarray(0, length)).toString();
  while (sorted.next()) {
    const { column } = sorted;
    const [folded, spelling] = [textOf(sorted.folded), textOf(sorted.spelling)];
    const docs: number[] = [];
    for (let next = sorted.nextDoc(); next >= 0; next = sorted.nextDoc()) docs.push(next);
    found.push({ column, folded, spelling, docs });
  }
  log.close();
  return found;
}

function slowlySorted(list: readonly Occurrence[]): Found[] {
  const docs = new Map<string, Set<number>>();
  let doc = 0;
  for (const [column, gap, value] of list) {
    doc += gap;
    const key = JSON.stringify([column, value]);
    docs.set(key, (docs.get(key) ?? new Set()).add(doc));
  }
  const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return [...docs]
    .map(([key, some]) => {
      const [column, spelling] = JSON.parse(key) as [number, string];
      return { column, folded: foldWhole(spelling), spelling, docs: [...some] };
    })
    .sort((a, b) => a.column - b.column || compare(a.folded, b.folded) || compare(a.spelling, b.spelling));
}

const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('', 'a', 'A', 'aa', 'Aa', 'ab', 'É', 'e', '\u0000', 'a\u0000b', '\uffff', '😀'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.nat(40).map((n) => `disk1/home/a long path that all share/file-${n}.JPG`) },
);

describe('a log of whole values', () => {
  test('has spellings of a value in their order, whichever came first', async () => {
    const list: Occurrence[] = ['b', 'a', 'A', 'É', 'é', 'B'].map((value) => [0, 1, value]);
    await withDirectory(async (directory) => {
      expect(sortedBy(join(directory, 'values'), list, 1000)).toEqual(slowlySorted(list));
    });
  });

  test('gives them back by column, folded value, spelling and document, however few it holds in memory', async () => {
    const occurrence = fc.tuple(fc.constantFrom(0, 1, 5), fc.nat(2), text);
    await withDirectory(async (directory) => {
      let made = 0;
      fc.assert(
        fc.property(fc.array(occurrence, { maxLength: 300 }), fc.constantFrom(1, 2, 40, 1000), (list, held) => {
          expect(sortedBy(join(directory, String(made++)), list, held)).toEqual(slowlySorted(list));
        }),
        { numRuns: 60 },
      );
    });
  });

  test('gives them back in that order whoever sorts them, and however late', async () => {
    const occurrence = fc.tuple(fc.constantFrom(0, 1, 5), fc.nat(2), text);
    await withDirectory(async (directory) => {
      let made = 0;
      let given = 0;
      const lists = fc.array(occurrence, { maxLength: 300, size: 'max' });
      fc.assert(
        fc.property(lists, fc.constantFrom(1, 2, 40), fc.constantFrom(1, 7, 90), (list, held, late) => {
          const crew = new LateCrew(late);
          expect(sortedBy(join(directory, String(made++)), list, held, crew)).toEqual(slowlySorted(list));
          given = Math.max(given, crew.given);
        }),
        { numRuns: 60 },
      );
      expect(given).toBeGreaterThan(10);
    });
  });

  test('does not sort before a thread has given back what it got', async () => {
    await withDirectory(async (directory) => {
      const log = new ValueLog(join(directory, 'values'), { occurrences: 1, bytes: 2 ** 30 });
      const crew = new LateCrew(1);
      log.useCrew(crew);
      for (const doc of [0, 1]) log.add(0, doc, 'a');
      expect(() => log.sorted()).toThrow('a thread still has values');
      crew.finish();
      expect(log.sorted().next()).toBe(true);
      log.close();
    });
  });

  test('folds as categories are folded', () => {
    fc.assert(fc.property(text, (value) => foldedOf(value) === foldWhole(value)));
    const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => i));
    expect(foldedOf(ascii)).toBe(foldWhole(ascii));
    expect(foldedOf(ascii.repeat(10))).toBe(foldWhole(ascii.repeat(10)));
  });
});

describe('columns', () => {
  test('are refused where values of a text are long, and only there', async () => {
    await withDirectory(async (directory) => {
      const values = new ColumnValues(directory);
      const pages = new PageFile(join(directory, 'pages'), 64);
      const stream = new StreamWriter('columns', () => undefined);
      for (let doc = 0; doc <= 1000; doc++) {
        values.add('note', 'text', doc, [`${doc}`.padEnd(257, 'x')]);
        values.add('path', 'text', doc, [doc === 0 ? 'y'.repeat(4096) : 'short']);
        values.add('category', 'whole', doc, ['z'.repeat(5000)]);
      }
      values.add('path2', 'text', 1001, ['y'.repeat(4097)]);
      for (const name of ['content', 'id', 'parentId']) values.add(name, 'text', 1002, ['1']);
      values.add('size', 'text', 1003, ['5']);
      values.add('length', 'text', 1003, ['5', '6']);
      const written = await values.write(stream, pages, async () => undefined);
      values.close();
      pages.close();
      expect(
        written.map(({ name, refusal, docCount, spellingCount }) => [name, refusal, docCount, spellingCount]),
      ).toEqual([
        ['note', 'long', 0, 0],
        ['path', null, 1001, 2],
        ['category', null, 1001, 1],
        ['path2', 'long', 0, 0],
        ['length', null, 1, 2],
      ]);
    });
  });
});
