/** A source that is opened again and again: no answer has cached values of an earlier state. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { inThisProcess } from '../../src/sources/index-opener.ts';
import { openSource } from '../../src/sources/open-source.ts';
import { Service } from '../support/http-service.ts';
import { addItemFile } from '../support/tiny-case.ts';

const item = (id: number, more: Readonly<Record<string, string>> = {}) => ({
  id,
  properties: { name: `file ${id}.txt`, category: `kind ${id % 3}`, hash: 'a'.repeat(id % 7), ...more },
  text: `heron ${id}`,
});

const PATHS = [
  '/sources/one/docs/202',
  '/hits?q=*:*&collapse=hash&limit=100&properties=hash',
  '/hits?q=id:202&properties=arrived,sent',
  '/suggest?field=category&prefix=kind',
  '/suggest?prefix=arr',
  '/facets?q=*:*&facet=category',
  '/fields',
];

test('answers of each state equal those of a server that never had another one', async () => {
  const opener = inThisProcess();
  const service = await Service.start({
    cases: { one: Array.from({ length: 40 }, (_, id) => item(id)), two: [item(6), item(13, { hash: 'b' }), item(5)] },
    caseOptions: { gzip: false },
    openSource: (path, _onProgress, signal, dir, caseOptions) =>
      openSource(path, { dataDir: join(dir, 'data'), buildIfNeeded: true, opener, signal, caseOptions }),
  });
  const dir = join(service.dir, 'cases', 'one');
  const answers = async ({ get }: Service, of: Service): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const path of PATHS) {
      const { status, text } = await get.call(of, path);
      found[path] = `${status} ${text.replace(/"tookMs":[\d.]+|"next":"[^"]*"/g, '')}`;
    }
    return found;
  };
  await answers(service, service);
  const added = [item(200, { hash: 'b' }), item(202, { hash: '', arrived: '2024-01-02T03:04:05+02:00' })];
  for (const [n, one] of added.entries()) {
    addItemFile(dir, `added-${n}.jsonl`, [{ ...one, properties: { ...one.properties, category: `kind of ${n}` } }]);
    expect((await service.post('/sources/one/refresh')).json).toMatchObject({ changed: true });
  }
  cpSync(join(service.dir, 'cases'), join(service.dir, 'copies'), { recursive: true });
  const whole = await Service.start({
    paths: { one: join(service.dir, 'copies', 'one'), two: join(service.dir, 'copies', 'two') },
  });
  expect(await answers(service, service)).toEqual(await answers(whole, whole));
});
