/** Whole values of a build: sorted through runs of any size, written as columns, and read back. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldWhole } from '../../../src/analysis/whole-value.ts';
import { ColumnValues } from '../../../src/engine/columns/values/column-values.ts';
import { HeldValues } from '../../../src/engine/columns/values/held-values.ts';
import { LoggedValues } from '../../../src/engine/columns/values/logged-values.ts';
import type { MergedValues } from '../../../src/engine/columns/values/merged-values.ts';
import { ALPHABETS } from '../../../src/engine/columns/values/packed-text.ts';
import { ValueLog } from '../../../src/engine/columns/values/value-log.ts';
import { foldedOf } from '../../../src/engine/columns/values/value-run.ts';
import {
  type SortedValues,
  ValueSorter,
  type ValuesToSort,
  type ValueThreadPool,
} from '../../../src/engine/columns/values/value-sorting.ts';
import { SPELLINGS_PER_GROUP } from '../../../src/engine/format.ts';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { StreamWriter } from '../../../src/engine/store/stream-writer.ts';
import { temporaryDir } from '../../support/endings.ts';
import { seeded } from '../../support/seeded.ts';

interface Found {
  readonly column: number;
  readonly folded: string;
  readonly spelling: string;
  readonly docs: readonly number[];
}

type Occurrence = readonly [column: number, gap: number, value: string];

/** A pool whose thread answers only after this many further messages. With 0, it takes no values. */
class LatePool implements ValueThreadPool {
  readonly #late: number;
  readonly #sorter = new ValueSorter();
  readonly #answers: { left: number; answer: () => void }[] = [];
  given = 0;

  constructor(late: number) {
    this.#late = late;
  }

  get takesValues(): boolean {
    return this.#late > 0;
  }

  sortValues(logged: ValuesToSort, done: (sorted: SortedValues) => void): void {
    const there = structuredClone(logged, { transfer: [logged.log.buffer] });
    this.given++;
    this.#answers.push({ left: this.#late, answer: () => done(this.#sorter.sort(there)) });
  }

  message(): void {
    if (this.#answers.length > 0 && --this.#answers[0]!.left === 0) this.#answers.shift()!.answer();
  }

  finish(): void {
    while (this.#answers.length > 0) this.message();
  }
}

function logged(path: string, list: readonly Occurrence[], occurrences: number, pool = new LatePool(0)): ValueLog {
  const log = new ValueLog(path, { occurrences, bytes: 2 ** 30 });
  log.useThreadPool(pool);
  let doc = 0;
  for (const [column, gap, value] of list) {
    doc += gap;
    log.add(column, doc, value);
    pool.message();
  }
  log.end();
  pool.finish();
  return log;
}

function sortedBy(path: string, list: readonly Occurrence[], occurrences: number, pool = new LatePool(0)): Found[] {
  const log = logged(path, list, occurrences, pool);
  const sorted = log.sorted();
  const found = COLUMNS.flatMap((column) => readColumn(sorted, column));
  log.close();
  return found;
}

/** For the last column a log does not encode repeated values. */
const COLUMNS = [0, 1, 5, 1500] as const;

/** The values of a column, read from its four parts. */
function readColumn(sorted: MergedValues, column: number): Found[] {
  const parts = { spellings: [] as number[], docs: [] as number[], groups: [] as number[], firsts: [] as number[] };
  const take = (part: number[]) => (bytes: Uint8Array) => void part.push(...bytes);
  const takers = {
    spellings: take(parts.spellings),
    docs: take(parts.docs),
    groups: take(parts.groups),
    firsts: take(parts.firsts),
  };
  sorted.beginColumn();
  while (sorted.writeColumn(column, takers));
  const [spellings, docs] = [new Varints(parts.spellings), new Varints(parts.docs)];
  const groups = Buffer.from(parts.groups);
  const found: Found[] = [];
  let last = Buffer.alloc(0);
  for (let n = 0; spellings.at < parts.spellings.length; n++) {
    if (n % SPELLINGS_PER_GROUP === 0) {
      const at = (n / SPELLINGS_PER_GROUP) * 10;
      expect([groups.readUIntLE(at, 5), groups.readUIntLE(at + 5, 5)]).toEqual([spellings.at, docs.at]);
      last = Buffer.alloc(0);
    }
    last = Buffer.concat([last.subarray(0, spellings.next()), spellings.packed()]);
    const spelling = last.toString();
    const folded = foldWhole(spelling);
    const isFirst = ((parts.firsts[n >> 3]! >> (n & 7)) & 1) === 1;
    expect(isFirst).toBe(folded !== found.at(-1)?.folded);
    found.push({ column, folded, spelling, docs: docs.documents() });
  }
  expect(docs.at).toBe(parts.docs.length);
  expect(groups.length).toBe(10 * Math.ceil(found.length / SPELLINGS_PER_GROUP));
  const values = new Set(found.map(({ folded }) => folded)).size;
  const occurrences = found.reduce((sum, some) => sum + some.docs.length, 0);
  expect(sorted.counts).toEqual({ spellings: found.length, values, occurrences });
  return found;
}

class Varints {
  readonly #bytes: readonly number[];
  at = 0;

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  next(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new RangeError('read past the end');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  packed(): Buffer {
    const head = this.next();
    const count = head >> 2;
    const start = this.at;
    const form = head & 3;
    this.at += form === 0 ? count : Math.ceil(count / 2);
    if (form === 0) {
      const text = Buffer.from(this.#bytes.slice(start, this.at));
      expect(
        count < 3 || !ALPHABETS.some((alphabet) => [...text.toString()].every((one) => alphabet.includes(one))),
      ).toBe(true);
      return text;
    }
    if (count % 2 === 1) expect(this.#bytes[this.at - 1]! >> 4).toBe(0);
    const digit = (i: number): number => (this.#bytes[start + (i >> 1)]! >> (4 * (i & 1))) & 15;
    return Buffer.from(Array.from({ length: count }, (_, i) => ALPHABETS[form - 1]![digit(i)]).join(''));
  }

  documents(): number[] {
    const first = this.next();
    const docs = [Math.floor(first / 2)];
    if (first % 2 === 1) return docs;
    for (let gap = this.next(); gap > 0; gap = this.next()) docs.push(docs.at(-1)! + gap);
    return docs;
  }
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
    arbitrary: fc.constantFrom(
      '',
      'a',
      'A',
      'aa',
      'Aa',
      'ab',
      'É',
      'e',
      '\u0000',
      'a\u0000b',
      '\uffff',
      '😀',
      'ﬃ',
      'ab1',
      'AB12',
      '12:3',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.nat(40).map((n) => `disk1/home/a long path that all share/file-${n}.JPG`) },
);

const ENDS = ['', '\0', '\0\0', '\0\0\0', '\0\0\0\0', 'a', 'ab', 'abc', 'abcd', 'é', '\x7f', '😀', 'Z', 'z'];

/** Logs values, of which each belongs to the next document. */
function logOf(list: readonly (readonly [column: number, value: string])[]): Uint8Array<ArrayBuffer> {
  const logged = new LoggedValues();
  for (const [doc, [column, value]] of list.entries()) logged.add(column, doc, value);
  return logged.take(null);
}

describe('values in memory', () => {
  const units = fc.constantFrom('a', 'b', 'A', '\u0000', '\u007f', '\u0080', 'é', '重', '\ud800', '\u{1f600}');
  const texts = fc.oneof(
    fc.array(units, { maxLength: 3 }).map((list) => list.join('')),
    fc.nat(400).map(String),
    fc.constantFrom(
      '重'.repeat(42),
      '重'.repeat(43),
      'x'.repeat(64),
      'x'.repeat(65),
      `${'x'.repeat(64)}\ud800`,
      `${'x'.repeat(70_000)}y`,
    ),
  );
  const lists = fc.array(fc.tuple(fc.nat(3), texts), { maxLength: 600, size: 'max' });

  test('are numbered in order of arrival, by column, and stay unchanged after others were forgotten', () => {
    fc.assert(
      fc.property(lists, lists, (before, list) => {
        const held = new HeldValues();
        held.takeLog(logOf(before));
        held.takeLog(logOf(list));
        const known = new Set(list.map(([column, value]) => `${column} ${value.toWellFormed()}`));
        expect(held.count).toBe(known.size);
        for (const [number, key] of [...known].entries())
          expect(Buffer.from(held.spelling(number)).toString()).toBe(key.slice(2));
      }),
      { numRuns: 30 },
    );
  });

  test('are all new', () => {
    const values = Array.from({ length: 3000 }, (_, n) => `value ${n * 7919}`);
    const held = new HeldValues();
    held.takeLog(logOf([...values, ...values].map((value) => [0, value])));
    expect(held.count).toBe(3000);
    for (const [n, value] of values.entries()) expect(Buffer.from(held.spelling(n)).toString()).toBe(value);
  });
});

test('a sorter takes more and more values in the memory of the previous ones', () => {
  const sorter = new ValueSorter();
  for (const [n, count] of [10, 300, 20, 1000, 5000, 4000].entries()) {
    const list = Array.from({ length: count }, (_, doc) => [doc % 3, `value ${(doc * 7919) % 4001} of ${n}`] as const);
    const counted = new Set([0, 2]);
    const { run, longest, counts } = new ValueSorter().sort({ log: logOf(list), counted });
    const again = sorter.sort({ log: logOf(list), counted });
    expect(again.counts).toEqual(counts);
    expect(counts.map(({ column }) => column)).toEqual([0, 2]);
    expect(Array.from(again.run)).toEqual(Array.from(run));
    expect([again.longest, longest]).toEqual(Array(2).fill(Math.max(...list.map(([, value]) => value.length))));
  }
});

describe('a log of whole values', () => {
  test('has spellings of a value in order, whichever came first', async () => {
    const list: Occurrence[] = ['b', 'a', 'A', 'É', 'é', 'B'].map((value) => [0, 1, value]);
    const directory = temporaryDir();
    expect(sortedBy(join(directory, 'values'), list, 1000)).toEqual(slowlySorted(list));
  });

  test('returns them by column, folded value, spelling and document, however few are in memory', async () => {
    const occurrence = fc.tuple(fc.constantFrom(...COLUMNS), fc.nat(2), text);
    const directory = temporaryDir();
    let made = 0;
    fc.assert(
      fc.property(fc.array(occurrence, { maxLength: 300 }), fc.constantFrom(1, 2, 40, 1000), (list, held) => {
        expect(sortedBy(join(directory, String(made++)), list, held)).toEqual(slowlySorted(list));
      }),
      { numRuns: 60 },
    );
  });

  test('returns them in that order, whoever sorts them and however late', async () => {
    const occurrence = fc.tuple(fc.constantFrom(...COLUMNS), fc.nat(2), text);
    const directory = temporaryDir();
    let made = 0;
    let given = 0;
    const lists = fc.array(occurrence, { maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(lists, fc.constantFrom(1, 2, 40), fc.constantFrom(1, 7, 90), (list, held, late) => {
        const pool = new LatePool(late);
        expect(sortedBy(join(directory, String(made++)), list, held, pool)).toEqual(slowlySorted(list));
        given = Math.max(given, pool.given);
      }),
      { numRuns: 60 },
    );
    expect(given).toBeGreaterThan(10);
  });

  test('has many in order, including those that begin alike, those that end where others continue with zeros, and long ones', async () => {
    const random = seeded(7);
    const pick = (): string => ENDS[Math.floor(random() * ENDS.length)]!;
    const list = Array.from({ length: 200_000 }, (_, n): Occurrence => {
      const value =
        n % 6 !== 0 ? 'the same' : n % 498 === 0 ? pick().repeat(700) : `${pick()}${pick()}shared${pick()}${pick()}`;
      return [n % 12 < 6 ? 0 : 1, n % 2, value];
    });
    const directory = temporaryDir();
    const wanted = slowlySorted(list);
    for (const held of [1 << 20, 23_000])
      expect(sortedBy(join(directory, String(held)), list, held, new LatePool(900))).toEqual(wanted);
  });

  test('lists documents by folded value, and reports which of them must be sorted', async () => {
    const occurrence = fc.tuple(fc.constant(0), fc.constant(1), text);
    const directory = temporaryDir();
    let made = 0;
    const assertListed = (list: readonly Occurrence[], held: number, isOrdered: boolean): void => {
      const log = logged(join(directory, String(made++)), list, held);
      const sorted = log.sorted();
      const docs: number[] = [];
      const equal: number[] = [];
      while (
        sorted.listNames(isOrdered, (more, some) => {
          docs.push(...more);
          equal.push(...some);
        })
      );
      log.close();
      const byFolded = new Map<string, Found[]>();
      for (const found of slowlySorted(list))
        byFolded.set(found.folded, [...(byFolded.get(found.folded) ?? []), found]);
      let from = 0;
      const wanted: number[] = [];
      for (const some of byFolded.values()) {
        const to = from + some.reduce((sum, found) => sum + found.docs.length, 0);
        if (to - from > 1 && (some.length > 1 || !isOrdered)) wanted.push(from, to);
        from = to;
      }
      expect(docs).toEqual([...byFolded.values()].flatMap((some) => some.flatMap((found) => found.docs)));
      expect(equal).toEqual(wanted);
    };
    fc.assert(
      fc.property(fc.array(occurrence, { maxLength: 300 }), fc.constantFrom(1, 40, 1000), fc.boolean(), assertListed),
    );
    const many = Array.from({ length: 40_000 }, (_, n): Occurrence => [0, 1, n % 4 === 0 ? `name ${n % 977}` : 'A']);
    assertListed(many, 9000, false);
  });

  test('does not sort before a thread has returned its part', async () => {
    const directory = temporaryDir();
    const log = new ValueLog(join(directory, 'values'), { occurrences: 1, bytes: 2 ** 30 });
    const pool = new LatePool(1);
    log.useThreadPool(pool);
    for (const doc of [0, 1]) log.add(0, doc, 'a');
    expect(() => log.sorted()).toThrow('a thread still has values');
    pool.finish();
    expect(readColumn(log.sorted(), 0)).toHaveLength(1);
    log.close();
  });

  test('folds like categories', () => {
    fc.assert(fc.property(text, (value) => foldedOf(value) === foldWhole(value)));
    const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => i));
    expect(foldedOf(ascii)).toBe(foldWhole(ascii));
    expect(foldedOf(ascii.repeat(10))).toBe(foldWhole(ascii.repeat(10)));
  });
});

describe('columns', () => {
  test('are refused if values of a text are long, and only then', async () => {
    const directory = temporaryDir();
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
    values.add('twice', 'text', 1004, ['5', '5']);
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
      ['twice', null, 1, 1],
    ]);
    expect(written.filter(({ isSingleValued }) => !isSingleValued).map(({ name }) => name)).toEqual(['length']);
  });
});
