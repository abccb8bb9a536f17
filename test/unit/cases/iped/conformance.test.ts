/** Cases of IPED in the suite of all formats, and references of a hostile one outside itself. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ipedFormat } from '../../../../src/cases/iped/iped-format.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { encodePartRef } from '../../../../src/shared/part-ref.ts';
import { type ConformanceItem, describeCaseReader } from '../../../conformance/case-reader.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { type StoredPairs, writeIpedCase } from '../../../support/iped-writer.ts';
import { readAll } from '../../../support/read-case.ts';

const FILE = 'iped.utils.FileInputStreamFactory';
const HASH = 'AB12CD34EF5600000000000000000000';

const kept = (id: number) => ({
  dataSourcePath: [''],
  dataSourceDecoder: [FILE],
  idInDataSource: [`Exported/${id}.bin`],
});

/** Ids and parents are stored as numbers. An item without a source has no bytes. */
const ITEMS: readonly ConformanceItem[] = [
  { id: 7, properties: { id: ['7'], name: ['a.txt'], ...kept(7), tag: ['x y', '', 'é\u0301'] }, content: 'bytes of a' },
  { id: 3, parentId: 7, properties: { id: ['3'], parentId: ['7'], name: [''] }, content: '' },
  {
    id: 2 ** 30,
    properties: { id: [String(2 ** 30)], name: ['heron'], ...kept(9), hash: [HASH], hasThumb: ['true'], thumbnail: [] },
    content: '',
    thumb: 'a picture',
  },
];

const NUMBERS = new Set(['id', 'parentId']);

async function write(dir: string, items: readonly ConformanceItem[], broken: number): Promise<void> {
  const written = items.map(({ id, properties, thumb }) => ({
    stored: Object.entries({ id: [String(id)], ...properties }).flatMap(([name, values]): StoredPairs => {
      if (name === 'thumbnail') return [[name, Buffer.from(thumb!)]];
      return values.map((value) => [name, NUMBERS.has(name) ? Number(value) : value] as const);
    }),
    text: `the text of ${id}`,
  }));
  const without = Array.from({ length: broken }, () => ({ stored: [['name', 'no id']] as const, text: null }));
  await writeIpedCase(dir, [...without, ...written]);
  for (const { properties, content } of items) {
    const file = properties['idInDataSource']?.[0];
    if (file === undefined) continue;
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), content!);
  }
}

describeCaseReader('a case of IPED', {
  format: ipedFormat,
  isAnalyzed: true,
  items: ITEMS,
  write,
  hostileRefs: [
    ['content', 'file', '../../../../../../../etc', 'passwd', null, null, null, null],
    ['content', 'file', '/etc', 'passwd', null, null, null, null],
    ['content', 'file', '', 'none', null, null, null, null],
    ['content', 'sqlite', '/etc/passwd', HASH, null, null, HASH, ''],
    ['content', 'zip', '../none.zip', 'x', null, null, null, null],
    ['content', 'tsk', 'sleuth.db', '1', null, null, null, null],
    ['content', 'iped.AD1', 'x', 'x', null, null, null, null],
    ['content', 'preview', null, null, null, null, HASH, ''],
    ['content', 'file', '', 'x', -1, null, null, null],
  ].map((values) => encodePartRef(values)),
});

test('external files of a case are opened below its parent folder and the evidence roots, and nowhere else', async () => {
  const root = temporaryDir();
  const dir = join(root, 'cases/a/case');
  const places = { '../evidence': 'beside', '../../other': 'above', [join(root, 'elsewhere')]: 'far', '/etc': null };
  await mkdir(dir, { recursive: true });
  for (const [place, word] of Object.entries(places)) {
    if (word === null) continue;
    await mkdir(join(dir, place.startsWith('/') ? '../../..' : '', place.startsWith('/') ? 'elsewhere' : place), {
      recursive: true,
    });
    await writeFile(join(place.startsWith('/') ? place : join(dir, place), 'passwd'), word);
  }
  const items = Object.keys(places).map((place, n) => ({
    stored: [
      ['id', n],
      ['name', 'x'],
      ['dataSourcePath', place],
      ['dataSourceDecoder', FILE],
      ['idInDataSource', 'passwd'],
    ] as const,
    text: 'x',
  }));
  await writeIpedCase(dir, items);
  const read = async (evidenceRoots: readonly string[]): Promise<string[]> => {
    const reader = await openCase(dir, [ipedFormat], { evidenceRoots });
    const found: string[] = [];
    for (const { content } of (await readAll(reader)).items) {
      const opened = await reader.openPart(content!).catch(({ message }: Error) => message);
      if (typeof opened === 'string') found.push(opened.includes('--evidence-root') ? 'refused' : opened);
      else {
        found.push((await opened.stream().toArray()).join(''));
        await opened.close();
      }
    }
    await reader.close();
    return found;
  };
  expect(await read([])).toEqual(['beside', 'refused', 'refused', 'refused']);
  expect(await read([join(root, 'cases')])).toEqual(['beside', 'above', 'refused', 'refused']);
  expect(await read([root])).toEqual(['beside', 'above', 'far', 'refused']);
});
