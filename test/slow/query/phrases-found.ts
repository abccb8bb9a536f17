/** Phrases over blocks of documents, compared with the texts themselves. */
import { expect } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { countPhrase } from '../../../src/query/phrase/phrase-match.ts';
import { AskedSource } from '../../support/asked-source.ts';
import { expectSameNumbers } from '../../support/same-numbers.ts';
import { seeded } from '../../support/seeded.ts';
import { type SyntheticDoc, withIndex } from '../../unit/engine/synthetic-index.ts';

/**
 * Words in documents of two blocks: in all of them, in many, in few; once, and hundreds of times in one; more documents than
 * are processed together (4096), frequencies that no width holds, lists of one.
 */
const DOCUMENTS = 70_000;

function textOf(doc: number, random: () => number): string {
  const tokens: string[] = [];
  const kind = random();
  const length = kind < 0.7 ? 2 : kind < 0.99 ? 12 : 700;
  for (let i = 0; i < length; i++) {
    const draw = random();
    tokens.push(draw < 0.4 ? 'of' : draw < 0.6 ? 'the' : draw < 0.62 ? 'bulge' : `filler${Math.floor(draw * 40)}`);
  }
  if (doc % 1000 === 7) tokens.push('battle', 'of', 'the', 'bulge');
  if (doc === 66_000) tokens.splice(1, 0, 'unique', ...new Array(20).fill('twenty'));
  return tokens.join(' ');
}

const random = seeded(20_261_121);
/** All of the last thousand numbers of the first block, then a third of them. */
const docs: SyntheticDoc[] = [];
for (let doc = 0; doc < DOCUMENTS; doc++) {
  if (doc < 64_536 && doc % 9 !== 0 && doc % 1000 !== 7) continue;
  docs.push({ doc, text: textOf(doc, random) });
}

const phrases: readonly (readonly [words: string, slop: number])[] = [
  ['of the', 0],
  ['of of', 0],
  ['of the of', 0],
  ['battle of the bulge', 0],
  ['the bulge', 0],
  ['unique twenty', 0],
  ['twenty twenty', 0],
  ['of unique', 0],
  ['bulge of of', 0],
  ['bulge the of the', 0],
  ['bulge of', 1],
  ['the battle', 4],
  ['the bulge', 3],
  ['of of', 2],
  ['bulge the of', 2],
  ['battle bulge', 2],
  ['unique of', 60],
  ['twenty unique', 30],
];

function positionsOf(tokens: readonly string[], word: string): Uint32Array {
  return Uint32Array.from(tokens.flatMap((token, position) => (token === word ? [position] : [])));
}

/** They are found, counted for the score, and narrowed by other words. */
export async function phrasesAreFound(): Promise<void> {
  await withIndex(docs, { documentCount: DOCUMENTS }, async (index) => {
    const search = AskedSource.of(index);
    const tokensOf = docs.map(({ text }) => text!.split(' '));
    const averageLength = tokensOf.reduce((sum, tokens) => sum + tokens.length, 0) / docs.length;
    const idf = (word: string) => {
      const docFreq = tokensOf.filter((tokens) => tokens.includes(word)).length;
      return Math.log(1 + (docs.length - docFreq + 0.5) / (docFreq + 0.5));
    };
    for (const [phrase, slop] of phrases) {
      const words = phrase.split(' ');
      const expected = new Map<number, number>();
      for (const [i, tokens] of tokensOf.entries()) {
        const groups = [...new Set(words)].map((word) => {
          const list = positionsOf(tokens, word);
          const offsets = words.flatMap((other, offset) => (other === word ? [offset] : []));
          return { positions: list, length: list.length, offsets };
        });
        const occurrences = countPhrase({ groups, areDisjoint: true }, slop, true);
        if (occurrences > 0) expected.set(docs[i]!.doc, occurrences);
      }
      const text = `"${phrase}"${slop > 0 ? `~${slop}` : ''}`;
      const query = parseQuery(text);
      expect([text, await search.count(query)]).toEqual([text, expected.size]);
      expectSameNumbers(await search.ids(query), [...expected.keys()], text);
      const weight = words.reduce((sum, word) => sum + idf(word), 0);
      const { items } = await search.top(query, 20);
      expect(items).toHaveLength(Math.min(20, expected.size));
      for (const { id, score } of items) {
        const length = tokensOf[docs.findIndex(({ doc }) => doc === id)]!.length;
        const occurrences = expected.get(id)!;
        const norm = 1.2 * (1 - 0.75 + (0.75 * length) / averageLength);
        const naive = (weight * occurrences * 2.2) / (occurrences + norm);
        expect(Math.abs(score - naive)).toBeLessThan(1e-6 * naive);
      }
    }
    for (const filter of ['bulge', 'of', 'unique', 'filler24']) {
      for (const [phrase, slop] of phrases.slice(0, 12)) {
        const text = `"${phrase}"${slop > 0 ? `~${slop}` : ''}`;
        const both = new Set(await search.ids(parseQuery(text)));
        const expected = (await search.ids(parseQuery(filter))).filter((id) => both.has(id));
        expectSameNumbers(await search.ids(parseQuery(`+${text} +${filter}`)), expected, `+${text} +${filter}`);
        expect(await search.count(parseQuery(`+${filter} -${text}`))).toBe(
          (await search.count(parseQuery(filter))) - expected.length,
        );
      }
    }
  });
}

/**
 * An intersection keeps blocks without frequencies. Then a phrase keeps positions of two blocks at once, but frequencies of one,
 * because these have more bytes together with the documents.
 */
export async function phrasesAreFoundAfterIntersections(): Promise<void> {
  const random = seeded(3);
  const many = [0, 65_536].flatMap((block) =>
    Array.from({ length: 1800 }, (_, i) => {
      const tokens = Array.from({ length: 5 }, () => (random() < 0.5 ? 'left' : 'right'));
      return { doc: block + 36 * i, text: ['right left', ...tokens].join(' ') };
    }),
  );
  await withIndex(many, {}, async (index) => {
    const search = AskedSource.of(index);
    expect(await search.count(parseQuery('+left +right'))).toBe(many.length);
    const expected = many.filter(({ text }) => text.includes('left right left')).map(({ doc }) => doc);
    expectSameNumbers(await search.ids(parseQuery('"left right left"')), expected, 'phrases');
  });
}

/** Phrases of more words than are processed together, and of one repeated word. */
export async function longPhrasesAreFound(): Promise<void> {
  const words = 'one two three four five six seven eight nine ten';
  const many: SyntheticDoc[] = [];
  for (let doc = 0; doc < 5000; doc++) {
    const tokens = words.split(' ');
    if (doc % 2 === 1) tokens.reverse();
    if (doc % 5 === 0) tokens.splice(3, 1);
    many.push({ doc, text: `${tokens.join(' ')} one one one` });
  }
  await withIndex(many, {}, async (index) => {
    const search = AskedSource.of(index);
    const all = [...many.keys()].filter((doc) => doc % 5 !== 0);
    expect([...(await search.ids(parseQuery(`"${words}"`)))]).toEqual(all.filter((doc) => doc % 2 === 0));
    expect([...(await search.ids(parseQuery(`"${words}"~40`)))]).toEqual(all);
    expect(await search.count(parseQuery('"one one one"'))).toBe(5000);
    expect(await search.count(parseQuery('"one one one one"'))).toBe(2500);
  });
}
