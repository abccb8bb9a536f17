import { expect, test } from '@jest/globals';
import type { PostingList } from '../../../src/engine/postings/posting-list-reader.ts';
import { rank } from '../../../src/query/operators/kernel-lists.ts';
import { expectSameNumbers } from '../../support/same-numbers.ts';
import { type SyntheticDoc, withIndex } from '../../unit/engine/synthetic-index.ts';

const BLOCK = 65_536;

/** Words by the documents that have them: every form of a block, short lists, both ends of a block. */
const WORDS: Readonly<Record<string, (doc: number) => boolean>> = {
  bitmap: (doc) => doc % 3 === 0,
  gaps: (doc) => doc % 400 === 17,
  sparser: (doc) => doc % 800 === 5 || doc === BLOCK - 1,
  runs: (doc) => (doc > 500 && doc < 9000) || doc > BLOCK - 200,
  short: (doc) => doc % 3000 === 2,
  first: (doc) => doc === 0 || doc === BLOCK,
};

test('ranks of documents are their positions in a list, whatever its form and whoever requests them', async () => {
  const docs: SyntheticDoc[] = [];
  for (let doc = 0; doc < 2 * BLOCK; doc++) {
    const text = Object.keys(WORDS).filter((word) => WORDS[word]!(doc));
    if (text.length > 0) docs.push({ doc, text: text.join(' ') });
  }
  await withIndex(docs, {}, (index) => {
    const dictionary = index.dictionary(index.fields.get('content')!);
    const forms = new Set<number>();
    for (const word of Object.keys(WORDS)) {
      const list: PostingList = index.list(dictionary.find(word)!);
      for (const [n, block] of list.blocks.entries()) {
        if (list.shortDocs === null) forms.add(list.formOf(n));
        const own = new Map<number, number>();
        for (let doc = block * BLOCK; doc < (block + 1) * BLOCK; doc++) if (WORDS[word]!(doc)) own.set(doc, own.size);
        for (const step of [1, 2, 17, 400, 20_000]) {
          for (const from of [0, 1, 5, BLOCK - 1]) {
            const asked: number[] = [];
            for (let low = from; low < BLOCK; low += step) asked.push(block * BLOCK + low);
            const out = new Int32Array(asked.length);
            rank(list, n, Uint32Array.from(asked), asked.length, out);
            const expected = asked.map((doc) => own.get(doc) ?? -1);
            expectSameNumbers(out, expected, `ranks in block ${n} of ${word}, every ${step} from ${from}`);
          }
        }
        rank(list, n, new Uint32Array(0), 0, new Int32Array(0));
      }
    }
    expect([...forms].sort()).toEqual([0, 1, 2]);
  });
});
