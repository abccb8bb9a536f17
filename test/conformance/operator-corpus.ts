/**
 * The documents with which operators are tested, over several blocks, some of them nearly empty, with words, phrases and values
 * of every form that a list can have; and the leaves for them.
 */
import { BLOCK_SIZE } from '../../src/engine/postings/doc-block.ts';
import { NaiveCase } from '../support/naive/naive-case.ts';
import { seeded } from '../support/seeded.ts';
import type { SyntheticDoc } from '../unit/engine/synthetic-index.ts';

/** If blocks are small, there are more of them, so that the number of documents is about the same. */
export const BLOCKS = BLOCK_SIZE > 4096 ? 4 : 12;
const EVERY = BLOCK_SIZE > 4096 ? 15 : 2;
const STRETCH_END = BLOCK_SIZE > 4096 ? BLOCK_SIZE / 7 : BLOCK_SIZE / 2;
export const DOCUMENTS = (BLOCKS - 1) * BLOCK_SIZE + Math.min(BLOCK_SIZE, 300);

/** Blocks in turn: a part of the documents, nearly none, a stretch without gaps, a few at the beginning. */
function isDocument(doc: number): boolean {
  const low = doc % BLOCK_SIZE;
  switch (Math.floor(doc / BLOCK_SIZE) % 4) {
    case 0:
      return low % EVERY === 0 || low > BLOCK_SIZE - 40;
    case 1:
      return low === 7 % BLOCK_SIZE || low === BLOCK_SIZE - 1;
    case 2:
      return low >= BLOCK_SIZE / 8 && low < STRETCH_END;
    default:
      return low < 120 && low % 3 !== 1;
  }
}

function textOf(doc: number, random: () => number): string {
  // If the first word matches both of two patterns, only one of them may take it.
  if (doc % 13 === 4) return 'battle of bulge';
  const tokens: string[] = [];
  const kind = random();
  const length = kind < 0.6 ? 2 : kind < 0.9995 ? 6 : 400;
  for (let i = 0; i < length; i++) {
    const draw = random();
    tokens.push(draw < 0.4 ? 'of' : draw < 0.6 ? 'the' : draw < 0.63 ? 'bulge' : `filler${Math.floor(draw * 40)}`);
  }
  const block = Math.floor(doc / BLOCK_SIZE);
  if (block % 4 === 0) tokens.push('first');
  if (block % 4 === 2) tokens.unshift('run');
  if (block === BLOCKS - 1) tokens.push('late');
  if (doc % 400 === 0 || doc % 7 === 3) tokens.push('battle', 'of', 'the', 'bulge');
  if (doc % 97 === 5) tokens.splice(1, 0, 'seldom');
  if (doc % 1500 === 15) tokens.splice(1, 0, 'battle', 'short', 'list');
  if (doc === 0) tokens.splice(1, 0, 'unique', ...new Array<string>(20).fill('twenty'));
  return tokens.join(' ');
}

function fieldsOf(doc: number, random: () => number): Record<string, readonly string[]> {
  const fields: Record<string, readonly string[]> = {
    year: [String(Math.floor(random() * 100))],
    created: [`20${10 + (doc % 10)}-0${1 + (doc % 9)}-03`],
  };
  if (doc % 4 !== 1) fields['length'] = [String((doc * 7919) % 1000)];
  if (doc % 4 === 1 && random() < 0.5) fields['size'] = [String(doc % 1000)];
  if (doc % 97 < 12) fields['twin'] = [String(doc % 97), String((doc % 97) + 1)];
  if (random() < 0.7) fields['rank'] = [String(doc % 50), String((doc * 3) % 70)];
  if (random() < 0.5)
    fields['name'] = random() < 0.5 ? ['bulge of the', 'battle of the bulge', 'battle'] : [`the name${doc % 100}`];
  fields['category'] = [doc % 3 === 0 ? 'Big Files' : `kind ${doc % 5}`];
  return fields;
}

const random = seeded(20_261_121);

export const corpus: readonly SyntheticDoc[] = Array.from({ length: DOCUMENTS }, (_, doc) => doc)
  .filter(isDocument)
  .map((doc) => {
    const text = random() < 0.97 ? { text: textOf(doc, random) } : {};
    return { doc, fields: fieldsOf(doc, random), ...text };
  });

/** Returns the same documents, as records without an index. */
export function naiveCorpus(): NaiveCase {
  return new NaiveCase(
    corpus.map(({ doc, fields = {}, text = null }) => ({
      id: doc,
      parentId: null,
      properties: Object.entries(fields),
      text,
    })),
  );
}

/** Leaves, keyed by the name of the operator that a plan makes of them. */
export const LEAVES: Readonly<Record<string, readonly string[]>> = {
  all: ['*:*'],
  term: [
    ...['of', 'bulge', 'first', 'run', 'late', 'battle', 'seldom', 'short', 'unique', 'twenty', 'filler30'],
    ...['name:battle', 'category:"big files"'],
  ],
  nothing: ['absent', '"of absent"', 'zz*', 'year:100', 'nowhere:[1 TO 2]'],
  exists: ['content:*', 'rank:*', 'name:*'],
  'any token': ['*'],
  terms: [
    'fill*',
    '*er3?',
    'bulgx~1',
    'battel~2',
    '/(battle|bulge)s?/',
    '/filler[0-3]./',
    'name:[a TO c]',
    'f*',
    'o*',
    't*',
  ],
  pair: ['"of the"', '"of of"', '"run of"', '"of first"', 'name:"of the"'],
  phrase: [
    ...['"of the of"', '"battle of the bulge"', '"short list"', '"unique twenty"'],
    ...['"twenty twenty"', '"the bulge"~3', '"bulge of the"~4', '"bulge bulge"~9', '"the battle"~4'],
    ...['"bulge battle"~6', '"twenty unique"~30', '"of late"~9', '"bulge the of first"~20'],
    'name:"the battle"~101',
    'name:"* *"',
  ],
  // One reading with wildcards, and one without. The first is a phrase, or a phrase of patterns.
  'two readings': [
    ...['"unique *"', '"battle *"', '"* seldom"', 'name:"the *"', 'name:"battle * the"', '"short * of"~2'],
    '"the of f*"~1',
    '"f* of the"',
    '"bat* of t* bu*"',
    '"f* fi*"~2',
    'name:"the b*"~2',
    '"o* b* *t*"~6',
    '"b* *t*"~3',
    '"b* *t*"~1',
    '"of b*"',
    '"the f*"',
    '"b* list"~3',
    '"b* t*"~1',
    '"battle * t*"',
    '"f* f*"',
    'name:"b* b*"~130',
  ],
  'number range': [
    ...['year:[10 TO 12]', 'year:[3 TO *]', 'year:[* TO 97}', 'year:[50 TO 80]', 'year:77', 'year:[* TO 0]'],
    ...['rank:[3 TO 5]', 'rank:[* TO 40]', 'rank:69', 'rank:[0 TO 69]', 'twin:[3 TO 4]', 'twin:[2 TO 9]'],
  ],
  'date range': ['created:[2012 TO 2013-05]', 'created:2015', 'created:{2010 TO *]', 'created:2011-02-03'],
  disjunction: ['length:[100 TO 300]', 'size:[5 TO *]', 'length:[* TO 20]', 'length:*'],
};
