/**
 * A case whose index has terms and no texts. Texts are reconstructed, and phrases do not cross from one piece of a text into
 * the next.
 */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { FrameWriter } from '../../../src/engine/store/frames/frame-writer.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { collectDocs, runToCompletion } from '../../../src/query/execute.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import type { CaseOrigin } from '../../../src/schema/case-origin.ts';
import { fieldSpec } from '../../../src/schema/field-types.ts';
import { type BlobTerm, blobFormat, writeBlobCase } from '../../support/blob-case.ts';
import { withTempDir } from '../../support/tiny-case.ts';

/** A text as pieces of words with their positions. */
type Piece = readonly (readonly [position: number, word: string])[];
const PIECE = 100_000;

const origin: CaseOrigin = {
  analysis: { isLowerCased: true, isFolded: true, extraCharacters: '', isLatinOnly: false, tokenUnitsMax: 5 },
  locale: 'en',
  types: {},
  categories: [{ name: 'Images', children: [{ name: 'Other Images', children: [] }] }],
};

/** Words at positions 0, 1, …; `_` is a word that was left out. */
const piece = (text: string): Piece =>
  text.split(' ').flatMap((word, position) => (word === '_' || word === '' ? [] : [[position, word] as const]));

function termsOf(texts: readonly (readonly Piece[])[]): BlobTerm[] {
  const terms = new Map<string, number[]>();
  for (const [item, pieces] of texts.entries()) {
    for (const [n, words] of pieces.entries()) {
      const marked = n === 0 ? words : [[0, ''] as const, ...words];
      for (const [position, word] of marked) {
        const occurrences = terms.get(word) ?? [];
        terms.set(word, occurrences);
        occurrences.push(item, n * PIECE + position);
      }
    }
  }
  return [...terms]
    .map(([word, occurrences]) => ({ bytes: Buffer.from(word), occurrences }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ bytes, occurrences }): BlobTerm => [0, bytes.toString('base64'), occurrences]);
}

async function withIndex(
  texts: readonly (readonly Piece[])[],
  use: (index: IndexReader) => void | Promise<void>,
  findings: unknown = [],
): Promise<void> {
  await withTempDir(async (root) => {
    const items = texts.map((_, id) => ({
      id,
      parentId: null,
      properties: [['bytes', []]],
      text: null,
      content: null,
      thumb: null,
      indexed: { number: 10 * id + 1, hasSpelledText: true },
    }));
    const terms = {
      fields: [fieldSpec('content')],
      segments: [termsOf(texts)],
      origin,
      spelling: { overlapUnits: 30 },
    };
    await writeBlobCase(root, items, [], terms);
    const options = {
      casePath: root,
      dataDir: join(root, '..', `${root.split('/').at(-1)}-data`),
      formats: [blobFormat],
    };
    const { indexPath } = await buildIndex(options);
    expect(await verifyIndex({ ...options, isDeep: true })).toMatchObject({ findings });
    const index = await IndexReader.open(indexPath);
    try {
      await use(index);
    } finally {
      await index.close();
    }
  });
}

function textOf(index: IndexReader, doc: number): string {
  const { offset, length } = index.textExtent(doc)!;
  const stream = index.texts;
  stream.fetch(offset, length);
  return Buffer.from(stream.bytes.subarray(stream.start, stream.start + length)).toString();
}

function found(index: IndexReader, query: string): number[] {
  const planner = new Planner(index, ['content']);
  return [...runToCompletion(collectDocs(runToCompletion(planner.plan(parseQuery(query)))))];
}

describe('texts of terms', () => {
  test('words in order, joined pieces, and document numbers of the case', () =>
    withIndex(
      [
        [piece('one two _ three')],
        [piece('a long text that is cut'), piece('text that is cut in two')],
        [piece('')],
        [piece('zebra ant')],
      ],
      (index) => {
        expect([0, 1, 2, 3].map((doc) => textOf(index, doc))).toEqual([
          'one two three',
          'a long text that is cut in two',
          '',
          'zebra ant',
        ]);
        expect([0, 1, 2, 3].map((doc) => index.originNumber(doc))).toEqual([1, 11, 21, 31]);
        expect(index.header.origin).toEqual(origin);
      },
    ));

  test('random texts', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.stringMatching(/^[a-cé]{1,2}$/), { maxLength: 40 }), { minLength: 1, maxLength: 8 }),
        (texts) =>
          withIndex(
            texts.map((words) => [piece(words.join(' '))]),
            (index) => {
              for (const [doc, words] of texts.entries()) expect(textOf(index, doc)).toBe(words.join(' '));
            },
          ),
      ),
      { numRuns: 15 },
    ));
});

test('phrases are within one piece', () =>
  withIndex([[piece('ab cd ef gh'), piece('ef gh ij kl')], [piece('x _ y ab')]], (index) => {
    const queries: [query: string, docs: number[]][] = [
      ['"cd ef gh"', [0]],
      ['"gh ij"', [0]],
      ['"cd ij"', []],
      ['"gh ef"', []],
      ['"ab kl"~1000', []],
      ['"ab kl"~500000', []],
      ['"ab gh"~500', [0]],
      ['"ef * ij"', [0]],
      ['"cd * * ij"', []],
      // A star matches a position, including that of a word that was left out.
      ['"x * y"', [1]],
      ['"x y"', []],
      ['"x overlong y"', [1]],
      ['"y * *"', [1]],
    ];
    expect(queries.map(([query]) => [query, found(index, query)])).toEqual(queries);
  }));

test('the space before a text that begins with a frame is zeros, and no longer than necessary', async () => {
  const texts = [[piece('one two')], [piece('a long text that is cut'), piece('text that is cut in two')]];
  const { endFrame } = FrameWriter.prototype;
  const free = (bytes: number, filled: number): void => {
    FrameWriter.prototype.endFrame = function () {
      if (this.length > 0) this.append(new Uint8Array(bytes).fill(filled));
    };
  };
  const withFinding = (what: RegExp): Promise<void> =>
    withIndex(
      texts,
      () => undefined,
      expect.arrayContaining([{ where: 'items, document 1', what: expect.stringMatching(what) }]),
    );
  try {
    free(4096 - 7, 1);
    await withFinding(/bytes 7 to 4096 before its text belong to no text/);
    free(1000, 0);
    await withFinding(/begins at 1007 and not at 7/);
  } finally {
    FrameWriter.prototype.endFrame = endFrame;
  }
  await withIndex(texts, (index) => expect(index.textExtent(1)).toEqual({ offset: 4096, length: 30 }));
});
