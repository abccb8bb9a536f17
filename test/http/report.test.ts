/** Reports as pages: their contents, that nothing of the evidence is active, and that missing parts are reported. */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openCase } from '../../src/cases/open-case.ts';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import { readCaseIdentity } from '../../src/certificates/case-identity.ts';
import { checkPages, checkSums } from '../support/checked-report.ts';
import { refs, Service } from '../support/http-service.ts';
import { manifestOf, sha256Of, unzipped } from '../support/unzipped.ts';

const HOSTILE = '<img src=x onerror=alert(1)>\u202egpj.exe';
const MAIL = [
  'From: Ann <a@example.org>',
  'Subject: heron <script>alert(1)</script>',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p onclick="alert(1)" style="position:fixed;color:red">The heron<script>alert(1)</script>',
  '<img src="http://evil.example/x.png"><a href="javascript:alert(1)">a</a><iframe src="file:///etc/passwd"></iframe></p>',
].join('\r\n');
const TIME = '2026-03-04T10:20:30Z';
/** One pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const service = Service.beforeTests({
  cases: {
    one: [
      {
        id: 1,
        properties: { name: HOSTILE, path: '../../etc', modified: '2021-03-04T10:00:00+02:00', md5: 'aa' },
        text: 'a <b>heron</b> flies',
        content: '<script>alert(1)</script>',
      },
      {
        id: 2,
        parentId: 1,
        properties: { name: 'mail.eml', contentType: 'message/rfc822' },
        text: 'heron',
        content: MAIL,
      },
      { id: 3, properties: { name: 'broken.png', contentType: 'image/png' }, text: 'heron', content: 'no picture' },
      {
        id: 4,
        properties: { name: 'p.gif', contentType: 'image/gif', 'geo:lat': '38.7', 'geo:long': '-9.1' },
        text: 'coot',
        content: GIF,
      },
      { id: 5, properties: { name: 'CON' }, text: 'coot' },
      ...Array.from({ length: 120 }, (_, i) => ({ id: 10 + i, properties: { name: `n${i}.txt` }, text: 'many' })),
    ],
    'two/..': [{ id: 1, properties: { name: 'con.txt' }, text: 'heron', content: 'bytes' }],
  },
});

beforeAll(async () => {
  await service.post('/bookmarks/Fraud%2FA');
  await service.post('/bookmarks/Other');
  await service.put('/bookmarks/Fraud%2FA', { comment: 'see <b>here</b>' });
  await service.put('/bookmarks/Fraud%2FA/add', [...refs('one', 1, 2, 3), ...refs('two/..', 1)]);
  await service.put('/bookmarks/Other/add', refs('one', 1, 5));
  await service.post('/sources/one/docs/1/notes', { text: 'ask <b>Ann</b>' });
  await service.put('/codings/Kind', { choices: [{ bookmark: 'Other' }], exclusive: true });
  const reviewed = { name: 'R <1>', docs: refs('one', 5, 1), codings: ['Kind'] };
  await service.post('/reviews', reviewed);
  await service.get('/reviews/R%20%3C1%3E/next');
  await service.put('/codings/Kind/code', { choice: 'Other', docs: refs('one', 5), review: 'R <1>' });
});

async function reported(body: object): Promise<ReadonlyMap<string, Buffer>> {
  const answer = await service.post('/report', { time: TIME, ...body });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return unzipped(answer.bytes);
}

describe('a report by bookmarks', () => {
  let files: ReadonlyMap<string, Buffer>;
  let all: string;
  beforeAll(async () => {
    files = await reported({
      bookmarks: ['Fraud/A', 'Other'],
      q: 'heron OR coot',
      title: 'Report 7 <7>',
      case: '4711',
      files: true,
      keywords: ['heron', '(x'],
    });
    all = [...files]
      .filter(([path]) => path.endsWith('.html'))
      .map(([, page]) => page.toString())
      .join('\n');
  });

  test('runs and fetches nothing, and all its links lead to its files', () => checkPages(files));

  test('has sums that match each file', () => checkSums(files));

  test('has the notes of items with their authors', () => {
    expect(all).toMatch(/ask &lt;b&gt;Ann&lt;\/b&gt;[^\n]*anonymous/);
  });

  test('shows the data of the case, escaped and without active content', () => {
    const page = files.get('bookmarks/1-Fraud_A/1.html')!.toString();
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;<span class="acting">U+202E</span>gpj.exe');
    expect(page).toContain('see &lt;b&gt;here&lt;/b&gt;');
    expect(page).toContain('2021-03-04T08:00:00Z');
    expect(page).toContain('<mark>heron</mark>&lt;/b&gt; flies');
    expect(page).toContain(sha256Of(Buffer.from('<script>alert(1)</script>')));
    expect(all).not.toContain('alert(1)</script>');
    expect(all).not.toContain('\u202e');
  });

  test('has no file name that a browser or a system would run', () => {
    const names = [...files.keys()].filter((path) => path.startsWith('files/'));
    expect(names.sort()).toEqual([
      'files/one/1-_img src=x onerror=alert(1)__gpj.exe.bin',
      'files/one/2-mail.eml',
      'files/one/3-broken.png',
      'files/two___/1-_con.txt',
    ]);
    for (const path of files.keys()) expect(path.split('/')).not.toContain('..');
  });

  test('shows a mail without active content', () => {
    const view = files.get('views/one/2.html')!.toString();
    expect(view).toContain('The heron');
    expect(view).toContain('heron &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(view).not.toMatch(/evil\.example|javascript:|position|etc\/passwd/);
  });

  test('counts items in several bookmarks once, by bookmark and by coding', () => {
    const page = files.get('index.html')!.toString();
    expect(page).toContain('Report 7 &lt;7&gt;');
    expect(page).toMatch(/<th scope="row">Items<\/th><td>5<\/td>/);
    expect(page).toMatch(/Fraud\/A<\/bdi><\/td><td class="number">4</);
    expect(page).toMatch(/No choice<\/td><td class="number">3</);
    expect(page).toContain('2021-03-04 to 2021-03-04');
  });

  test('shows who reviewed which items, and the decisions', () => {
    const [first, second] = ['bookmarks/1-Fraud_A/1.html', 'bookmarks/2-Other/1.html'].map((path) =>
      files.get(path)!.toString(),
    );
    const decided =
      /Decision<\/th><td><bdi dir="auto">Kind<\/bdi>: <bdi dir="auto">Other<\/bdi> <span class="faint"><bdi dir="auto">R &lt;1&gt;</g;
    expect(first).not.toMatch(/Reviewed by|Decision/);
    expect(second!.match(decided)).toHaveLength(1);
    expect(second!.match(/Reviewed by/g)).toHaveLength(1);
    const page = files.get('index.html')!.toString();
    expect(page).toMatch(/Reviewed by[\s\S]*?<td class="number">1</);
    expect(page).toMatch(
      /Decisions in reviews[\s\S]*?R &lt;1&gt;[\s\S]*?Other<\/bdi><\/td><td><\/td><td class="number">1</,
    );
  });

  test('lists what could not be read, in the report and in the manifest', () => {
    expect(files.get('index.html')!.toString()).toContain('This report is not complete:');
    expect(files.get('problems/1.html')!.toString()).toContain('broken.png');
    const failed = manifestOf(files.get('manifest.csv')!).filter(({ error }) => error !== '');
    expect(failed.map(({ id, kind }) => [id, kind])).toEqual([['3', 'thumbnail']]);
  });

  test('has the log of its bookmarks and the terms', () => {
    expect(files.get('log/1.html')!.toString()).toMatch(/describe[\s\S]*Fraud\/A/);
    expect(files.get('terms/1.html')!.toString()).toMatch(/heron<\/bdi><\/td><td class="number">4</);
    expect(files.get('terms/terms.csv')!.toString()).toContain('1,heron,4');
  });
});

describe('a report of a set', () => {
  test('has the same bytes each time', async () => {
    const body = { q: 'heron OR coot', files: true, template: 'pt', time: TIME };
    const [first, second] = [await service.post('/report', body), await service.post('/report', body)];
    expect(sha256Of(first.bytes)).toBe(sha256Of(second.bytes));
    expect((await unzipped(first.bytes)).get('index.html')!.toString()).toContain('<html lang="pt">');
  });

  test('links files in the folder that the same report with files has, and lists their sums', async () => {
    const body = { bookmarks: ['Fraud/A', 'Other'] };
    const [included, linked] = [await reported({ ...body, files: true }), await reported({ ...body, files: 'linked' })];
    expect([...linked.keys()].filter((path) => path.startsWith('files/'))).toEqual([]);
    checkSums(linked);
    checkPages(linked, included);
    const own = [...included].filter(([path]) => path.startsWith('files/'));
    expect(own.length).toBeGreaterThan(2);
    const sums = own.map(([path, bytes]) => `${sha256Of(bytes)}  ${path.slice('files/'.length)}\n`);
    expect(linked.get('LINKED-SHA256SUMS')!.toString()).toBe(sums.join(''));
    const contents = (report: ReadonlyMap<string, Buffer>) =>
      manifestOf(report.get('manifest.csv')!).filter(({ kind }) => kind === 'content');
    expect(contents(linked)).toEqual(contents(included).map((row) => ({ ...row, path: `../${row['path']}` })));
    expect(linked.get('index.html')!.toString()).toContain('LINKED-SHA256SUMS');
    expect(included.has('LINKED-SHA256SUMS')).toBe(false);
  });

  test('has as many pages as its items need, and contact sheets of its pictures with their places', async () => {
    const many = await reported({ q: 'many' });
    expect([...many.keys()].filter((path) => path.startsWith('items/'))).toEqual([
      'items/1.html',
      'items/2.html',
      'items/3.html',
    ]);
    checkPages(many);
    expect(many.get('items/3.html')!.toString()).toContain('120. ');
    const picture = await reported({ q: 'name:p.gif' });
    checkPages(picture);
    expect(picture.get('items/pictures-1.html')!.toString()).toContain('38.7, -9.1');
    expect(picture.get('index.html')!.toString()).toContain('<circle');
  });

  test('shows the first and the last date of all items of each source', async () => {
    const page = (await reported({ q: 'many' })).get('index.html')!.toString();
    // No item of the report has a date, but an item of the source has one. The other source has none.
    expect(page).toContain('<td>2021-03-04 to 2021-03-04</td>');
    expect(page).toMatch(/two\/\.\.<\/bdi><\/td>(?:<td[^>]*>[^<]*<\/td>){2}<td>No item has one of these dates.<\/td>/);
  });

  test('without items says so', async () => {
    const none = await reported({ q: 'nowhere' });
    expect(none.get('items/1.html')!.toString()).toContain('There is no item.');
    checkPages(none);
    checkSums(none);
  });

  test('refuses impossible requests with the reason', async () => {
    const refused = async (body: object) => {
      const { status, json } = await service.post('/report', body);
      return [status, json.error];
    };
    expect(await refused({ bookmarks: ['Absent'] })).toEqual([404, 'There is no bookmark named "Absent".']);
    expect(await refused({ template: 'x' })).toEqual([400, 'There is no template "x". There are: en, pt.']);
    expect((await refused({ time: 'noon' }))[0]).toBe(400);
    expect((await refused({ bookmarks: [] }))[0]).toBe(400);
    expect((await refused({ files: 'some' }))[1]).toContain('"files" is not true, false or "linked"');
    expect((await refused({ q: '(x' }))[0]).toBe(400);
    expect((await service.get('/report/templates')).json).toEqual({
      templates: [
        { name: 'en', language: 'en' },
        { name: 'pt', language: 'pt' },
      ],
    });
  });
});

describe('conversations in a report', () => {
  const said = (from: string, time: string, body: string, more: object = {}) => ({
    ...{ from, to: 'all', date: `2021-03-04T${time}:00Z`, body, kept: 'yes' },
    ...more,
  });
  const mail = (id: string, date: string, more: object = {}) => ({
    ...{
      'Message-ID': `<${id}@x.example>`,
      subject: 'heron',
      from: 'a@x.example',
      to: 'b@x.example',
      date,
      kept: 'yes',
    },
    ...more,
  });
  const own = Service.beforeTests({
    cases: {
      phone: [
        { id: 1, properties: { name: 'Chat of <b>Ana</b>', childrenInOrder: 'true' } },
        { id: 2, parentId: 1, properties: said('Ana', '10:00', 'the second <script>', { direction: 'Outgoing' }) },
        // A file of an earlier message with a later id.
        { id: 3, parentId: 1, properties: said('Rui', '09:00', 'the first', { deleted: 'true' }) },
        { id: 4, parentId: 2, properties: { name: 'p.gif', contentType: 'image/gif', kept: 'yes' }, content: GIF },
        { id: 5, parentId: 1, properties: said('Rui', '11:00', 'never reported', { kept: 'no' }) },
        { id: 6, properties: said('Eve', '12:00', 'there', { to: 'Max', category: 'SMS messages' }) },
        { id: 7, properties: said('Max', '13:00', 'and back', { to: 'Eve', category: 'SMS messages' }) },
        { id: 8, properties: said('Eve', '14:00', 'alone', { to: 'Joe', category: 'SMS messages' }) },
      ],
      box: [
        { id: 1, properties: mail('top', '2021-05-01T10:00:00Z'), text: `mail ${'long '.repeat(2000)}` },
        { id: 2, parentId: 1, properties: { name: 'attached.txt', kept: 'yes' }, content: 'bytes' },
        { id: 3, properties: mail('lonely', '2021-05-03T10:00:00Z', { subject: 'coot' }), text: 'lonely' },
      ],
      disk: [
        {
          id: 9,
          properties: mail('answer', '2021-05-02T10:00:00Z', { 'In-Reply-To': '<top@x.example>' }),
          text: 'answered',
        },
      ],
    },
  });
  beforeAll(async () => {
    await own.post('/bookmarks/First');
    await own.post('/bookmarks/Second');
    await own.put('/bookmarks/First/add', [...refs('phone', 2), ...refs('disk', 9)]);
    await own.put('/bookmarks/Second/add', [...refs('phone', 3), ...refs('box', 1, 2, 3)]);
  });

  const read = async (body: object): Promise<ReadonlyMap<string, Buffer>> => {
    const { status, bytes } = await own.post('/report', { time: TIME, ...body });
    expect(status).toBe(200);
    const files = await unzipped(bytes);
    checkPages(files);
    checkSums(files);
    return files;
  };
  const pageOf = (files: ReadonlyMap<string, Buffer>, path: string): string => files.get(path)?.toString() ?? '';
  /** The items of its messages, in their order. */
  const shownIn = (page: string): string[] =>
    [...page.matchAll(/<a href="[^"]+#\d+"><bdi dir="auto">(\w+)<\/bdi>, Item (\d+)/g)].map(
      ([, source, id]) => `${source} ${id}`,
    );

  test('have chats, messages between two, and threads over sources, in order of time', async () => {
    const files = await read({ q: 'kept:yes', files: true });
    const pages = [...files.keys()].filter((path) => path.startsWith('conversations/'));
    const numbered = ['1/1', '2/1', '3/1', '4/1'];
    expect(pages.sort()).toEqual(['1', ...numbered].map((path) => `conversations/${path}.html`).sort());
    const all = numbered.map((path) => pageOf(files, `conversations/${path}.html`));
    expect(all.map(shownIn).sort()).toEqual([
      ['box 1', 'box 2', 'disk 9'],
      ['phone 3', 'phone 2', 'phone 4'],
      ['phone 6', 'phone 7'],
      ['phone 8'],
    ]);
    const chat = all.find((page) => page.includes('the first'))!;
    expect(chat).toContain('Chat of &lt;b&gt;Ana&lt;/b&gt;');
    expect(chat).toMatch(/<li>[\s\S]*2021-03-04T09:00:00Z <b>[\s\S]*Rui[\s\S]*deleted on the device[\s\S]*the first/);
    expect(chat).toMatch(
      /<li class="own">[\s\S]*the second &lt;script&gt;[\s\S]*thumbs\/phone\/4\.jpg[\s\S]*files\/phone\/4-p\.gif/,
    );
    expect([...files.values()].join('\n')).not.toContain('never reported');
    const thread = all.find((page) => page.includes('answered'))!;
    expect(thread).toContain('the text continues');
    expect(thread).toContain('files/box/2-attached.txt');
    expect(pageOf(files, 'conversations/1.html')).toMatch(/2021-03-04T09:00:00Z<\/td><td>2021-03-04T10:00:00Z/);
    expect(pageOf(files, 'index.html')).toMatch(/<a href="conversations\/1.html">Conversations<\/a> \(4\)/);
  });

  test('are over all bookmarks of it, and lead to the cards', async () => {
    const files = await read({ bookmarks: ['First', 'Second'] });
    const pages = ['1/1', '2/1'].map((path) => pageOf(files, `conversations/${path}.html`));
    expect(pages.map(shownIn).sort()).toEqual([
      ['box 1', 'box 2', 'disk 9'],
      ['phone 3', 'phone 2'],
    ]);
    const [, path, anchor] = /href="\.\.\/\.\.\/(bookmarks\/1-First\/1\.html)#(\d)"><bdi dir="auto">phone</.exec(
      pages.join(),
    )!;
    expect(pageOf(files, path!)).toMatch(
      new RegExp(`<article class="card" id="${anchor}">[\\s\\S]*phone</bdi>, Item 2<`),
    );
  });

  test('do not include a mail without others of its thread', async () => {
    const files = await read({ q: 'subject:coot' });
    expect([...files.keys()].filter((path) => path.startsWith('conversations/'))).toEqual([]);
    expect(pageOf(files, 'index.html')).not.toContain('Conversations');
  });
});

test('a missing content and an unavailable source are reported, and cut nothing off', async () => {
  const own = await Service.start({
    cases: {
      kept: [1, 2].map((id) => ({ id, properties: { name: `${id}.txt` }, text: 'heron', content: `bytes ${id}` })),
    },
    paths: { gone: '/nowhere' },
  });
  const [content] = (await readdir(own.dir, { recursive: true })).filter((path) => /content\/1$/.test(path));
  await rm(join(own.dir, content!));
  const body = { q: 'heron', files: true, time: TIME };
  const refused = await own.post('/report', body);
  expect([refused.status, refused.json.error]).toEqual([503, expect.stringContaining('"gone"')]);
  const answer = await own.post('/report', { ...body, allowIncomplete: true });
  expect([answer.status, answer.headers['x-incomplete'], answer.headers['x-total-count']]).toEqual([200, 'gone', '2']);
  const files = await unzipped(answer.bytes);
  checkPages(files);
  checkSums(files);
  expect([...files.keys()].filter((path) => path.startsWith('files/'))).toEqual(['files/kept/2-2.txt']);
  expect(files.get('index.html')!.toString()).toMatch(/not complete:[\s\S]*Source <bdi dir="auto">gone/);
  expect(files.get('problems/1.html')!.toString()).toContain('1.txt');
  expect(files.get('items/1.html')!.toString()).toContain('<span class="warn">');
  const linked = await unzipped((await own.post('/report', { ...body, files: 'linked', allowIncomplete: true })).bytes);
  checkPages(linked, files);
  expect(linked.get('LINKED-SHA256SUMS')!.toString()).toBe(
    `${sha256Of(files.get('files/kept/2-2.txt')!)}  kept/2-2.txt\n`,
  );
  expect(linked.get('problems/1.html')!.toString()).toContain('1.txt');
});

test('the first page names each case by its identity, or says that it cannot be read', async () => {
  const own = await Service.start({
    cases: { kept: [{ id: 1, text: 'heron' }] },
    server: { certificates: { caseFacts: new CaseFactsReader(), key: null, analysis: '1' } },
  });
  const firstPage = async (): Promise<string> => {
    const { bytes } = await own.post('/report', { q: 'heron', time: TIME });
    return (await unzipped(bytes)).get('index.html')!.toString();
  };
  const reader = await openCase(join(own.dir, 'cases', 'kept'));
  const { identity } = await readCaseIdentity(reader).finally(() => reader.close());
  await rename(join(own.dir, 'cases', 'kept'), join(own.dir, 'away'));
  expect(await firstPage()).toContain('the case could not be read');
  await rename(join(own.dir, 'away'), join(own.dir, 'cases', 'kept'));
  expect(await firstPage()).toContain(`<span class="hash">${identity}</span>`);
});

test('whatever items are called and contain, nothing runs and every link leads to a file', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '..',
      '/',
      '\\',
      '\u202e',
      '\u0000',
      '\n',
      '%2e',
      '#',
      '?',
      'javascript:',
      '<script>',
      '-->',
      ']]>',
      'CON',
      '.html',
      '.svg',
      '\ud800',
      ':',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('').toWellFormed());
  const item = fc.record({
    name: text,
    path: text,
    body: text,
    type: fc.constantFrom('message/rfc822', 'text/html', 'image/svg+xml', 'text/plain'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 8 }), async (items) => {
      const own = await Service.start({
        cases: {
          hostile: items.map(({ name, path, body, type }, i) => ({
            id: i + 1,
            properties: { name, path, contentType: type },
            text: body,
            content:
              type === 'message/rfc822'
                ? `Subject: ${body.replace(/[\r\n]/g, '')}\r\nContent-Type: text/html\r\n\r\n${body}`
                : body,
          })),
        },
      });
      try {
        await own.post('/bookmarks/b');
        await own.put('/bookmarks/b/add', refs('hostile', 1));
        const files = await unzipped(
          (await own.post('/report', { files: true, time: TIME, title: items[0]!.name.slice(0, 50) })).bytes,
        );
        checkPages(files);
        checkSums(files);
        expect(new Set([...files.keys()].map((path) => path.toLowerCase())).size).toBe(files.size);
      } finally {
        await own.stop();
      }
    }),
    { numRuns: 25 },
  );
});
