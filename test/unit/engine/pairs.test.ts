/** Pairs of frequent words, compared with the obvious algorithm. Damage to them is found. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type FieldHeader, type IndexHeader, PAIRED_MIN, PAIRED_PART } from '../../../src/engine/format.ts';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { isPaired } from '../../../src/engine/pairs/frequent-terms.ts';
import type { LocatedTerm } from '../../../src/engine/pairs/pairs-reader.ts';
import { frequencies, lows, TermOccurrences } from '../../../src/engine/pairs/term-occurrences.ts';
import { BLOCK_SIZE } from '../../../src/engine/postings/doc-block.ts';
import type { TermInfo } from '../../../src/engine/postings/term-info.ts';
import { verifyStructure } from '../../../src/engine/verify/verify-structure.ts';
import { VerifyFindings } from '../../../src/engine/verify-findings.ts';
import type { CaseOrigin } from '../../../src/schema/case-origin.ts';
import { temporaryDir } from '../../support/endings.ts';
import { bytesOf, rewriteIndex, type SyntheticDoc, withIndex, writeIndex } from './synthetic-index.ts';

/** The n-th of these is drawn at one of n + 1 positions, so some are frequent and some are not. */
const WORDS = ['the', 'of', 'off', 'ж', 'list', 'items', 'often', 'seldom', 'once', 'more'];
const DOCS = drawn(500);
const VALUES = new Map<string, (doc: SyntheticDoc) => readonly string[]>([
  ['content', ({ text }) => [text!]],
  ['tag', ({ fields }) => fields?.tag ?? []],
]);

function drawn(count: number): SyntheticDoc[] {
  let state = 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  const text = (length: number): string =>
    Array.from({ length }, () => WORDS[below(1 + below(WORDS.length))]!).join(' ');
  return Array.from({ length: count }, (_, doc) => ({
    doc: 2 * doc,
    text: doc === 9 ? text(900) : text(1 + below(20)),
    fields: { tag: [text(2), text(3)] },
  }));
}

/** Keyed by the two words: how often the second follows the first in each document. */
function naivePairs(field: string): Map<string, Map<number, number>> {
  const pairs = new Map<string, Map<number, number>>();
  for (const doc of DOCS) {
    for (const value of VALUES.get(field)!(doc)) {
      const words = value.split(' ');
      for (let i = 1; i < words.length; i++) {
        const pair = `${words[i - 1]} ${words[i]}`;
        const docs = pairs.get(pair) ?? new Map<number, number>();
        pairs.set(pair, docs.set(doc.doc, (docs.get(doc.doc) ?? 0) + 1));
      }
    }
  }
  return pairs;
}

function isFrequent(field: string, word: string): boolean {
  const texts = DOCS.map((doc) => VALUES.get(field)!(doc).join(' ').split(' '));
  const docs = texts.filter((words) => words.includes(word)).length;
  return docs >= PAIRED_MIN && docs * PAIRED_PART >= texts.flat().length;
}

function infoOf(index: IndexReader, field: FieldHeader, first: string, second: string): TermInfo | null | undefined {
  const located = (term: string): LocatedTerm => ({ term, info: index.dictionary(field).find(term)! });
  return index.pairs(field)!.find(located(first), located(second));
}

/** Documents and frequencies of a pair; null if it never occurs; undefined if the two are not paired. */
function foundPair(index: IndexReader, field: FieldHeader, first: string, second: string) {
  const info = infoOf(index, field, first, second);
  if (info === null || info === undefined) return info;
  const count = new TermOccurrences(index, info, 1).open(0);
  return Array.from({ length: count }, (_, i) => [lows[i]!, frequencies[i]!]);
}

async function findingsIn(directory: string): Promise<string> {
  const findings = new VerifyFindings();
  await verifyStructure(directory, findings, async () => undefined);
  return findings.list.map(({ where, what }) => `${where}: ${what}`).join('\n');
}

describe('pairs of frequent words', () => {
  test('are those that are adjacent in texts and values, with their frequencies', async () => {
    await withIndex(DOCS, {}, async (index, directory) => {
      for (const name of VALUES.keys()) {
        const field = index.fields.get(name)!;
        const expected = naivePairs(name);
        const frequent = WORDS.filter((word) => isFrequent(name, word));
        expect(frequent.length).toBeGreaterThan(name === 'content' ? 3 : 1);
        expect(frequent.length).toBeLessThan(WORDS.length);
        for (const first of WORDS) {
          for (const second of WORDS) {
            const isPair = frequent.includes(first) && frequent.includes(second);
            const docs = expected.get(`${first} ${second}`);
            const wanted = isPair ? (docs === undefined ? null : [...docs]) : undefined;
            expect({ first, second, docs: foundPair(index, field, first, second) }).toEqual({
              first,
              second,
              docs: wanted,
            });
          }
        }
      }
      expect(await findingsIn(directory)).toBe('');
    });
  });

  test('are found if only some documents of a group of positions are examined', async () => {
    await withIndex(DOCS, {}, (index) => {
      const info = index.dictionary(index.fields.get('content')!).find('the')!;
      const the = new TermOccurrences(index, info, 1);
      const count = the.open(0);
      const wanted = DOCS.flatMap(({ doc, text }) => {
        const at = text!.split(' ').flatMap((word, position) => (word === 'the' ? [position] : []));
        return at.length === 0 ? [] : [{ doc, at }];
      });
      expect(wanted.length).toBe(count);
      for (const from of [1, 7, count - 3]) {
        const out = {
          positions: new Uint32Array(4096),
          terms: new Uint16Array(4096),
          next: new Uint32Array(BLOCK_SIZE),
        };
        const own = wanted.slice(from, from + 3);
        for (const [i, { doc }] of own.entries()) out.next[doc] = 1000 * i;
        the.addTo(out, from, from + 3, 9);
        for (const [i, { doc, at }] of own.entries()) {
          expect(out.next[doc]).toBe(1000 * i + at.length);
          expect([...out.positions.subarray(1000 * i, out.next[doc])]).toEqual(at);
          expect([...out.terms.subarray(1000 * i, out.next[doc])]).toEqual(at.map(() => 9));
        }
      }
    });
  });

  test('are made from words in enough documents for the tokens of their field', () => {
    expect(isPaired(PAIRED_MIN, 0)).toBe(true);
    expect(isPaired(PAIRED_MIN - 1, 0)).toBe(false);
    expect(isPaired(PAIRED_MIN, PAIRED_MIN * PAIRED_PART)).toBe(true);
    expect(isPaired(PAIRED_MIN, PAIRED_MIN * PAIRED_PART + 1)).toBe(false);
  });

  test('are not made from terms of a case, and are reported missing if they should exist', async () => {
    const directory = temporaryDir();
    const imported = join(directory, 'imported');
    await writeIndex(imported, DOCS, { facts: { origin: {} as CaseOrigin } });
    const own = join(directory, 'own');
    await rewriteIndex(imported, own, await bytesOf(imported), ({ header, ...meta }) => {
      const { origin: _, ...rest } = header as IndexHeader;
      return { ...meta, header: rest };
    });
    expect(await findingsIn(own)).toBe('pairs of "content": they are missing\npairs of "tag": they are missing');
  });

  test('are compared with the positions by a verification', async () => {
    await withIndex(DOCS, { documentCount: 1010 }, async (index, directory) => {
      const field = index.fields.get('content')!;
      const short = WORDS.flatMap((first) => WORDS.map((second) => infoOf(index, field, first, second))).find(
        (info) => info != null && info.docFreq > 1 && info.docFreq < 65,
      )!;
      const streams = await bytesOf(directory);
      // The first document is wrong, and so are all documents after it.
      streams.get('postings')![short.postingsOffset]! += 4;
      const shifted = join(directory, 'shifted');
      await rewriteIndex(directory, shifted, streams);
      expect(await findingsIn(shifted)).toMatch(
        /^postings, "content":"\S+ \S+": it has other documents or frequencies/,
      );
    });
  });
});
