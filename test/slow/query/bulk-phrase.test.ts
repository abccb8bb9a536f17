import { expect, test } from '@jest/globals';
import { BulkPhrase } from '../../../src/query/phrase/bulk-phrase.ts';
import { PositionBuffer, TermPositions } from '../../../src/query/phrase/term-positions.ts';
import { BYTES_MAX } from '../../../src/query/resident/phrase-batch.ts';
import { kernel } from '../../../src/query/resident/this-thread.ts';
import { type SyntheticDoc, withIndex } from '../../unit/engine/synthetic-index.ts';

/** Two words are in all documents, one of them up to hundreds of times, and in one document thousands of times. */
const docs: SyntheticDoc[] = [];
for (let doc = 0; doc < 200; doc++) {
  const tokens = ['once', 'often'];
  for (let i = 0; i < (doc * 37) % 400; i++) tokens.push(...(i % 3 === 0 ? ['gap', 'often'] : ['often']));
  if (doc % 2 === 1) tokens.splice(1, 0, 'between');
  // This is not the first of the documents that are processed together, so some are narrowed before it.
  if (doc === 160) tokens.push(...new Array<string>(6000).fill('often'));
  docs.push({ doc, text: tokens.join(' ') });
}
const all = Uint32Array.from(docs, ({ doc }) => doc);

test.each([
  ['at once', BYTES_MAX, 0, 'once often', 0],
  ['in parts', 600, 0, 'once often', 50],
  ['in parts, near', 600, 1, 'once often', 50],
  ['in parts, the frequent word first', 600, 0, 'often gap', 199],
  ['at once, the frequent word first', BYTES_MAX, 0, 'often gap', 49],
])('documents are examined %s', async (_name, bytesMax, slop, words, refusedCount) => {
  await withIndex(docs, {}, (index) => {
    const dictionary = index.dictionary(index.fields.get('content')!);
    const phraseTerms = words
      .split(' ')
      .map((word, offset) => ({ offset, term: new TermPositions(index, dictionary.find(word)!) }));
    const bulk = new BulkPhrase(phraseTerms, slop, bytesMax);
    expect([bulk.isFor(3), bulk.isFor(200)]).toEqual([false, true]);
    const candidates = bulk.begin(0, all, all.length);
    const own = [...bulk.candidates];
    const has = (text: string, phrase: string) => ` ${text} `.includes(` ${phrase} `);
    expect(own).toEqual(
      docs.filter(({ text }) => words.split(' ').every((word) => has(text!, word))).map(({ doc }) => doc),
    );
    const found: number[] = [];
    // A group that does not fit alone, or more starts than fit, is left to other code.
    const refused: number[] = [];
    for (let from = 0; from < candidates; from += 50) {
      const count = Math.min(50, candidates - from);
      const left = bulk.match(from, count);
      if (left < 0) {
        refused.push(...own.slice(from, from + count));
        // All candidates are back, with their ranks, to be matched one by one.
        const ranks = phraseTerms.map(() => new Uint16Array(50));
        bulk.ranks(from, count, ranks);
        const lists = words.split(' ').map((word) => docs.filter(({ text }) => has(text!, word)).map(({ doc }) => doc));
        for (let i = 0; i < count; i++) {
          expect(kernel.batch.alive[i]).toBe(i);
          expect(ranks.map((own) => own[i])).toEqual(lists.map((list) => list.indexOf(own[from + i]!)));
        }
        continue;
      }
      for (let i = 0; i < left; i++) found.push(own[from + kernel.batch.alive[i]!]!);
    }
    const expected = docs.filter(({ text }) => (slop === 0 ? has(text!, words) : true)).map(({ doc }) => doc);
    expect(found).toEqual(expected.filter((doc) => !refused.includes(doc)));
    expect(refused).toHaveLength(refusedCount);
  });
});

test('reading of a term continues in a document where it was read before, whatever was examined in between', async () => {
  // More positions than a chunk of the index holds, several documents per group.
  const many: SyntheticDoc[] = [];
  for (let doc = 0; doc < 4000; doc++) {
    const tokens = ['once'];
    for (let i = 0; i < 12; i++) tokens.push('often', ...new Array<string>((doc * 31 + i * 17) % 23).fill('gap'));
    many.push({ doc, text: tokens.join(' ') });
  }
  await withIndex(many, {}, (index) => {
    const dictionary = index.dictionary(index.fields.get('content')!);
    const [once, often] = ['once', 'often'].map((word) => new TermPositions(index, dictionary.find(word)!));
    const bulk = new BulkPhrase(
      [once!, often!].map((term, offset) => ({ offset, term })),
      0,
    );
    const docs = Uint32Array.from(many, ({ doc }) => doc);
    const candidates = bulk.begin(0, docs, docs.length);
    const buffer = new PositionBuffer();
    for (let doc = 0; doc < 3000; doc += 3) {
      const count = often!.read(doc, buffer);
      const expected = many[doc]!.text!.split(' ').flatMap((token, at) => (token === 'often' ? [at] : []));
      expect([doc, ...buffer.positions.subarray(0, count)]).toEqual([doc, ...expected]);
      expect(bulk.match(candidates - 30, 30)).toBe(30);
    }
  });
});
