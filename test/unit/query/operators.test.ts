import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AtLeast } from '../../../src/query/operators/at-least.ts';
import { BlockSet } from '../../../src/query/operators/block-set.ts';
import { Conjunction } from '../../../src/query/operators/conjunction.ts';
import { Disjunction } from '../../../src/query/operators/disjunction.ts';
import { DocBitmap } from '../../../src/query/operators/doc-bitmap.ts';
import { Exclusion } from '../../../src/query/operators/exclusion.ts';
import { Nothing } from '../../../src/query/operators/nothing.ts';
import { NO_BLOCK, type Operator } from '../../../src/query/operators/operator.ts';
import { collectDocs, countDocs, toEnd } from '../../../src/query/run.ts';

/** Three blocks of documents, the middle one often empty: an operator must step over it. */
const DOCS = 3 * 65_536;
const docSet = fc.uniqueArray(
  fc.oneof(
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 65_530, max: 65_545 }),
    fc.integer({ min: 131_072, max: 131_090 }),
    fc.constantFrom(65_535, 65_536, 131_071, 131_072, DOCS - 1),
  ),
  { maxLength: 30 },
);

interface Tree {
  readonly operator: Operator;
  readonly docs: ReadonlySet<number>;
}

function leaf(docs: readonly number[]): Tree {
  const words = new Uint32Array(DOCS / 32);
  for (const doc of docs) words[doc >>> 5]! |= 1 << (doc & 31);
  return { operator: docs.length === 0 ? new Nothing('') : new DocBitmap(words, 'docs', ''), docs: new Set(docs) };
}

const countOf = (trees: readonly Tree[], doc: number): number => trees.filter(({ docs }) => docs.has(doc)).length;

function combine(trees: readonly Tree[], operator: Operator, has: (doc: number) => boolean): Tree {
  const all = new Set(trees.flatMap(({ docs }) => [...docs]));
  return { operator, docs: new Set([...all].filter(has)) };
}

const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    docSet.map(leaf),
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((parts) => {
      const operators = parts.map(({ operator }) => operator);
      return combine(parts, new Conjunction(operators), (doc) => countOf(parts, doc) === parts.length);
    }),
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 4 })
      .map((parts) => combine(parts, new Disjunction(parts.map(({ operator }) => operator)), () => true)),
    fc.array(tie('tree'), { minLength: 2, maxLength: 4 }).map((parts) => {
      const [first, ...rest] = parts as [Tree, ...Tree[]];
      const operator = new Exclusion(
        first.operator,
        rest.map((part) => part.operator),
      );
      return combine(parts, operator, (doc) => first.docs.has(doc) && countOf(rest, doc) === 0);
    }),
    fc.tuple(fc.array(tie('tree'), { minLength: 2, maxLength: 4 }), fc.integer({ min: 1, max: 3 })).map(([parts, n]) =>
      combine(
        parts,
        new AtLeast(
          parts.map(({ operator }) => operator),
          n,
        ),
        (doc) => countOf(parts, doc) >= n,
      ),
    ),
  ),
})).tree;

const sorted = (docs: Iterable<number>): number[] => [...docs].sort((a, b) => a - b);

function inBlock(docs: ReadonlySet<number>, block: number): number[] {
  return sorted(docs).filter((doc) => doc >>> 16 === block);
}

function docsOf(set: BlockSet, block: number): number[] {
  const out = new Uint32Array(65_536);
  return Array.from(out.subarray(0, set.collect(block * 65_536, out, 0)));
}

describe('an operator', () => {
  test('counts and collects what the obvious sets hold', () => {
    fc.assert(
      fc.property(trees, ({ operator, docs }) => {
        expect(Array.from(toEnd(collectDocs(operator)))).toEqual(sorted(docs));
        expect(toEnd(countDocs(operator))).toBe(docs.size);
        expect(operator.cost).toBeGreaterThanOrEqual(docs.size);
      }),
      { numRuns: 150 },
    );
  });

  test('narrows, drops from and unites with a set of a block, in any order of blocks', () => {
    fc.assert(
      fc.property(trees, docSet, fc.boolean(), ({ operator, docs }, given, isDense) => {
        for (const block of [2, 0, 1]) {
          const own = given.filter((doc) => doc >>> 16 === block).sort((a, b) => a - b);
          const make = (): BlockSet => {
            const set = BlockSet.take();
            if (isDense) for (const doc of own) set.words[(doc & 0xffff) >>> 5]! |= 0;
            const words = isDense ? set.beginDense() : null;
            own.forEach((doc, i) => {
              if (words !== null) words[(doc & 0xffff) >>> 5]! |= 1 << (doc & 31);
              else set.docs[i] = doc & 0xffff;
            });
            if (!isDense) set.length = own.length;
            return set;
          };
          const kept = make();
          operator.retain(block, kept);
          expect(docsOf(kept, block)).toEqual(own.filter((doc) => docs.has(doc)));
          const left = make();
          operator.remove(block, left);
          expect(docsOf(left, block)).toEqual(own.filter((doc) => !docs.has(doc)));
          const words = new Uint32Array(2 * 2048);
          operator.unite(block, words, 2048);
          const united: number[] = [];
          for (let bit = 0; bit < 65_536; bit++) {
            if ((words[2048 + (bit >>> 5)]! & (1 << (bit & 31))) !== 0) united.push(block * 65_536 + bit);
          }
          expect(united).toEqual(inBlock(docs, block));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('never passes over a block that has documents', () => {
    fc.assert(
      fc.property(trees, ({ operator, docs }) => {
        for (const from of [0, 1, 2, 3]) {
          const first = sorted(docs).find((doc) => doc >>> 16 >= from);
          const next = operator.nextBlock(from);
          if (first !== undefined) expect(next).toBeLessThanOrEqual(first >>> 16);
          if (next !== NO_BLOCK) expect(next).toBeGreaterThanOrEqual(from);
        }
      }),
    );
  });
});
