/** All events of a set as lines that Timesketch can import. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';

const many = Array.from({ length: 700 }, (_, i) => ({
  id: i + 10,
  properties: { name: `f${i}`, created: `2020-01-01T00:00:00.${String(i).padStart(6, '0')}Z` },
}));
const service = Service.beforeTests({
  cases: {
    one: [
      {
        id: 1,
        properties: {
          name: 'a.txt',
          path: 'x/a.txt',
          modified: '2021-03-04T10:00:00.1234567+02:00',
          created: '1969-12-31',
          message: ['m', 'n'],
          note: '2021-03-04T10:00:00+02:00',
        },
        text: 'heron',
      },
      { id: 2, properties: { modified: '2021-03-04T08:00:00.9999999Z', note: 'x' }, text: 'heron' },
      { id: 3, properties: { name: 'no date', note: 'y' }, text: 'heron' },
    ],
    two: many,
  },
});

const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('every date of every item is a line, in order of time, in microseconds', async () => {
  const { text, headers } = await service.get('/events?q=heron&format=timesketch');
  expect([headers['content-type'], headers['content-disposition'], headers['x-total-count']]).toEqual([
    'application/x-ndjson',
    'attachment; filename=events.jsonl',
    '3',
  ]);
  const item = {
    source: 'one',
    id: 1,
    name: 'a.txt',
    ext: 'txt',
    path: 'x/a.txt',
    modified: '2021-03-04T08:00:00.1234567Z',
    created: '1969-12-31',
    'property:message': ['m', 'n'],
    note: '2021-03-04T10:00:00+02:00',
  };
  expect(lines(text)).toEqual([
    {
      message: 'created: x/a.txt',
      timestamp: -86_400_000_000,
      datetime: '1969-12-31T00:00:00.000000+00:00',
      timestamp_desc: 'created',
      ...item,
    },
    {
      message: 'modified: x/a.txt',
      timestamp: 1_614_844_800_123_457,
      datetime: '2021-03-04T08:00:00.123457+00:00',
      timestamp_desc: 'modified',
      ...item,
    },
    {
      message: 'modified: item 2 of one',
      timestamp: 1_614_844_801_000_000,
      datetime: '2021-03-04T08:00:01.000000+00:00',
      timestamp_desc: 'modified',
      source: 'one',
      id: 2,
      modified: '2021-03-04T08:00:00.9999999Z',
      note: 'x',
    },
  ]);
});

test('it has the contents of all pages together, in their order', async () => {
  const body = { from: '2020', order: 'desc' };
  const { json } = await service.post('/events', { ...body, limit: 10_000 });
  const { text } = await service.post('/events', { ...body, format: 'timesketch', properties: ['name'] });
  const found = lines(text);
  expect(found.length).toBe(702);
  expect(found.map(({ source, id, timestamp_desc }) => [source, id, timestamp_desc])).toEqual(
    json.events.map(({ source, id, field }: Record<string, unknown>) => [source, id, field]),
  );
  expect(Object.keys(found.at(-1))).toEqual([
    ...['message', 'timestamp', 'datetime', 'timestamp_desc', 'source', 'id', 'name'],
  ]);
  const { status, text: none, headers } = await service.request('HEAD', '/events?format=timesketch');
  expect([status, none, headers['x-total-count']]).toEqual([200, '', '703']);
});

test.each(['limit=5', 'offset=5', 'after=x', 'properties=a,,b'])('with %s it is 400', async (more) => {
  expect((await service.get(`/events?format=timesketch&${more}`)).status).toBe(400);
});

test('its parameters are for it alone', async () => {
  expect((await service.get('/events?properties=name')).status).toBe(400);
  expect((await service.get('/events?format=plaso')).status).toBe(400);
});

test('an unavailable source is named, and left out only if that is permitted', async () => {
  const broken = await Service.start({
    cases: { one: [{ id: 1, properties: { name: 'n', modified: '2020' } }] },
    paths: { gone: '/nowhere/at all' },
  });
  const refused = await broken.get('/events?format=timesketch');
  expect([refused.status, refused.json.error]).toEqual([503, expect.stringContaining('gone')]);
  const allowed = await broken.get('/events?format=timesketch&allowIncomplete=true');
  expect([allowed.status, allowed.headers['x-incomplete'], lines(allowed.text).length]).toEqual([200, 'gone', 1]);
});
