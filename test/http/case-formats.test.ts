import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { CASE_FORMATS } from '../../src/cases/open-case.ts';
import { openSource } from '../../src/sources/open-source.ts';
import { analyzeCase } from '../support/analyze-case.ts';
import { blobFormat } from '../support/blob-case.ts';
import { refs, Service } from '../support/http-service.ts';
import { type TinyItem, withTempDir, writeCase } from '../support/tiny-case.ts';

const ITEMS: readonly TinyItem[] = [
  { id: 4, properties: { name: 'b.txt', length: 12 }, text: 'the grey heron', content: 'b in bytes' },
  {
    id: 9,
    parentId: 4,
    properties: { name: 'c.txt', category: 'Birds' },
    text: 'a heron, grey',
    thumb: Buffer.from('\xff\xd8\xff', 'latin1'),
  },
];

describe.each([
  ['brings text', null],
  ['brings its terms', 2],
] as const)('a case of another format, which %s', (_name, segments) => {
  let service: Service;

  /** The same case in two formats: everything must be the same, except how the case was read. */
  beforeEach(async () => {
    service = await Service.start({
      openSource: (path, _onProgress, signal, dir) =>
        openSource(path, {
          dataDir: join(dir, 'data'),
          formats: [...CASE_FORMATS, blobFormat],
          buildIfNeeded: true,
          signal,
        }),
    });
    await withTempDir(async (root) => {
      const other = join(service.dir, 'other');
      await mkdir(other);
      await analyzeCase(await writeCase(join(root, 'portable'), ITEMS, { textAs: 'pack' }), other, segments);
      const portable = await writeCase(join(service.dir, 'portable'), ITEMS, { textAs: 'pack' });
      for (const [id, path] of Object.entries({ other, portable })) {
        expect((await service.post('/sources', { id, path })).status).toBe(200);
      }
    });
  });

  test.each(['heron', '"grey heron"', 'category:birds', 'length:12', 'name:?.txt', 'parentId:4'])(
    'is searched for %s like the portable one',
    async (q) => {
      const answers = await Promise.all(
        ['other', 'portable'].map((id) => service.get(`/search?q=${encodeURIComponent(q)}&sourceID=${id}`)),
      );
      const [other, portable] = answers.map(({ json }) => (json.docs as { id: number }[]).map(({ id }) => id));
      expect(other!.length).toBeGreaterThan(0);
      expect(answers[0]!.json.docs).toEqual(refs('other', ...portable!));
    },
  );

  test.each(['content', 'text', 'thumb', ''])('returns the %s of its items like the portable one', async (part) => {
    for (const id of [4, 9]) {
      const path = (source: string): string => `/sources/${source}/docs/${id}${part === '' ? '' : `/${part}`}`;
      const [other, portable] = [await service.get(path('other')), await service.get(path('portable'))];
      expect([other.status, other.text.replaceAll('other', 'portable')]).toEqual([portable.status, portable.text]);
    }
  });
});
