/** Common names such as `from` for the case's own properties, in queries, orders, counts and records; and hints on names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDir } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { writeCase } from '../support/tiny-case.ts';

let service: Service;
let dir: string;
beforeAll(async () => {
  dir = temporaryDir();
  const given = await writeCase(dir, [{ id: 1, properties: { Absender: 'Ana', Verfasser: 'Mikel', size: '7' } }]);
  const manifest = JSON.parse(readFileSync(join(given, 'case.json'), 'utf8'));
  const aliases = { from: ['Autor', 'Absender'], writer: ['Verfasser'] };
  writeFileSync(join(given, 'case.json'), JSON.stringify({ ...manifest, aliases }));
  const mails = [
    {
      id: 1,
      properties: { 'Message:From': 'Ana Silva', 'Message-Subject': 'Heron', 'Message:Date': '2021-03-04', rank: '5' },
    },
    {
      id: 2,
      properties: { 'Message:From': 'Mikel', 'Message-Subject': 'Coot', 'Message:Date': '2020-01-01', rank: '50' },
    },
  ];
  // A source with a property of exactly this name.
  const own = [{ id: 1, properties: { from: 'ana', 'Message:From': 'nobody', rank: 'high' } }];
  service = await Service.start({ cases: { mails, own }, paths: { given } });
});

const found = async (query: string): Promise<string[]> => {
  const { json, text, status } = await service.get(`/hits?${encodeURI(query)}`);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return json.hits.map(({ source, id }: { source: string; id: number }) => `${source} ${id}`);
};

test('mean the property of each source, its own name first', async () => {
  expect(await found('q=from:ana')).toEqual(['mails 1', 'own 1', 'given 1']);
  expect(await found('q=from:nobody')).toEqual([]);
  expect(await found('q=writer:mikel')).toEqual(['given 1']);
  expect(await found('q=subject:heron')).toEqual(['mails 1']);
  expect(await found('q=sent:[2020-06 TO *]')).toEqual(['mails 1']);
  expect(await found('q=from:="ana silva"')).toEqual(['mails 1']);
  expect(await found('q=ana&fields=from')).toEqual(['mails 1', 'own 1', 'given 1']);
  expect(await found('q=from:*&sort=sent:asc')).toEqual(['mails 2', 'mails 1', 'own 1', 'given 1']);
  expect(await found('sort=from:desc')).toEqual(['mails 2', 'mails 1', 'own 1', 'given 1']);
  expect((await service.get('/hits?sourceID=own&sort=subject:asc')).status).toBe(400);
});

test('are suggested first, with the values of the fields that they mean', async () => {
  const suggested = async (query: string): Promise<unknown> => (await service.get(`/suggest?${query}`)).json.data;
  expect(await suggested('sourceID=mails&prefix=fr')).toEqual([
    { value: 'from', items: 2, usual: true },
    { value: 'Message:From', items: 2 },
  ]);
  expect(await suggested('sourceID=mails&field=from&prefix=ana')).toEqual([{ value: 'Ana Silva', items: 1 }]);
  expect(await suggested('sourceID=given&field=writer&prefix=m')).toEqual([{ value: 'Mikel', items: 1 }]);
  // One source has a field of this name, so it is suggested like any other field.
  expect(await suggested('sourceID=own&prefix=from')).toEqual([
    { value: 'Message:From', items: 1 },
    { value: 'from', items: 1 },
  ]);
});

test('are listed with the field that each source means', async () => {
  const { usual } = (await service.get('/fields?sourceID=mails&sourceID=given')).json;
  expect(usual.map(({ name, fields, items }: Record<string, unknown>) => [name, fields, items])).toEqual([
    ['from', { mails: 'Message:From', given: 'Absender' }, 3],
    ['sent', { mails: 'Message:Date' }, 2],
    ['subject', { mails: 'Message-Subject' }, 2],
    ['writer', { given: 'Verfasser' }, 1],
  ]);
  expect((await service.get('/fields?sourceID=own')).json.usual).toEqual([]);
});

test('are counted, and each count selects its items', async () => {
  const { json } = await service.get('/facets?facet=from&facet=sent:year');
  expect(json.facets[0].values.map(({ value, items }: { value: string; items: number }) => [value, items])).toEqual([
    ['Ana', 2],
    ['Ana Silva', 1],
    ['Mikel', 1],
  ]);
  expect(json.facets[1].values).toHaveLength(2);
  for (const { values } of json.facets) {
    for (const { q, items } of values) {
      const selected = await service.post('/hits', { limit: 0, filter: [q] });
      expect([q, selected.json.total]).toEqual([q, items]);
    }
  }
});

test('choose properties, which are shown under their own names', async () => {
  const { json } = await service.get('/hits?q=from:ana&properties=from,writer');
  expect(json.hits.map(({ properties }: { properties: object }) => properties)).toEqual([
    { 'Message:From': ['Ana Silva'] },
    { from: ['ana'] },
    { Absender: ['Ana'], Verfasser: ['Mikel'] },
  ]);
  const docs = [{ source: 'mails', id: 2 }];
  const records = await service.post('/records', { docs, properties: ['subject'] });
  expect(records.json.records[0].properties).toEqual({ 'Message-Subject': ['Coot'] });
});

test('hints name a quoted field, know other names, and mention types that differ', async () => {
  const hintsOf = async (q: string): Promise<string[]> => {
    const { json } = await service.get(`/hits?q=${encodeURIComponent(q)}&limit=0&sourceID=mails&sourceID=own`);
    return json.hints ?? [];
  };
  expect(await hintsOf('Message:From:mikel')).toEqual([expect.stringContaining('"Message:From":mikel')]);
  expect(await hintsOf('from:ana')).toEqual([]);
  expect(await hintsOf('rank:5')).toEqual([
    expect.stringContaining('"rank" is a number in some sources and text in own'),
  ]);
  expect(await hintsOf('from:=A*')).toEqual([expect.stringContaining('* and ? are literal')]);
  const refused = await service.get('/hits?q=rank:high');
  expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ field: 'rank', type: 'number' })]);
  expect(refused.json.error).toContain('"mails"');
  const { json } = await service.get('/explain?q=rank:5');
  for (const { hints } of json.sources) expect(hints).toContainEqual(expect.stringContaining('text in own'));
});

test('a name is suggested only if half of its letters are right', async () => {
  const hints = async (q: string): Promise<string> =>
    String((await service.get(`/hits?q=${q}&sourceID=mails`)).json.hints?.join('\n'));
  expect(await hints('zz:ana')).toBe('no item of this source has the field "zz"; to search it as text, write "zz:ana"');
  expect(await hints('rnk:5')).toContain('the nearest name is "rank"');
  expect(await hints('5&fields=rnk,rank')).toBe(
    'no item of this source has the field "rnk"; the nearest name is "rank"',
  );
  expect(await hints('nume:ana')).not.toContain('the nearest name is "rank"');
});
