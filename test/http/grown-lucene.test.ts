/**
 * A case of IPED whose segments Lucene itself wrote, in five states: at first, with evidence appended, with items of each segment
 * removed, with appended segments merged, with all segments merged. A source that was refreshed for each answers like a source of
 * the same state that was indexed at once.
 */
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readParts } from '../../src/engine/index-parts.ts';
import { currentGeneration, indexDirectory } from '../../src/indexing/generations.ts';
import { verifyIndex } from '../../src/indexing/verify-index.ts';
import { comparable } from '../support/comparable-answer.ts';
import { temporaryDir } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { factsOfGeneration } from '../support/index-facts.ts';
import { unpackIpedCase } from '../support/iped-fixture.ts';

/** By state: the number of items of each part, and how many of these are struck; null for one index. */
const PARTS = [
  null,
  [
    [132, 0],
    [13, 0],
  ],
  [
    [132, 24],
    [13, 3],
    [3, 0],
  ],
  [
    [132, 24],
    [19, 0],
  ],
  null,
];

const QUERIES = [
  ...['note', 'note AND pages:[2 TO 5]', '"note 5"', 'no*', '*te', 'noet~', 'note NEAR/3 10', 'name:folder', '*:*'],
  ...[
    'name:"Disk 3"',
    'name:*.pdf',
    'evidenceUUID:"00000000-0000-002e-0000-000000000002"',
    'remark:*',
    'id:[20 TO 140]',
  ],
  ...[
    'category:emails',
    'category:"plain texts" NOT note',
    'created:2024-03',
    'modified:[2025-02 TO 2025-05]',
    'size:>900',
  ],
  ...['hash:00000000000000000000000000000006', 'deleted:true', 'isDir:true', 'textSize:[1 TO *]'],
].map(encodeURIComponent);

const PATHS = [
  ...QUERIES.flatMap((q) => [
    `/hits?q=${q}&sort=relevance&limit=500&properties=*`,
    `/hits?q=${q}&sort=pages:desc,name:asc&limit=7&offset=2`,
    `/facets?q=${q}&facet=category&facet=pages&facet=created:month&facet=remark`,
    `/search?q=${q}&syntax=iped`,
  ]),
  '/hits?q=note&expand=family&limit=500',
  '/hits?q=id:6&expand=duplicates&limit=500',
  '/hits?q=*:*&collapse=hash&sort=size:asc&limit=500',
  '/events?limit=500',
  '/export?q=note&format=csv',
  '/fields',
  '/categories',
  '/suggest?field=name&prefix=fo',
  '/sources/one/tree/root?limit=60',
  ...[0, 2, 26, 110, 131, 133, 140, 145, 147, 149, 153].flatMap((id) => [
    `/sources/one/docs/${id}`,
    `/sources/one/docs/${id}/text`,
    `/sources/one/docs/${id}/family`,
    `/sources/one/docs/${id}/matches?q=no*`,
    `/sources/one/tree/${id}?q=note`,
  ]),
];

test('a served case that Lucene changed answers like one that was indexed at once', async () => {
  const states = dirname(unpackIpedCase('grown', '.'));
  const dir = join(temporaryDir(), 'case');
  const show = (state: number, to: string): void => {
    const index = join(to, 'iped/index');
    mkdirSync(index, { recursive: true });
    cpSync(join(states, 'iped'), join(to, 'iped'), { recursive: true, preserveTimestamps: true });
    rmSync(index, { recursive: true });
    cpSync(join(states, String(state)), `${index}.new`, { recursive: true, preserveTimestamps: true });
    renameSync(`${index}.new`, index);
  };
  show(1, dir);
  const grown = await Service.start({ paths: { one: dir } });
  const dataDir = join(grown.dir, 'data');
  const generation = (): string => currentGeneration(indexDirectory(dataDir, dir))!.path;
  for (const [n, expected] of PARTS.entries()) {
    if (n > 0) {
      show(n + 1, dir);
      expect((await grown.post('/sources/one/refresh')).json).toMatchObject({ changed: true });
    }
    const copy = join(temporaryDir(), 'copy');
    show(n + 1, copy);
    const whole = await Service.start({ paths: { one: copy } });
    const facts = await factsOfGeneration(generation());
    const anew = await factsOfGeneration(currentGeneration(indexDirectory(join(whole.dir, 'data'), copy))!.path);
    expect({ ...facts, problems: null }).toEqual({ ...anew, problems: null });
    expect((await verifyIndex({ casePath: dir, dataDir, isDeep: true })).findings).toEqual([]);
    const parts = readParts(generation())?.parts ?? null;
    const counts = parts?.map(({ items, struck = [] }) => [
      items,
      struck.reduce((sum, [from, to]) => sum + to - from, 0),
    ]);
    expect(counts ?? null).toEqual(expected);
    for (const path of PATHS) {
      const [a, b] = [await grown.get(path), await whole.get(path)];
      expect([n + 1, path, ...comparable(a)]).toEqual([n + 1, path, ...comparable(b)]);
    }
    await whole.stop();
  }
});
