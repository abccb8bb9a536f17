/**
 * Complete sets as files: their contents, what they say about missing parts, and that a fault never produces a file that looks
 * complete.
 */
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openCase } from '../../src/cases/open-case.ts';
import { AppError } from '../../src/shared/errors.ts';
import { temporaryDir } from '../support/endings.ts';
import { refs, Service } from '../support/http-service.ts';
import { csvCell } from '../support/naive/naive-rows.ts';
import { readCaseAt } from '../support/read-case.ts';
import { pause } from '../support/until.ts';
import { manifestOf, sha256Of, unzipped } from '../support/unzipped.ts';

const HOSTILE = '=cmd|\'/c calc\'!A1, "x"\r\ny';

const service = Service.beforeTests({
  cases: {
    one: [
      {
        id: 5,
        parentId: 1,
        properties: { name: 'b.txt', rank: '10', modified: '2021-03-04T10:00:00+02:00' },
        text: 'heron',
      },
      {
        id: 1,
        properties: { name: HOSTILE, rank: '-9', category: ['Images', 'Mail'] },
        text: 'heron',
        content: 'bytes',
      },
      { id: 3, properties: { name: 'c.txt' }, text: 'coot' },
      { id: 9, properties: { name: 'dir', treeNode: 'true' }, text: 'heron' },
    ],
    two: [
      { id: 2, properties: { name: 'b.TXT', rank: 'high', size: '5' }, text: 'heron heron' },
      { id: 4, properties: { name: 'z', rank: '10', length: '7' }, text: 'heron' },
    ],
  },
});
beforeAll(async () => {
  await service.post('/bookmarks/Relevant');
  await service.post('/bookmarks/Read');
  await service.put('/bookmarks/Relevant/add', [...refs('one', 1, 5), ...refs('two', 4)]);
  await service.put('/bookmarks/Read/add', refs('one', 1));
});

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('ndjson', () => {
  test('has the records of the set in its order, and ends with a completeness mark', async () => {
    const { status, text, headers } = await service.get('/export?q=heron&format=ndjson&name=a/b');
    expect([status, headers['x-total-count'], headers['content-type']]).toEqual([200, '4', 'application/x-ndjson']);
    expect(headers['content-disposition']).toBe('attachment; filename=a_b.ndjson');
    const found = lines(text);
    expect(found.at(-1)).toEqual({ done: true, items: 4, complete: true });
    expect(found[1]).toEqual({
      source: 'one',
      id: 5,
      parentId: 1,
      properties: { name: ['b.txt'], rank: ['10'], modified: ['2021-03-04T08:00:00Z'], ext: ['txt'] },
      bookmarks: ['Relevant'],
    });
    const { json } = await service.get('/hits?q=heron&properties=*');
    const shown = json.hits.map(({ selected: _, parts: __, ...hit }: Record<string, unknown>) => hit);
    expect(found.slice(0, -1)).toEqual(shown);
  });

  test('takes the set, the order and the properties of a body', async () => {
    const { text } = await service.post('/export', {
      q: 'heron',
      format: 'ndjson',
      sort: ['rank:desc', 'name:asc'],
      properties: ['length', 'rank'],
      filter: ['name:*'],
    });
    const order = (await service.get('/hits?q=heron&sort=rank:desc,name:asc&properties=length,rank')).json.hits;
    expect(
      lines(text)
        .slice(0, -1)
        .map(({ source, id, properties }) => ({ source, id, properties })),
    ).toEqual(order.map(({ source, id, properties }: Record<string, unknown>) => ({ source, id, properties })));
    expect(lines((await service.get('/export?q=nothing&format=ndjson')).text)).toEqual([
      { done: true, items: 0, complete: true },
    ]);
  });
});

describe('csv', () => {
  test('has a column for each property, or each with a value, guarded and quoted', async () => {
    const { text, headers } = await service.get('/export?q=heron&format=csv&sort=id&columns=all');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const filled = await service.get('/export?q=heron&format=csv&sort=id');
    expect(filled.text).toBe(text.replace(',treeNode\r\n', '\r\n').replace(/,(?=\r\n(?:one|two|$))/g, ''));
    expect((await service.get('/export?q=heron&format=csv&columns=filled')).text).toBe(filled.text);
    expect(text).toBe(
      `\ufeff${[
        'source,id,parentId,bookmarks,category,ext,length,modified,name,rank,size,treeNode',
        `one,1,,Read; Relevant,Images; Mail,,,,${csvCell(HOSTILE)},-9,,`,
        'one,5,1,Relevant,,txt,,2021-03-04T08:00:00Z,b.txt,10,,',
        'two,2,,,,txt,,,b.TXT,high,5,',
        'two,4,,Relevant,,,7,,z,10,,',
      ].join('\r\n')}\r\n`,
    );
  });

  test('has the requested columns', async () => {
    const { text } = await service.get('/export?q=source:two&format=csv&properties=rank,length,none%20such');
    expect(text).toBe(
      '\ufeffsource,id,parentId,bookmarks,rank,length,none such\r\ntwo,2,,,high,5,\r\ntwo,4,,Relevant,10,7,\r\n',
    );
  });
});

describe('zip', () => {
  test('has table, lines, files, manifest and query, and is reproducible', async () => {
    const path = '/export?q=heron&format=zip&properties=name,rank';
    const { bytes, headers } = await service.get(path);
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/zip',
      'attachment; filename=export.zip',
    ]);
    expect(sha256Of((await service.get(path)).bytes)).toBe(sha256Of(bytes));
    const files = await unzipped(bytes);
    expect([...files.keys()]).toEqual([
      'query.json',
      'items.csv',
      'items.jsonl',
      `content/one/1-=cmd_'_c calc'!A1, _x___y`,
      'text/one/1.txt',
      'text/one/5.txt',
      'text/two/2.txt',
      'text/two/4.txt',
      'manifest.csv',
    ]);
    const csv = (await service.get(path.replace('zip', 'csv'))).text;
    const json = (await service.get(path.replace('zip', 'ndjson'))).text;
    expect([files.get('items.csv')!.toString(), `${files.get('items.jsonl')}`]).toEqual([csv, json]);
    expect(files.get(`content/one/1-=cmd_'_c calc'!A1, _x___y`)!.toString()).toBe('bytes');
    expect(JSON.parse(files.get('query.json')!.toString())).toMatchObject({
      q: 'heron',
      format: 'zip',
      total: 4,
      sources: [{ id: 'one' }, { id: 'two' }],
    });
    const told = manifestOf(files.get('manifest.csv')!);
    expect(told.map(({ path: name }) => name)).toEqual([...files.keys()].slice(0, -1));
    for (const { path: name, size, sha256, error } of told) {
      const content = files.get(name!)!;
      expect([size, sha256, error]).toEqual([String(content.length), sha256Of(content), '']);
    }
  });

  test.each(['csv', 'xlsx'])('with a table in %s is a complete case again', async (table) => {
    const { bytes, headers } = await service.get(`/export?format=zip&table=${table}`);
    const dir = temporaryDir();
    const path = join(dir, 'export.zip');
    await writeFile(path, bytes);
    const { items, problems } = await readCaseAt(path);
    expect(items.length).toBe(Number(headers['x-total-count']));
    expect(problems.filter(({ kind }) => kind === 'case')).toEqual([]);
  });

  test('has the requested files', async () => {
    const { bytes } = await service.post('/export', { q: 'heron', format: 'zip', files: ['text'], sourceID: ['two'] });
    expect([...(await unzipped(bytes)).keys()].slice(3)).toEqual(['text/two/2.txt', 'text/two/4.txt', 'manifest.csv']);
    const none = await unzipped((await service.get('/export?format=zip&files=none')).bytes);
    expect([...none.keys()]).toEqual(['query.json', 'items.csv', 'items.jsonl', 'manifest.csv']);
  });
});

test('unreadable files are named in the manifest, and nothing replaces them', async () => {
  const lost = await Service.start({
    cases: {
      one: [
        { id: 1, properties: { name: 'n' }, text: 'heron', content: 'A' },
        { id: 2, content: 'B' },
      ],
    },
  });
  for (const name of await readdir(join(lost.dir, 'cases/one'), { recursive: true })) {
    if (!/json/.test(name)) await rm(join(lost.dir, 'cases/one', name), { recursive: true, force: true });
  }
  const files = await unzipped((await lost.get('/export?format=zip&files=content')).bytes);
  expect(files.size).toBe(4);
  const told = manifestOf(files.get('manifest.csv')!).slice(3);
  expect(told).toMatchObject([
    { path: '', source: 'one', id: '1', kind: 'content', size: '', sha256: '', error: expect.stringMatching(/./) },
    { path: '', source: 'one', id: '2', kind: 'content', error: expect.stringMatching(/./) },
  ]);
  const dat = await unzipped((await lost.get('/export?format=dat&properties=none')).bytes);
  expect(dat.get('export.dat')!.toString().split('\r\n')[1]!.split('\x14').slice(-2)).toEqual([
    'þTEXT\\one\\one-0000000001.txtþ',
    'þþ',
  ]);
});

test('dat: a native file has the extension of its item, or else of its property or content type', async () => {
  const items = [
    { id: 1, properties: { name: 'a.doc', ext: 'rtf' }, content: 'A' },
    { id: 2, properties: { name: 'invoice', ext: 'pdf' }, content: 'B' },
    { id: 3, properties: { name: 'memo', ext: '../x' }, content: 'C' },
    { id: 4, properties: { title: 'note' }, content: 'D' },
    { id: 5, properties: { name: 'Re: lunch', contentType: 'message/RFC822; charset=utf-8' }, content: 'E' },
    { id: 6, properties: { name: 'x', ext: '', contentType: 'application/octet-stream' }, content: 'F' },
    { id: 7, properties: { name: 'memo', ext: 'wpd', contentType: 'application/pdf' }, content: 'G' },
  ];
  const service = await Service.start({ cases: { box: items } });
  const { bytes } = await service.get('/export?format=dat&files=content&properties=name');
  const natives = [...(await unzipped(bytes)).keys()].filter((name) => name.startsWith('NATIVE/'));
  const ends = ['1.doc', '2.pdf', '3', '4', '5.eml', '6', '7.wpd'];
  expect(natives).toEqual(ends.map((end) => `NATIVE/box/box-000000000${end}`));
});

test('dat: families are adjacent, and our own reader finds the same', async () => {
  const family = await Service.start({
    cases: {
      mail: [
        { id: 1, properties: { name: 'box.mbox', isDir: 'true' } },
        { id: 2, parentId: 1, properties: { name: 'a.eml', title: 'þorn; ®\r\nline' }, text: 'heron a', content: 'A' },
        { id: 3, parentId: 1, properties: { name: 'b.eml', modified: '2021-03-04T10:00:00Z' }, text: 'heron b' },
        { id: 4, parentId: 2, properties: { name: 'c.pdf', length: '3' }, text: 'coot', content: 'PDF' },
        { id: 7, parentId: 4, properties: { name: 'd.txt', hash: 'ABCDEF' }, text: 'grebe' },
      ],
    },
  });
  const folder = temporaryDir();
  const { bytes } = await family.get('/export?format=dat&filter=NOT%20id:4&properties=name,length,modified,hash,title');
  const files = await unzipped(bytes);
  expect([...files.keys()]).toEqual([
    'TEXT/mail/mail-0000000002.txt',
    'NATIVE/mail/mail-0000000002.eml',
    'TEXT/mail/mail-0000000007.txt',
    'TEXT/mail/mail-0000000003.txt',
    'export.dat',
    'META/query.json',
    'META/manifest.csv',
  ]);
  for (const [name, content] of files) {
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const reader = await openCase(folder);
  const found: unknown[] = [];
  for (const part of reader.parts) {
    for await (const items of reader.readItems(part, { problem: () => undefined, progress: () => undefined })) {
      found.push(...items.map(({ parentId, properties }) => ({ parentId, ...Object.fromEntries(properties) })));
    }
  }
  await reader.close();
  const doc = (id: number) => [`mail-${String(id).padStart(10, '0')}`];
  const range = (first: number, last: number) => ({ BEGATTACH: doc(first), ENDATTACH: doc(last) });
  expect(found).toMatchObject([
    { parentId: null, DOCID: doc(1), ...range(1, 1), name: ['box.mbox'] },
    { parentId: 1, DOCID: doc(2), PARENTID: doc(1), ...range(2, 7), name: ['a.eml'] },
    { parentId: 2, DOCID: doc(7), ...range(2, 7), name: ['d.txt'], hash: ['ABCDEF'] },
    { parentId: 1, DOCID: doc(3), ...range(3, 3), name: ['b.eml'], modified: ['2021-03-04T10:00:00Z'] },
  ]);
  // In this order the attachment comes before its mail.
  const backwards = await unzipped((await family.get('/export?format=dat&filter=NOT%20id:4&sort=name:desc')).bytes);
  const rows = backwards.get('export.dat')!.toString().split('\r\n').slice(1, -1);
  expect(rows.map((row) => Number(row.slice(1).match(/\d+/)![0]))).toEqual([2, 7, 1, 3]);
});

test('no property has the title of a fixed column', async () => {
  const odd = await Service.start({
    cases: {
      one: [
        {
          id: 1,
          properties: { id: '7', 'property:id': '8', Source: 'x', DOCID: 'A1', TextPath: 'old.txt', name: 'a' },
          text: 'heron',
        },
      ],
    },
  });
  const csv = await odd.get('/export?format=csv');
  expect(csv.text.split('\r\n')[0]).toBe(
    '\ufeffsource,id,parentId,bookmarks,DOCID,property:Source,TextPath,property:id,name,property:property:id',
  );
  const dat = await unzipped((await odd.get('/export?format=dat')).bytes);
  const [titles, values] = dat.get('export.dat')!.toString().split('\r\n');
  expect(titles!.slice(1).split('\x14')).toEqual(
    ['DOCID', 'PARENTID', 'BEGATTACH', 'ENDATTACH', 'property:DOCID', 'Source', 'property:TextPath', 'id', 'name']
      .concat(['property:id', 'TEXTPATH', 'NATIVEPATH'])
      .map((title) => `þ${title}þ`),
  );
  expect(values!.split('\x14').slice(4, 7)).toEqual(['þA1þ', 'þxþ', 'þold.txtþ']);
});

test.each([
  ['', 400, 'format'],
  ['format=xml', 400, 'format'],
  ['format=csv&limit=3', 400, 'limit'],
  ['format=csv&q=(heron', 400, 'position 6'],
  ['format=csv&sort=nowhere', 400, 'nowhere'],
  ['format=csv&properties=a,,b', 400, 'properties'],
  ['format=csv&properties=a,a', 400, 'twice'],
  ['format=ndjson&files=content', 400, 'files'],
  ['format=csv&allowIncomplete=yes', 400, 'allowIncomplete'],
  ['format=csv&certificate=true', 400, 'certificate'],
  ['format=csv&delimiter=%7C', 400, 'delimiter'],
  ['format=dat&delimiter=tab', 400, 'delimiter'],
  ['format=ndjson&text=excel', 400, 'text'],
  ['format=csv&text=word', 400, 'text'],
  ['format=ndjson&columns=all', 400, 'columns'],
  ['format=csv&sourceID=nowhere', 404, 'nowhere'],
])('/export?%s is %i', async (query, status, word) => {
  const answer = await service.get(`/export?${query}`);
  expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(word)]);
});

describe('a content that is cut while it is served', () => {
  let path: string;
  const items = [1, 2, 3].map((id) => ({ id, text: `heron ${id}`.repeat(50), content: 'x'.repeat(id * 100) }));
  const cut = Service.beforeTests({ cases: { cut: items }, caseOptions: { textAs: 'file' } });
  beforeAll(async () => {
    path = join(cut.dir, 'cases', 'cut');
  });

  /** Serves the file once, so that it is open, then cuts it. */
  async function cutOpen(part: 'content' | 'text', file: string, to: number): Promise<string> {
    const target = `/sources/cut/docs/2/${part}`;
    expect((await cut.get(target)).status).toBe(200);
    expect((await cut.get(target, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    await truncate(join(path, file), to);
    await pause(5);
    return target;
  }

  test.each([
    ['content', 'content/2', 20],
    ['text', 'text/2.txt', 14],
  ] as const)('%s has the current length of its file', async (part, file, length) => {
    const target = await cutOpen(part, file, length);
    const head = await cut.request('HEAD', target);
    const { bytes } = await cut.get(target);
    expect([head.status, bytes.length]).toEqual([200, length]);
    if (part === 'content') expect(head.headers['content-length']).toBe(String(length));
    const { status, headers } = await cut.get(target, { headers: { range: 'bytes=0-9' } });
    expect([status, headers['content-range']]).toEqual([206, `bytes 0-9/${length}`]);
    expect((await cut.get(target, { headers: { range: `bytes=${length}-` } })).status).toBe(416);
  });

  test.each(['zip', 'dat'])('is a row of the manifest of a %s, and the export continues', async (format) => {
    const reader = cut.sources.getReady('cut').caseReader;
    const { openPart } = reader;
    // Cut between opening and reading.
    reader.openPart = async (ref) => {
      const input = await openPart.call(reader, ref);
      if (input.bytes === 300) await truncate(join(path, 'content', '3'), 20);
      return input;
    };
    try {
      await writeFile(join(path, 'content', '3'), 'x'.repeat(300));
      const { status, bytes } = await cut.get(`/export?q=heron&format=${format}&files=content,text`);
      const files = await unzipped(bytes);
      const manifest = manifestOf(files.get(format === 'zip' ? 'manifest.csv' : 'META/manifest.csv')!);
      const told = manifest.filter(({ error }) => error !== '');
      expect([status, told.map(({ id, kind, error }) => [id, kind, error])]).toEqual([
        200,
        [['3', 'content', 'the file was truncated while it was read']],
      ]);
    } finally {
      reader.openPart = openPart;
    }
  });
});

test('HEAD has the number of items', async () => {
  const { status, headers, text } = await service.request('HEAD', '/export?q=heron&format=csv');
  expect([status, headers['x-total-count'], text]).toEqual([200, '4', '']);
});

test('a fault before the first byte is a status, and one after it cuts the connection', async () => {
  const engine = service.engine('two');
  for (const format of ['ndjson', 'csv', 'zip']) {
    engine.readFault = new AppError('CANCELLED', 'a fault');
    const asked = service.get(`/export?q=heron&format=${format}&properties=name`);
    try {
      if (format === 'zip') await expect(asked).rejects.toThrow();
      else expect(await asked).toMatchObject({ status: 503, json: { error: 'a fault' } });
    } finally {
      engine.readFault = null;
    }
    expect((await service.get(`/export?q=heron&format=${format}`)).status).toBe(200);
  }
});

test('an unavailable source is named, and only JSON lines continue without it', async () => {
  const broken = await Service.start({
    cases: { one: [{ id: 1, properties: { name: 'n' }, text: 'heron' }] },
    paths: { gone: '/nowhere/at all' },
  });
  const { text } = await broken.get('/export?format=ndjson');
  const end = lines(text).at(-1);
  expect(end).toMatchObject({ done: true, items: 1, complete: false, incomplete: [{ source: 'gone' }] });
  const refused = await broken.get('/export?format=csv');
  expect([refused.status, refused.json.error]).toEqual([503, expect.stringContaining('gone')]);
  expect(refused.headers['retry-after']).toBe('5');
  const allowed = await broken.get('/export?format=csv&properties=name&allowIncomplete=true');
  expect([allowed.status, allowed.headers['x-incomplete'], allowed.text]).toEqual([
    200,
    'gone',
    '\ufeffsource,id,parentId,bookmarks,name\r\none,1,,,n\r\n',
  ]);
});
