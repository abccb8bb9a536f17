/**
 * A case of IPED that grew and lost items while it was served: its answers equal those of a source of the same case that was
 * indexed at once.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { listedParts } from '../../src/engine/index-parts.ts';
import { currentGeneration, indexDirectory } from '../../src/indexing/generations.ts';
import { comparable } from '../support/comparable-answer.ts';
import { temporaryDir } from '../support/endings.ts';
import { GrowingIped } from '../support/growing-iped.ts';
import { Service } from '../support/http-service.ts';
import type { StoredPairs, WrittenItem } from '../support/iped-writer.ts';

const WORDS = ['heron', 'grebe', 'coot', 'reed', 'lake', 'shore', 'nest', 'river'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Words one letter away from `heron`, of which a search near it takes fifty. */
const near = (id: number): string => `her${LETTERS[id % 26]}${LETTERS[(id >> 2) % 26]}n`;

function item(id: number, root: number, more: StoredPairs = []): WrittenItem {
  const length = 20 + ((id * 7) % 60);
  // Additions are small compared with the first items.
  const others = Array.from({ length: id < 100 ? 300 : 1 }, (_, n) => `w${(31 * id + n * n) % 499}`);
  const words = Array.from({ length }, (_, i) => WORDS[(id * (i + 3) + i * i) % WORDS.length]);
  return {
    stored: [
      ['id', id],
      ...(id === root ? [] : [['parentId', root] as const]),
      ['name', `file ${(id * 37) % 100}`],
      // Only a later part of the index has the field.
      ...(id < 100 ? [] : [['kind', ['pdf', 'mail', 'note'][id % 3]!] as const]),
      ['rank', (id * 31) % 50],
      ['hash', 'AB12CD34EF560000000000000000000'.concat('0123456789ABCDEF'[id % 16]!)],
      ...more,
    ],
    text: `${words.join(' ')} ${near(id)} note ${id} ${others.join(' ')}`,
  };
}

/** Evidence of five items. */
const evidence = (root: number, more: StoredPairs = []): WrittenItem[] =>
  Array.from({ length: 5 }, (_, n) => item(root + n, root, more));

const PATHS = [
  ...[
    'heron',
    'heron grebe',
    '"heron grebe"',
    'her*',
    'remark:reed',
    'NOT remark:"..."',
    'heron AND kind:"..."',
    'kind:mail',
    'rank:[10 TO 30]',
  ],
  ...[
    'id:[35 TO 99]',
    'heron~',
    'name:"file 4"',
    'hash:AB12CD34EF5600000000000000000003',
    '*:*',
    'remark:re*',
    'h?ron NEAR/9 lake',
  ],
]
  .map(encodeURIComponent)
  .flatMap((q) => [
    `/search?q=${q}`,
    `/hits?q=${q}&sort=relevance&limit=200&properties=name,rank`,
    `/hits?q=${q}&sort=rank:desc&limit=200&syntax=iped`,
  ]);

const OTHERS = [
  '/hits?q=heron~0.5&syntax=iped&limit=500&sort=relevance',
  '/hits?q=herxx~&syntax=iped&limit=500',
  '/hits?q=remark:%22...%22&syntax=iped&limit=500',
  '/hits?q=heron%20AND%20remark:%22...%22&syntax=iped&limit=500',
  '/hits?q=heron&expand=family&limit=500',
  '/hits?q=rank:3&expand=duplicates&limit=500',
  '/facets?q=*:*&facet=kind&facet=rank&facet=remark',
  '/fields',
  '/suggest?prefix=he',
  '/sources/one/docs/3',
  '/sources/one/docs/52',
  '/sources/one/docs/52/text',
  '/sources/one/docs/102',
  '/sources/one/docs/102/text',
  '/sources/one/docs/102/family',
  '/sources/one/docs/102/matches?q=heron~0.5&syntax=iped',
  '/sources/one/tree/root?limit=60',
  '/sources/one/tree/101?q=heron',
];

describe('a source of a case of IPED that grew', () => {
  const grown = Service.beforeTests({});
  const dir = join(temporaryDir(), 'case');
  let whole: Service;

  beforeAll(async () => {
    const iped = new GrowingIped(dir);
    iped.append(Array.from({ length: 10 }, (_, n) => evidence(5 * n)).flat());
    iped.append(Array.from({ length: 8 }, (_, n) => evidence(50 + 5 * n)).flat());
    await iped.write();
    expect((await grown.post('/sources', { id: 'one', path: dir })).status).toBe(200);
    const refresh = async (): Promise<void> => {
      await iped.write();
      expect((await grown.post('/sources/one/refresh')).json).toMatchObject({ changed: true });
    };
    iped.append(evidence(100, [['remark', 'reed lake']]).reverse());
    writeFileSync(join(dir, 'iped/conf/metadataTypes.txt'), 'remark = java.util.Date\n');
    await refresh();
    iped.remove(new Set([20, 21, 22, 23, 24]));
    await refresh();
    iped.append(evidence(110));
    iped.remove(new Set([60, 61, 62, 63, 64]));
    await refresh();
    const copy = join(temporaryDir(), 'copy');
    cpSync(dir, copy, { recursive: true });
    whole = await Service.start({ paths: { one: copy } });
  });

  test('has parts, with struck items', () => {
    const { path } = currentGeneration(indexDirectory(join(grown.dir, 'data'), dir))!;
    const struck = listedParts(path).map((part) => part.struck.map(([from, to]) => to - from));
    expect(struck).toEqual([[5, 5], [], []]);
  });

  test.each([...PATHS, ...OTHERS])('answers the same: %s', async (path) => {
    const [a, b] = [await grown.get(path), await whole.get(path)];
    expect([path, ...comparable(a)]).toEqual([path, ...comparable(b)]);
    expect(b.status).toBeLessThan(500);
  });

  test('some of these are refused, and others find items', async () => {
    const counts = await Promise.all(PATHS.map(async (path) => (await whole.get(path)).status));
    expect(counts.filter((status) => status === 200).length).toBeGreaterThan(20);
  });
});
