/** Notes in hits, records and exports of every format, compared with the notes of each item by itself. */
import { beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { NOTE_UNITS_MAX } from '../../src/bookmarks/notes/note.ts';
import type { ItemNote } from '../../src/search/notes/item-note.ts';
import { Service } from '../support/http-service.ts';
import { csvCell, datCell } from '../support/naive/naive-rows.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { type AskAs, askingAs, knowing, type TokenUser } from '../support/token-users.ts';
import { unzipped } from '../support/unzipped.ts';

const users: readonly TokenUser[] = [
  { name: 'anna', role: 'annotator' },
  { name: 'ben', role: 'annotator' },
  { name: '=eve', role: 'annotator' },
  { name: 'half', role: 'reader', sources: ['one'] },
];
const random = new Random(12);
const TEXTS = ['=SUM(A1)', 'a "quoted", text; þ', 'two\nlines', '日本語', 'plain', '<b>&amp;</b>', '-1'];
const items = Array.from({ length: 30 }, (_, id) => ({
  id,
  text: `heron ${id}`,
  properties: { name: `item ${id}`, created: '2021-03-04T10:00:00Z' },
}));
/** A source that has a property with the same name as the notes. */
const odd = [{ id: 1, properties: { name: 'odd', notes: 'of the case', created: '2021-03-04T10:00:00Z' } }];

const service = Service.beforeTests({ cases: { one: items, two: items, odd }, server: knowing(users) });
let asUser: AskAs;
let ask: (method: string, path: string, body?: unknown) => ReturnType<Service['get']>;
const as: { half: typeof ask } = { half: async () => service.get('/') };

beforeAll(async () => {
  asUser = askingAs(service);
  ask = (method, path, body) => asUser('anna', method, path, body);
  as.half = (method, path, body) => asUser('half', method, path, body);
  for (let i = 0; i < 40; i++) {
    const id = random.below(items.length);
    const range = random.pick<object | undefined>([
      undefined,
      { start: 0, end: 5 },
      { property: 'name' },
      { property: 'name', value: `item ${id}` },
    ]);
    const body = { text: random.pick(TEXTS), ...(range && { range }) };
    expect((await ask('POST', `/sources/${random.pick(['one', 'two'])}/docs/${id}/notes`, body)).status).toBe(200);
  }
});

interface Row {
  readonly source: string;
  readonly id: number;
  readonly notes?: readonly ItemNote[];
}

/** Returns the expected notes, item by item. */
async function expected(...sources: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const source of sources) {
    for (const { id } of source === 'odd' ? odd : items) {
      const { notes } = (await ask('GET', `/sources/${source}/docs/${id}/notes`)).json;
      rows.push({ source, id, ...(notes.length > 0 && { notes }) });
    }
  }
  return rows;
}

const shown = ({ source, id, notes }: Row): Row => ({ source, id, ...(notes && { notes }) });

/** In the form of a cell. */
function cell({ notes = [] }: Row): string {
  const about = ({ range }: ItemNote): string => {
    if (range === undefined) return '';
    if ('start' in range) return `, characters ${range.start} to ${range.end}`;
    return `, ${[range.property, range.value].filter((one) => one !== undefined).join(': ')}`;
  };
  return notes.map((note) => `[${note.author}, ${note.changed}${about(note)}] ${note.text}`).join('\n');
}

const all = ['one', 'two', 'odd'];

test('hits and records have them on request', async () => {
  const rows = await expected(...all);
  for (const properties of [['*'], ['notes'], ['name', 'notes']]) {
    const { json } = await ask('POST', '/hits', { q: '', limit: 100, properties });
    expect(json.hits.map(shown)).toEqual(rows);
    const docs = rows.map(({ source, id }) => ({ source, id })).reverse();
    const { records } = (await ask('POST', '/records', { docs, properties })).json;
    expect(records.map(shown)).toEqual([...rows].reverse());
  }
  expect((await ask('GET', '/hits?properties=name,notes&limit=100')).json.hits.map(shown)).toEqual(rows);
  for (const properties of [undefined, ['name'], ['none']]) {
    const { json } = await ask('POST', '/hits', { q: '', limit: 100, ...(properties && { properties }) });
    expect(json.hits.some((hit: object) => 'notes' in hit)).toBe(false);
  }
  const { hits } = (await ask('POST', '/hits', { q: 'name:odd', properties: ['notes'] })).json;
  expect(hits[0].properties).toEqual({ notes: ['of the case'] });
});

test('lines of JSON have them, alone and in a ZIP', async () => {
  const rows = await expected(...all);
  const linesOf = (text: string): Row[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((line) => line.done !== true);
  expect(linesOf((await ask('GET', '/export?format=ndjson')).text).map(shown)).toEqual(rows);
  expect(linesOf((await ask('GET', '/export?format=ndjson&properties=notes')).text).map(shown)).toEqual(rows);
  const bare = linesOf((await ask('GET', '/export?format=ndjson&properties=name')).text);
  expect(bare.some((line) => 'notes' in line)).toBe(false);
  const files = await unzipped((await ask('GET', '/export?format=zip&files=none')).bytes);
  expect(linesOf(files.get('items.jsonl')!.toString()).map(shown)).toEqual(rows);
});

test('tables have a column for them after that of bookmarks', async () => {
  const rows = await expected(...all);
  const { text } = await ask('GET', '/export?format=csv&properties=name,notes');
  const csv = [
    '\ufeffsource,id,parentId,bookmarks,notes,name,property:notes',
    ...rows.map((row) => {
      const name = row.source === 'odd' ? 'odd' : `item ${row.id}`;
      return [row.source, row.id, '', '', csvCell(cell(row)), name, row.source === 'odd' ? 'of the case' : ''].join(
        ',',
      );
    }),
  ];
  expect(text).toBe(`${csv.join('\r\n')}\r\n`);
  // No source has such a property, so the name means only the notes.
  const alone = (await ask('GET', '/export?format=csv&properties=notes&sourceID=one')).text;
  expect(alone.slice(1, alone.indexOf('\r\n'))).toBe('source,id,parentId,bookmarks,notes');
  const { bytes } = await ask('GET', '/export?format=xlsx&properties=name,notes&sourceID=one&sourceID=two');
  const { sheets } = await readWorkbook(bytes);
  const [head, ...body] = sheets[0]!.rows;
  expect(head!.cells.map((one) => one?.[1])).toEqual(['source', 'id', 'parentId', 'bookmarks', 'notes', 'name']);
  const noted = await expected('one', 'two');
  expect(body.map(({ cells }) => cells[4]?.[1] ?? '')).toEqual(noted.map(cell));
});

test('only filled columns: without notes there is no column', async () => {
  const rows = await expected('one');
  const { id } = rows.find(({ notes }) => notes === undefined)!;
  const headOf = async (more: string): Promise<string[]> => {
    const { text } = await ask('GET', `/export?format=csv&sourceID=one&q=id:${id}${more}`);
    return text.slice(1, text.indexOf('\r\n')).split(',');
  };
  expect(await headOf('')).not.toContain('notes');
  expect(await headOf('&columns=all')).toContain('notes');
  expect(await headOf('&properties=name')).not.toContain('notes');
});

test('load files and Timesketch have them', async () => {
  const rows = await expected('one', 'two');
  const files = await unzipped(
    (await ask('GET', '/export?format=dat&properties=name,notes&files=none&sourceID=one&sourceID=two')).bytes,
  );
  const [head, ...lines] = files.get('export.dat')!.toString().slice(1).trimEnd().split('\r\n');
  expect(head!.split('\x14').slice(4, 6)).toEqual(['NOTES', 'name'].map(datCell));
  expect(lines.map((line) => line.split('\x14')[4])).toEqual(rows.map((row) => datCell(cell(row))));
  const events = (await ask('GET', '/events?format=timesketch&sourceID=one&sourceID=two&properties=name,notes')).text;
  const told = new Map(
    events
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((event) => [`${event.source} ${event.id}`, event.notes]),
  );
  const printed = rows.map((row) => {
    const texts = (row.notes ?? []).map((note) => cell({ ...row, notes: [note] }));
    return [`${row.source} ${row.id}`, texts.length === 0 ? undefined : texts];
  });
  expect([...told].sort()).toEqual(printed.sort());
});

test('the reviewers of items are in every format, for visible viewers and sources', async () => {
  const shared = [{ source: 'one', id: 1 }];
  await ask('PUT', '/reviewed/add', [...shared, { source: 'one', id: 2 }, { source: 'two', id: 1 }]);
  await asUser('ben', 'PUT', '/reviewed/add', shared);
  await asUser('=eve', 'PUT', '/reviewed/add', [{ source: 'two', id: 2 }]);
  const reviewed: Record<string, readonly string[]> = {
    'one 1': ['anna', 'ben'],
    'one 2': ['anna'],
    'two 1': ['anna'],
    'two 2': ['=eve'],
  };
  const namesOf = ({ source, id }: Row): readonly string[] | undefined => reviewed[`${source} ${id}`];
  const rows = await expected('one', 'two');
  const sources = 'sourceID=one&sourceID=two';
  const lines = (await ask('GET', `/export?format=ndjson&${sources}&properties=reviewed`)).text.trim().split('\n');
  expect(lines.slice(0, -1).map((line) => JSON.parse(line).reviewed)).toEqual(rows.map(namesOf));
  const table = async (who: string, more: string): Promise<string[][]> =>
    (await asUser(who, 'GET', `/export?format=csv&columns=all&${more}`)).text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  const [head, ...body] = await table('anna', `${sources}&properties=reviewed,name`);
  expect(head).toEqual(['source', 'id', 'parentId', 'bookmarks', 'reviewed', 'name']);
  const printed = rows.map((row) => csvCell(namesOf(row)?.join('; ') ?? ''));
  expect(body.map((cells) => cells[4])).toEqual(printed);
  const { sheets } = await readWorkbook(
    (await ask('GET', `/export?format=xlsx&${sources}&properties=reviewed,name`)).bytes,
  );
  expect(sheets[0]!.rows.map(({ cells }) => cells[4]?.[1] ?? '')).toEqual([
    'reviewed',
    ...rows.map((row) => namesOf(row)?.join('; ') ?? ''),
  ]);
  const files = await unzipped(
    (await ask('GET', `/export?format=dat&files=none&${sources}&properties=reviewed`)).bytes,
  );
  const [titles, ...documents] = files.get('export.dat')!.toString().slice(1).trimEnd().split('\r\n');
  expect(titles!.split('\x14')[4]).toBe(datCell('REVIEWED'));
  expect(documents.map((line) => line.split('\x14')[4])).toEqual(
    rows.map((row) => datCell(namesOf(row)?.join('; ') ?? '')),
  );
  const events = (await ask('GET', `/events?format=timesketch&${sources}&properties=reviewed`)).text;
  const told = events
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(told.map(({ source, id, reviewed: names }) => [`${source} ${id}`, names]).sort()).toEqual(
    rows.map((row) => [`${row.source} ${row.id}`, namesOf(row)]).sort(),
  );
  // For a limited viewer, other sources do not exist.
  const [own, ...ofHalf] = await table('half', '');
  expect(own!.slice(0, 6)).toEqual(['source', 'id', 'parentId', 'bookmarks', 'notes', 'reviewed']);
  expect(JSON.stringify(ofHalf)).not.toContain('eve');
  for (const docs of [shared, [{ source: 'one', id: 2 }]]) await ask('PUT', '/reviewed/remove', docs);
  await asUser('ben', 'PUT', '/reviewed/remove', shared);
  expect((await table('half', ''))[0]).not.toContain('reviewed');
  await ask('PUT', '/reviewed/remove', [{ source: 'two', id: 1 }]);
  await asUser('=eve', 'PUT', '/reviewed/remove', [{ source: 'two', id: 2 }]);
});

test('a viewer sees those of visible sources', async () => {
  const rows = await expected('one');
  const { json } = await as.half('POST', '/hits', { q: '', limit: 100, properties: ['*'] });
  expect(json.hits.map(shown)).toEqual(rows);
});

test('more of them than are sent at once, and more than fit in an answer', async () => {
  const long = { text: 'x'.repeat(NOTE_UNITS_MAX) };
  for (const id of [3, 4]) {
    for (let i = 0; i < 70; i++) expect((await ask('POST', `/sources/one/docs/${id}/notes`, long)).status).toBe(200);
  }
  const rows = await expected(...all);
  const { text } = await ask('GET', '/export?format=ndjson&sort=created:desc&properties=notes');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ done }) => done !== true).map(shown)).toEqual(rows);
  // The cell is cut to the limit of a spreadsheet, and says so.
  const { headers } = await ask('GET', '/export?format=xlsx&sourceID=one');
  expect(headers['x-cut-cells']).toBe('2');
  // An item that is named several times counts each time.
  const named = (times: number) => {
    const docs = Array.from({ length: times }, () => ({ source: 'one', id: 3 }));
    return ask('POST', '/records', { docs, properties: ['notes'] });
  };
  expect((await named(5)).json.records.map(shown)).toEqual(Array.from({ length: 5 }, () => rows[3]));
  const { status, json } = await named(20);
  expect([status, json.error]).toEqual([400, expect.stringContaining('notes have more than 16 Mi characters')]);
});
