/** A source whose case grew while it was served: its answers equal those of a source of the same case that was indexed at once. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readParts } from '../../src/engine/index-parts.ts';
import { checkIndex } from '../../src/processes/index-check.ts';
import { comparable } from '../support/comparable-answer.ts';
import { Service } from '../support/http-service.ts';
import { addItemFile, type TinyItem } from '../support/tiny-case.ts';
import { until } from '../support/until.ts';

const WORDS = ['heron', 'grebe', 'coot', 'reed', 'lake', 'shore', 'nest', 'river'];

function item(id: number): TinyItem {
  const words = Array.from({ length: 3 + ((id * 7) % 40) }, (_, i) => WORDS[(id * (i + 3) + i * i) % WORDS.length]);
  return {
    id,
    ...(id % 5 === 1 ? { parentId: id - 1 } : {}),
    properties: {
      name: `file ${(id * 37) % 100}.txt`,
      category: ['Birds', 'Mail', 'Notes'][id % 3],
      length: (id * 7919) % 5000,
      modified: `2024-0${1 + (id % 9)}-1${id % 9}T10:00:00Z`,
      hash: `${'0123456789abcdef'[id % 16]}`.repeat(32),
      // Only later parts have this field.
      ...(id >= 100 && id % 7 === 4 ? { pages: 'few' } : {}),
    },
    text: `${words.join(' ')} note ${id}`,
  };
}

const items = (from: number, count: number): TinyItem[] => Array.from({ length: count }, (_, i) => item(from + i));

const PATHS = [
  '/hits?q=heron&sort=relevance&limit=20&properties=name,length&snippets=1',
  '/hits?q=heron%20grebe&sort=relevance&limit=7&offset=5',
  '/hits?q=%2Bcoot%20reed%20-number&sort=relevance&limit=500',
  '/hits?q=%22heron%20grebe%22&sort=relevance&limit=500',
  '/hits?q=her*%20OR%20category:Mail&sort=length:desc&limit=500',
  '/hits?q=*:*&sort=name:asc&limit=500',
  '/hits?q=length:[1000%20TO%203000]&sort=modified:asc&limit=60&properties=modified,name',
  '/hits?q=hash:00000000000000000000000000000000&expand=duplicates&limit=500',
  '/hits?q=note%20NEAR/3%20heron&expand=family&limit=500',
  '/hits?q=heron&collapse=hash&limit=500',
  '/hits?q=id:[45%20TO%2099]&collapse=hash&limit=500',
  '/hits?q=id:2&expand=duplicates&limit=500',
  '/hits?q=*:*&sort=category:asc&limit=500',
  '/events?q=coot&limit=100',
  '/events?q=*:*&limit=500',
  '/events?q=id:[45%20TO%2099]&collapse=hash&limit=500',
  '/export?q=grebe&format=csv',
  '/export?q=grebe&format=ndjson',
  '/search?q=heron',
  '/search?q=category:bird',
  '/search?q=pages:[1%20TO%205]',
  '/categories',
  '/fields',
  '/suggest?prefix=he',
  '/suggest?field=category&prefix=',
  '/sources/one/docs/3',
  '/sources/one/docs/52',
  '/sources/one/docs/52/text',
  '/sources/one/docs/110',
  '/sources/one/docs/110/text',
  '/sources/one/docs/110/matches?q=heron',
  '/sources/one/docs/110/family',
  '/sources/one/docs/110/similar',
  '/sources/one/tree/root?limit=60&offset=70',
  '/sources/one/tree/root?q=heron&limit=200&only=hits',
  '/sources/one/tree/root?q=hash:00000000000000000000000000000000&expand=duplicates&limit=200&only=hits',
  '/sources/one/tree/115?q=heron',
  '/facets?q=*:*&facet=category&facet=modified:month&facet=length',
];

/** Requests that are refused because of the type of a field. The message names the source. */
const REFUSED = [
  '/search?q=modified:2024*',
  '/sources/one/tree/root?q=modified:2024*',
  '/sources/one/tree/root?q=modified:2024*&expand=duplicates',
  '/sources/one/tree/115?q=modified:2024*',
];

/** Replaces a file of items; null removes it. */
function replaceFile(dir: string, name: string, items: readonly TinyItem[] | null): void {
  const manifest = JSON.parse(readFileSync(join(dir, 'case.json'), 'utf8'));
  const lines = readFileSync(join(dir, name), 'utf8').trim().split('\n').length;
  rmSync(join(dir, name));
  manifest.items = manifest.items.filter((item: string) => item !== name);
  manifest.itemCount -= lines;
  writeFileSync(join(dir, 'case.json'), JSON.stringify(manifest));
  if (items !== null) addItemFile(dir, name, items);
}

/** Returns an item with this id and the words of another one. */
const changed = (id: number): TinyItem => ({ ...item(id + 1000), id, ...(id % 5 === 1 ? { parentId: id - 1 } : {}) });

type Step = (dir: string) => void;

/** Items 0 to 99, with ten in each file. */
const HISTORIES: readonly (readonly [string, struck: number, readonly Step[], mergeAfter?: number])[] = [
  [
    'grew',
    0,
    [
      (dir) => addItemFile(dir, 'items-added-0.jsonl', items(100, 20)),
      (dir) => addItemFile(dir, 'items-added-1.jsonl', items(120, 4)),
    ],
  ],
  [
    'grew, lost items and changed',
    20,
    [
      (dir) =>
        replaceFile(
          dir,
          'items-00005.jsonl',
          items(50, 10).map(({ id }) => changed(id)),
        ),
      (dir) => addItemFile(dir, 'items-added.jsonl', items(100, 20)),
      (dir) => replaceFile(dir, 'items-00008.jsonl', null),
      (dir) =>
        replaceFile(
          dir,
          'items-00005.jsonl',
          items(50, 5).map(({ id }) => ({ ...changed(id), text: 'heron note' })),
        ),
    ],
  ],
  [
    'grew, and whose small parts were merged',
    0,
    [
      (dir) => addItemFile(dir, 'items-added-0.jsonl', items(100, 8)),
      (dir) => addItemFile(dir, 'items-added-1.jsonl', items(108, 6)),
      (dir) => addItemFile(dir, 'items-added-2.jsonl', items(114, 7)),
    ],
    1,
  ],
];

describe.each(HISTORIES)('a source that %s', (_, struck, steps, mergeAfter) => {
  const grown = Service.beforeTests({
    cases: { one: items(0, 100) },
    caseOptions: { gzip: false, itemFiles: 10 },
    ...(mergeAfter === undefined ? {} : { mergeAfter }),
  });
  let whole: Service;

  beforeAll(async () => {
    const dir = join(grown.dir, 'cases', 'one');
    for (const step of steps) {
      step(dir);
      const { json } = await grown.post('/sources/one/refresh');
      expect(json).toMatchObject({ changed: true });
      if (mergeAfter !== undefined) await until(() => grown.sources.getReady('one').isMergeDue !== true);
    }
    const copy = join(grown.dir, 'copy');
    cpSync(dir, copy, { recursive: true });
    whole = await Service.start({ paths: { one: copy } });
  });

  const generationOf = ({ dir }: Service): string => {
    const indexes = join(dir, 'data', 'indexes');
    const key = readdirSync(indexes).find((name) => !name.startsWith('.'))!;
    const generations = readdirSync(join(indexes, key)).filter((name) => name.startsWith('gen-'));
    return join(indexes, key, generations.sort().at(-1)!);
  };

  test('has parts, and the other source has none', () => {
    const files = readdirSync(generationOf(grown));
    expect(files).toEqual(expect.arrayContaining(['part-000001', 'part-000002', 'parts.json']));
    expect(readdirSync(generationOf(whole))).not.toContain('parts.json');
    const { parts } = readParts(generationOf(grown))!;
    if (mergeAfter !== undefined) expect(parts.map((part) => part.items)).toEqual([100, 21]);
    const ranges = parts.flatMap((part) => part.struck ?? []);
    expect(ranges.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(struck);
  });

  test('passes the check after a process died, unless a part is damaged', async () => {
    const entry = pathToFileURL(resolve('dist/src/processes/index-check-process.js'));
    expect(await checkIndex(generationOf(grown), entry)).toBeNull();
    const damaged = join(grown.dir, 'damaged');
    cpSync(generationOf(grown), damaged, { recursive: true });
    rmSync(join(damaged, 'part-000002'), { recursive: true });
    expect((await checkIndex(damaged, entry))?.message).toContain('part-000002 is missing');
  });

  test.each(PATHS)('answers the same: %s', async (path) => {
    const [a, b] = [await grown.get(path), await whole.get(path)];
    expect([path, b.status]).toEqual([path, 200]);
    expect(comparable(a)).toEqual(comparable(b));
  });

  test.each(REFUSED)('refuses the same: %s', async (path) => {
    const [a, b] = [await grown.get(path), await whole.get(path)];
    expect([b.status, b.text]).toEqual([400, expect.stringContaining('in the source \\"one\\", the field')]);
    expect([a.status, a.text]).toEqual([b.status, b.text]);
  });
});
