import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'content-disposition';
import sharp from 'sharp';
import type { Answer } from '../support/http-client.ts';
import { refs, Service } from '../support/http-service.ts';
import { expectSameBytes } from '../support/same-bytes.ts';

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7) % 251));
const md5 = createHash('md5').update(bytes).digest('hex').toUpperCase();
const longName = `${'ñ'.repeat(125)}.pdf`;

let service: Service;
let jpeg: Buffer;

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const png = await sharp({ create: { width: 900, height: 450, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#ff000080' } })
    .png()
    .toBuffer();
  service = await Service.start({
    cases: {
      's/1': [
        {
          id: 1,
          properties: {
            name: 'report.pdf',
            length: 200000,
            hash: md5,
            modified: ['2021-03-04T10:20:30.250+02:00', '2021-03-04'],
            created: '2021-03-04T23:59:59-01:00',
            note: '2021-03-04T10:20:30+02:00',
            odd: ['2021-03-04T10:20:30+02:00', 'no date'],
            ['__proto__']: 'p',
            constructor: 'c',
          },
          text: 'inline text, ação',
          content: bytes,
          thumb: jpeg,
        },
        { id: 2, properties: { name: 'empty' }, text: '', content: '' },
        { id: 3, properties: { name: 'nothing' } },
        { id: 4, properties: { name: 'picture.png' }, content: png, text: Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82]) },
        { id: 5, properties: { name: 'text.txt' }, content: 'no picture' },
        {
          id: 6,
          properties: { name: 'broken' },
          content: { file: '../secret' },
          text: { file: 'missing' },
          thumb: { file: 'content/1', offset: 5, length: 999_999_999 },
        },
        { id: 7, properties: { name: 'tree', treeNode: 'true' } },
        { id: 10, properties: { name: 'a"b\r\nSet-Cookie: x=1\n.txt' }, content: 'x' },
        { id: 11, properties: { name: '../../etc/passwd' }, content: 'x' },
        { id: 12, properties: { name: '\u202egpj.exe' }, content: 'x' },
        { id: 13, properties: { name: longName }, content: 'x' },
        { id: 14, properties: { name: '..' }, content: 'x' },
        { id: 30, properties: { name: 'wide.png', contentType: 'image/png' }, content: png },
        { id: 31, properties: { name: 'clear.png', contentType: 'image/png', hash: md5 }, content: clear },
        { id: 32, properties: { name: 'a.pdf', contentType: 'application/pdf', hash: md5 }, content: '%PDF-1.4 body' },
        { id: 33, properties: { name: 'not.pdf', contentType: 'application/pdf' }, content: 'body' },
        {
          id: 34,
          properties: { name: 'a.html', contentType: 'text/html' },
          content: '<p onclick=x>Ol\u00e1<script>x</script>',
        },
        { id: 35, properties: { name: 'a.eml', contentType: 'message/rfc822' }, content: 'Subject: S\r\n\r\nbody\r\n' },
        { id: 36, properties: { name: 'a.txt', ext: 'txt' }, content: '<script>alert(1)</script>' },
        { id: 37, properties: { name: 'a.svg', contentType: 'application/zip' }, content: 'PK' },
        { id: 39, properties: { name: 'thumb is text' }, content: png, thumb: Buffer.from('no picture') },
        { id: 40, properties: { name: 'thumb is empty' }, thumb: Buffer.alloc(0) },
        { id: 41, properties: { name: 'thumb is PNG' }, content: 'x', thumb: png },
        { id: 38, properties: { name: 'no.png', contentType: 'image/png' }, content: 'no picture' },
        { id: 15, properties: { path: 'disk/home/from-path.txt' }, content: 'x' },
        { id: 16, properties: { name: 'x', hash: 'bad"\r\nX: y' }, content: 'x' },
        { id: 90, properties: { name: `${'ñ'.repeat(300)}.pdf` }, content: 'x' },
        { id: 17, properties: { name: '%41;\u0000"\\' }, content: 'x' },
        { id: 18, properties: { name: 'file.txt' }, text: Buffer.from(`\ufeff${'日本語'.repeat(50_000)}`) },
      ],
    },
  });
});

const path = (id: number | string, part = '') => `/sources/s%2F1/docs/${id}${part}`;

describe('GET /sources/{sourceID}/docs/{id}', () => {
  test('returns the record: values as strings, dates in UTC, own properties only', async () => {
    const { status, json } = await service.get(path(1));
    expect(status).toBe(200);
    expect(json).toMatchObject({ source: 's/1', id: 1, luceneId: 0, bookmarks: [], selected: false });
    const properties = new Map(Object.entries(json.properties));
    expect(properties.get('length')).toEqual(['200000']);
    expect(properties.get('modified')).toEqual(['2021-03-04T08:20:30.250Z', '2021-03-04']);
    expect(properties.get('created')).toEqual(['2021-03-05T00:59:59Z']);
    expect(properties.get('note')).toEqual(['2021-03-04T08:20:30Z']);
    expect(properties.get('odd')).toEqual(['2021-03-04T10:20:30+02:00', 'no date']);
    expect(properties.get('constructor')).toEqual(['c']);
    expect(Object.getOwnPropertyNames(json.properties)).toContain('__proto__');
  });

  test('has the bookmarks and the selection of the item', async () => {
    await service.post('/bookmarks/b');
    await service.post('/bookmarks/a');
    await service.post('/bookmarks/empty');
    for (const name of ['a', 'b']) await service.put(`/bookmarks/${name}/add`, refs('s/1', 2));
    await service.put('/selection/add', refs('s/1', 2));
    const { json } = await service.get(path(2));
    expect(json.bookmarks).toEqual(['a', 'b']);
    expect(json.selected).toBe(true);
  });

  test('a tree node can be read', async () => {
    expect((await service.get(path(7))).status).toBe(200);
  });

  test.each([99, -1, 2147483648, '99999999999', '90071992547409931', '-90071992547409931', '%31%31%31'])(
    'item %s is 404 and named',
    async (id) => {
      const { status, json } = await service.get(path(id));
      expect([status, json.error]).toEqual([
        404,
        `There is no item ${decodeURIComponent(String(id))} in source "s/1".`,
      ]);
    },
  );

  test.each(['x', '1.5', '0x1', '1e3', '%20', 'NaN', '%zz'])('item %s is 400', async (id) => {
    expect((await service.get(path(id))).status).toBe(400);
  });

  test('an unknown source is 404 and named', async () => {
    for (const part of ['', '/content', '/text', '/thumb']) {
      const { status, json } = await service.get(`/sources/nowhere/docs/1${part}`);
      expect(status).toBe(404);
      expect(json.error).toContain('"nowhere"');
    }
  });
});

describe('content', () => {
  test('is streamed completely with its headers', async () => {
    const { status, headers, bytes: received } = await service.get(path(1, '/content'));
    expect(status).toBe(200);
    expectSameBytes(received, bytes, 'content');
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '200000',
      'content-disposition': 'attachment; filename=report.pdf',
      'accept-ranges': 'bytes',
      etag: `"hash:${md5}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
  });

  test('of no bytes is no bytes', async () => {
    const { status, headers, bytes: received } = await service.get(path(2, '/content'));
    expect([status, headers['content-length'], received.length]).toEqual([200, '0', 0]);
    expect((await service.get(path(2, '/content'), { headers: { Range: 'bytes=0-0' } })).status).toBe(416);
  });

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=199990-', 199_990, 200_000],
    ['bytes=-5', 199_995, 200_000],
    ['bytes=100-999999999', 100, 200_000],
    ['bytes=-999999999', 0, 200_000],
  ])('range %s', async (range, start, end) => {
    const { status, headers, bytes: received } = await service.get(path(1, '/content'), { headers: { Range: range } });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/200000`);
    expect(headers['content-length']).toBe(String(end - start));
    expectSameBytes(received, bytes.subarray(start, end), range);
  });

  test.each(['bytes=200000-', 'bytes=200000-200001', 'bytes=-0'])('range %s is 416', async (range) => {
    const { status, headers, json } = await service.get(path(1, '/content'), { headers: { Range: range } });
    expect(status).toBe(416);
    expect(headers['content-range']).toBe('bytes */200000');
    expect(json.status).toBe(416);
  });

  test.each(['bytes=0-1,5-6', 'items=0-5', 'bytes=a-b', 'bytes=5-1', 'bytes=', '0-5', 'bytes=1-2x'])(
    'range %s is answered with everything, or is unsatisfiable',
    async (range) => {
      const { status } = await service.get(path(1, '/content'), { headers: { Range: range } });
      expect([200, 416]).toContain(status);
    },
  );

  test('If-None-Match and If-Range hold against the stored hash', async () => {
    const etag = `"hash:${md5}"`;
    const get = (headers: Record<string, string>): Promise<Answer> => service.get(path(1, '/content'), { headers });
    const unchanged = await get({ 'If-None-Match': `"x", W/${etag}` });
    expect([unchanged.status, unchanged.bytes.length, unchanged.headers.etag]).toEqual([304, 0, etag]);
    expect((await get({ 'If-None-Match': '*' })).status).toBe(304);
    expect((await get({ 'If-None-Match': '"x"' })).status).toBe(200);
    expect((await get({ 'If-Range': etag, Range: 'bytes=0-1' })).status).toBe(206);
    expect((await get({ 'If-Range': `W/${etag}`, Range: 'bytes=0-1' })).status).toBe(200);
    expect((await get({ 'If-Range': '"x"', Range: 'bytes=0-1' })).status).toBe(200);
  });

  test('HEAD has only the headers', async () => {
    const { status, headers, bytes: received } = await service.request('HEAD', path(1, '/content'));
    expect([status, headers['content-length'], received.length]).toEqual([200, '200000', 0]);
  });

  test.each([
    [10, 'a"b__Set-Cookie: x=1_.txt'],
    [11, '.._.._etc_passwd'],
    [12, '_gpj.exe'],
    [13, longName],
    [14, 'item-14'],
    [15, 'from-path.txt'],
    [17, '%41;_"_'],
    [90, longName],
  ])('the name of item %s is harmless', async (id, name) => {
    const { status, headers } = await service.get(path(id, '/content'));
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(parse(headers['content-disposition']!).parameters['filename']).toBe(name);
  });

  test('an invalid hash makes no ETag', async () => {
    const { headers } = await service.get(path(16, '/content'));
    expect(headers.etag).toBeUndefined();
  });

  test('missing or unreachable is 404 with the reason, and no path of the host', async () => {
    expect((await service.get(path(3, '/content'))).json).toEqual({
      error: 'Item 3 in source "s/1" has no content.',
      status: 404,
    });
    for (const part of ['/content', '/text', '/thumb']) {
      const { status, json } = await service.get(path(6, part));
      expect(status).toBe(404);
      expect(json.error).toContain('item 6');
      expect(json.error).not.toContain(service.dir);
    }
  });
});

describe('text', () => {
  test('kept in the index is streamed with its length', async () => {
    const { status, headers, text } = await service.get(path(1, '/text'));
    expect([status, text]).toEqual([200, 'inline text, ação']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=UTF-8',
      'content-length': '19',
      'content-security-policy': 'sandbox',
    });
    expect((await service.request('HEAD', path(1, '/text'))).headers['content-length']).toBe('19');
  });

  test('names its origin, the case; that of the content is decoded from it', async () => {
    expect((await service.get(path(1, '/text'))).headers['x-text-source']).toBe('case');
    const decoded = await service.get(path(5, '/text?from=content'));
    expect([decoded.text, decoded.headers['x-text-source']]).toEqual(['no picture', 'content']);
    expect((await service.get(path(1, '/text?from=content'))).status).toBe(404);
    expect((await service.get(path(1, '/text?from=ocr'))).status).toBe(404);
    expect((await service.get(path(1, '/text?from='))).status).toBe(400);
  });

  test('of no characters is a text', async () => {
    const { status, text } = await service.get(path(2, '/text'));
    expect([status, text]).toEqual([200, '']);
  });

  test('in a file is repaired if it is invalid UTF-8, and otherwise unchanged', async () => {
    const broken = await service.get(path(4, '/text'));
    expectSameBytes(broken.bytes, Buffer.from('a\ufffdb\ufffd'), 'a broken text');
    const whole = await service.get(path(18, '/text'));
    expectSameBytes(whole.bytes, Buffer.from(`\ufeff${'日本語'.repeat(50_000)}`), 'a whole text');
  });

  test('is sliced by UTF-16 units, without splitting a pair of surrogates', async () => {
    const slice = async (query: string, id = 18): Promise<[string, string | undefined]> => {
      const { text, headers } = await service.get(path(id, `/text?${query}`));
      return [text, headers['x-text-units'] as string | undefined];
    };
    expect(await slice('start=1&end=4')).toEqual(['日本語', '150001']);
    expect(await slice('start=149999')).toEqual(['本語', '150001']);
    expect(await slice('start=0&end=0')).toEqual(['', '150001']);
    expect(await slice('start=200000')).toEqual(['', '150001']);
    expect(await slice('start=14&end=99', 1)).toEqual(['ção', '17']);
    expect(await slice('end=3', 4)).toEqual(['a\ufffdb', '4']);
    const head = await service.request('HEAD', path(18, '/text?start=0'));
    expect([head.status, head.headers['x-text-units']]).toEqual([200, '150001']);
    for (const query of ['start=2&end=1', 'start=-1', 'start=a', 'start=0&from=content']) {
      expect((await service.get(path(1, `/text?${query}`))).status).toBe(400);
    }
  });

  test('has ranges of bytes and a validator', async () => {
    const { headers } = await service.get(path(18, '/text'));
    const tag = headers.etag as string;
    expect([tag.startsWith('"'), headers['accept-ranges']]).toEqual([true, 'bytes']);
    const part = await service.get(path(18, '/text'), { headers: { Range: 'bytes=3-8', 'If-Range': tag } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '日本', 'bytes 3-8/450003']);
    const last = await service.get(path(4, '/text'), { headers: { Range: 'bytes=-4' } });
    expect([last.status, last.text]).toEqual([206, 'b\ufffd']);
    expect((await service.get(path(1, '/text'), { headers: { Range: 'bytes=99-' } })).status).toBe(416);
    expect((await service.get(path(1, '/text'), { headers: { 'If-None-Match': tag } })).status).toBe(200);
    const known = await service.get(path(18, '/text'), { headers: { 'If-None-Match': tag } });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  test('that does not exist is 404', async () => {
    const { status, json } = await service.get(path(3, '/text'));
    expect([status, json.error]).toEqual([404, 'Item 3 in source "s/1" has no text.']);
  });
});

describe('thumb', () => {
  test('is the JPEG of the case', async () => {
    const { status, headers, bytes: received } = await service.get(path(1, '/thumb'));
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expectSameBytes(received, jpeg, 'thumb');
  });

  test('is made from a picture, equal each time', async () => {
    const first = await service.get(path(4, '/thumb'));
    expect(first.status).toBe(200);
    const { width, height, format } = await sharp(first.bytes).metadata();
    expect([width, height, format]).toEqual([320, 160, 'jpeg']);
    const second = await service.get(path(4, '/thumb'));
    expectSameBytes(second.bytes, first.bytes, 'the second thumb');
    expect((await service.request('HEAD', path(4, '/thumb'))).status).toBe(200);
  });

  test('is 404 with the reason if none can be made', async () => {
    const { status, json } = await service.get(path(5, '/thumb'));
    expect(status).toBe(404);
    const reason = 'the content is not a picture of a known format';
    expect(json.error).toBe(`Item 5 in source "s/1" has no thumbnail, and none can be made: ${reason}`);
    expect((await service.get(path(3, '/thumb'))).status).toBe(404);
    expect((await service.get(path(2, '/thumb'))).status).toBe(404);
  });

  test('of the case is served only if its bytes are a picture', async () => {
    for (const id of [39, 40]) {
      const { status, json, headers } = await service.get(path(id, '/thumb'));
      expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('application/json')]);
      expect(json.error).toMatch(/has a thumbnail that is not a JPEG: /);
      expect((await service.request('HEAD', path(id, '/thumb'))).status).toBe(404);
      expect((await service.get(path(id, '/thumb?blank=true'))).status).toBe(204);
    }
    const { status, bytes: drawn } = await service.get(path(41, '/thumb'));
    expect([status, (await sharp(drawn).metadata()).format]).toEqual([200, 'jpeg']);
  });
});

describe('a view', () => {
  const view = (id: number, query = '', headers: Record<string, string> = {}): Promise<Answer> =>
    service.get(`/sources/s%2F1/docs/${id}/view${query}`, { headers });
  const policy = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'";

  test.each([
    [30, 'image/jpeg'],
    [31, 'image/webp'],
    [32, 'application/pdf'],
    [34, 'text/html; charset=utf-8'],
    [35, 'application/json; charset=utf-8'],
    [36, 'text/plain; charset=utf-8'],
  ])('of item %d is %s, and can neither run nor fetch', async (id, type) => {
    const { status, headers } = await view(id);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type });
    expect(headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test('of a picture is at most as wide as requested', async () => {
    const size = async (query: string) => {
      const { width, height } = await sharp((await view(30, query)).bytes).metadata();
      return [width, height];
    };
    expect(await size('')).toEqual([900, 450]);
    expect(await size('?width=100')).toEqual([100, 50]);
    expect(await size('?width=4096')).toEqual([900, 450]);
    for (const wrong of ['0', '4097', '1e2', '', '-1']) expect((await view(30, `?width=${wrong}`)).status).toBe(400);
  });

  test('of a page has its text, of a mail its parts, of a text the text', async () => {
    expect((await view(34)).text).toContain('<p>Ol\u00e1</p>');
    expect((await view(34)).text).not.toContain('script');
    const { headers, text, attachments } = (await view(35)).json as Record<string, unknown>;
    expect({ headers, text, attachments }).toEqual({ headers: [['Subject', 'S']], text: 'body\n', attachments: [] });
    expect((await view(36)).text).toBe('<script>alert(1)</script>');
  });

  test('of a PDF has ranges; one with a hash is not sent twice', async () => {
    const part = await view(32, '', { Range: 'bytes=0-4' });
    expect([part.status, part.text]).toEqual([206, '%PDF-']);
    for (const id of [31, 32]) {
      const tag = (await view(id)).headers['etag'] as string;
      expect((await view(id, '', { 'If-None-Match': tag })).status).toBe(304);
      expect((await view(id, '?width=20', { 'If-None-Match': tag })).status).toBe(id === 31 ? 200 : 304);
    }
  });

  test.each([
    [3, 'no content'],
    [37, 'application/zip'],
    [33, 'the content is not a PDF file'],
    [38, 'is not a picture of a known format'],
  ])('that item %d lacks is 404 with the reason', async (id, reason) => {
    const { status, text } = await view(id);
    expect(status).toBe(404);
    expect(text).toContain(reason);
  });

  test('is listed among the parts of a hit', async () => {
    const { hits } = (await service.get('/hits?q=name:*&limit=100')).json as {
      hits: { id: number; parts: string[] }[];
    };
    const parts = new Map(hits.map((hit) => [hit.id, hit.parts]));
    expect(parts.get(30)).toEqual(['content', 'thumb', 'view']);
    expect(parts.get(35)).toEqual(['content', 'view']);
    expect(parts.get(37)).toEqual(['content']);
  });
});
