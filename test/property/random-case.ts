/**
 * Random cases: a few items over the small vocabularies, with everything that a case may have: several values of one property,
 * repeated words, types that hold and types that one value breaks, tree nodes, gaps in the ids and unordered ids.
 */
import fc from 'fast-check';
import type { NaiveItem } from '../support/naive/naive-case.ts';
import type { TinyCaseOptions, TinyItem } from '../support/tiny-case.ts';
import * as vocabulary from './vocabulary.ts';

export interface RandomCase {
  readonly items: readonly NaiveItem[];
  readonly options: TinyCaseOptions;
  /** Documents are in the order of the case, as for formats that cannot return their items by id. */
  readonly isInOrderOfCase: boolean;
}

/** Property names with their possible values in a case. Two of them are drawn for each case. */
function properties(clean: CleanFields): Record<string, fc.Arbitrary<string>> {
  const { nearNumber, nearDate } = vocabulary;
  return {
    name: vocabulary.name(),
    path: fc.tuple(vocabulary.word(), vocabulary.name()).map((parts) => `disk1/home/${parts.join('/')}`),
    title: fc.oneof(vocabulary.words(1, 4), vocabulary.counted(1)),
    author: fc.oneof(vocabulary.words(1, 2), vocabulary.counted(1)),
    ext: fc.constantFrom('jpg', 'JPG', 'pdf', 'tar.gz', '5'),
    type: fc.constantFrom('jpg', 'pdf', '7z'),
    category: vocabulary.category(),
    hash: vocabulary.hash(),
    md5: vocabulary.hash(),
    'sha-256': vocabulary.hash(),
    length: mostly(vocabulary.integer(), nearNumber()),
    size: mostly(vocabulary.number(), nearNumber()),
    created: mostly(vocabulary.date(), nearDate()),
    modified: mostly(vocabulary.date(), nearDate()),
    modificationDate: mostly(vocabulary.date(), nearDate()),
    rank: clean.rank ? vocabulary.number() : fc.oneof(vocabulary.number(), vocabulary.date(), vocabulary.word()),
    taken: clean.taken ? vocabulary.date() : fc.oneof(vocabulary.date(), nearDate(), vocabulary.number()),
    year: fc.constantFrom('2020', '2021', '1999'),
    flag: fc.constantFrom('true', 'false'),
    'common:dc:creator': vocabulary.words(1, 3),
    'my field': vocabulary.words(1, 3),
    Поле: vocabulary.words(1, 3),
    content: vocabulary.words(1, 4),
    treeNode: fc.constantFrom('true', 'false', 'false', 'false'),
    isDir: fc.constantFrom('true', 'false', 'false'),
    contentType: fc.constantFrom('application/mbox', 'text/plain', 'text/plain'),
    'common:geo:locations': fc.constantFrom('38.5;-9.25', '10;179.5', '-10;-179.5', '0;0', '90;180', '95;0', 'nowhere'),
  };
}

interface CleanFields {
  readonly rank: boolean;
  readonly taken: boolean;
  /** Whether some tree node has a `rank` that is not a number. */
  readonly isFolderOdd: boolean;
}

export const FIELD_NAMES: readonly string[] = [
  ...Object.keys(properties({ rank: true, taken: true, isFolderOdd: false })).filter((field) => field !== 'content'),
  ...['content', 'property:content', 'id', 'parentId', 'nowhere', 'Name'],
];

/**
 * Returns a case of up to 24 items that have everything, and of up to `tiny` more items that have a short text and little else.
 */
export function randomCase(tiny = 0): fc.Arbitrary<RandomCase> {
  if (tiny > 0)
    return fc
      .tuple(randomCase(), fc.array(tinyItem(), { minLength: tiny >> 1, maxLength: tiny, size: 'max' }))
      .map(withMore);

  return fc.record({ rank: fc.boolean(), taken: fc.boolean(), isFolderOdd: fc.boolean() }).chain((clean) =>
    fc.record({
      items: fc
        .uniqueArray(itemId(), { minLength: 1, maxLength: 24, size: 'max' })
        .chain((ids) => fc.tuple(...ids.map((id) => item(id, ids, clean))))
        .map((items) => (clean.isFolderOdd ? items.map(withOddFolder) : items)),
      options: fc.record({
        gzip: fc.boolean(),
        itemFiles: fc.integer({ min: 1, max: 3 }),
        textAs: fc.constantFrom('inline' as const, 'file' as const, 'pack' as const),
      }),
      isInOrderOfCase: fc.boolean(),
    }),
  );
}

/** Words that many items have, once or often, adjacent and apart: long lists of all forms, and long postings. */
const tinyItem = (): fc.Arbitrary<Omit<NaiveItem, 'id'>> =>
  fc.record({
    parentId: fc.constantFrom(null, 1, 5),
    properties: fc.constantFrom(
      [],
      [],
      [['title', ['ana rio ana', 'test']] as const],
      [['length', ['5', '7']] as const],
      [['treeNode', ['true']] as const],
    ),
    text: fc.oneof(
      vocabulary.words(1, 3),
      fc
        .array(fc.constantFrom('ana', 'rio', 'a', 'test'), { minLength: 1, maxLength: 6 })
        .map((list) => list.join(' ')),
      fc
        .tuple(fc.constantFrom(1, 3, 9, 70), vocabulary.word())
        .map(([count, word]) => `ana ${'rio '.repeat(count)}${word}`),
    ),
  });

function withMore([random, more]: [RandomCase, Omit<NaiveItem, 'id'>[]]): RandomCase {
  return { ...random, items: [...random.items, ...more.map((item, i) => ({ ...item, id: 1000 + i }))] };
}

/** Ids that are dense near 0, with gaps, across the border of a block of 65,536, and the last possible ids. */
const itemId = (): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 2, arbitrary: fc.integer({ min: 65_530, max: 65_540 }) },
    { weight: 1, arbitrary: fc.integer({ min: 2 ** 31 - 4, max: 2 ** 31 - 1 }) },
  );

function item(id: number, ids: readonly number[], clean: CleanFields): fc.Arbitrary<NaiveItem> {
  const values = properties(clean);
  return fc.record({
    id: fc.constant(id),
    parentId: fc.option(fc.oneof(fc.constantFrom(...ids), fc.integer({ min: 0, max: 40 })), { freq: 2 }),
    properties: fc
      .subarray(Object.keys(values), { minLength: 0 })
      .chain((names) => fc.tuple(...names.map((name) => property(name, values[name]!)))),
    text: fc.option(vocabulary.text(), { freq: 4 }),
  });
}

function property(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<readonly [string, readonly string[]]> {
  return fc.tuple(fc.constant(name), fc.array(value, { minLength: 1, maxLength: 3, size: 'max' }));
}

/** A value that only a tree node has counts for the type of its field like any other. */
function withOddFolder(item: NaiveItem): NaiveItem {
  const isFolder = item.properties.some(([name, values]) => name === 'treeNode' && values.includes('true'));
  const others = item.properties.filter(([name]) => name !== 'rank');
  return isFolder ? { ...item, properties: [...others, ['rank', ['folder']]] } : item;
}

/** In the form for the writer of tiny cases. */
export function toTinyItem(item: NaiveItem): TinyItem {
  return {
    id: item.id,
    ...(item.parentId === null ? {} : { parentId: item.parentId }),
    properties: Object.fromEntries(item.properties),
    ...(item.text === null ? {} : { text: item.text }),
  };
}

function mostly(often: fc.Arbitrary<string>, seldom: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: often }, { weight: 1, arbitrary: seldom });
}
