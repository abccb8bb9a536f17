/** Certificates: repeated ones are equal, wherever the index was built, and every change of certified data is found. */
import { createHash, verify as verifyBytes } from 'node:crypto';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CaseFactsReader } from '../../src/certificates/case-facts.ts';
import type { Certificate } from '../../src/certificates/certificate.ts';
import { parsePrivateKey } from '../../src/certificates/signing.ts';
import { runProgram } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { buildIndex } from '../../src/indexing/build-index.ts';
import { temporaryDir } from '../support/endings.ts';
import { refs, Service } from '../support/http-service.ts';
import { writeCase } from '../support/tiny-case.ts';

let dir: string;
let laptop: string;
let usb: string;
let key: string;
let service: Service;
const at = (...names: string[]): string => join(dir, ...names);
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const laptopItems = Array.from({ length: 12 }, (_, i) => ({
  // Not in order of ids.
  id: (i * 7) % 12,
  ...(i === 0 ? {} : { parentId: 0 }),
  properties: {
    name: [`näme ${i}.txt`],
    category: ['Documents'],
    hash: [md5(`content ${i}`)],
    modified: ['2021-03-04T08:20:30Z'],
  },
  text: i % 2 === 0 ? `the heron ${i} flies` : `nothing ${i} here`,
  content: `content ${i}`,
}));
const usbItems = [
  { id: 5, properties: { name: ['a.bin'], length: ['3'] }, text: 'heron', content: 'abc' },
  { id: 6, properties: { name: ['b.bin'] }, text: { file: 'text/none.txt' }, content: 'abcdef' },
  '{"id":7,"properties":{"name":"not an array"}}',
];

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  const terminal: Terminal = {
    write: async (text) => {
      stdout += text;
    },
    flush: async () => undefined,
    say: (line) => {
      stderr += `${line}\n`;
    },
    stderr: { isTTY: false, write: () => true } as unknown as NodeJS.WriteStream,
    signal: new AbortController().signal,
  };
  try {
    const code = await runProgram(args, terminal);
    return { code, stdout, stderr };
  } catch (error) {
    return { code: -1, stdout, stderr: `${stderr}${(error as Error).message}` };
  }
}

const both = (): string[] => ['--case', `laptop=${laptop}`, '--case', `usb=${usb}`];
const certify = (query: string, name: string, ...more: string[]) =>
  run('certify', query, ...both(), '--data', at('data'), '--out', at(name), ...more);
const verify = (name: string, ...more: string[]) => run('verify-certificate', at(name), ...more);
const read = async (name: string): Promise<Certificate> => JSON.parse(await readFile(at(name), 'utf8'));

beforeAll(async () => {
  dir = temporaryDir();
  laptop = await writeCase(at('laptop'), laptopItems, { itemFiles: 2, textAs: 'file', gzip: false });
  usb = await writeCase(at('usb'), usbItems, { gzip: false });
  key = at('expert.key');
  expect((await run('key', 'new', '--out', key)).code).toBe(0);
  service = await Service.start({
    paths: { laptop, usb },
    server: {
      certificates: {
        caseFacts: new CaseFactsReader(),
        key: parsePrivateKey(await readFile(key, 'utf8')),
        analysis: 'of the test',
      },
    },
  });
  // Bookmarks made by the service, which commands find in its data directory.
  await service.post('/bookmarks/Relevant');
  await service.put('/bookmarks/Relevant/add', [...refs('usb', 5), ...refs('laptop', 8, 2)]);
  await service.put('/selection/add', refs('laptop', 2));
});

test('a key is created once, readable by its owner only', async () => {
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect(await readFile(`${key}.pub`, 'utf8')).toContain('BEGIN PUBLIC KEY');
  expect((await run('key', 'new', '--out', key)).stderr).toContain('already exists');
});

describe('a certificate', () => {
  test('contains the question, the cases and the result', async () => {
    const options = ['--key', key, '--references', at('signed.tsv'), '--filter', 'name:*'];
    const { code, stdout, stderr } = await certify('heron', 'signed.cert', ...options);
    expect(stderr).toContain('2 parts could not be read');
    expect([code, stdout]).toEqual([0, '7 items certified\n']);
    const certificate = await read('signed.cert');
    const lines = ['laptop\t0', 'laptop\t2', 'laptop\t4', 'laptop\t6', 'laptop\t8', 'laptop\t10', 'usb\t5'];
    expect(await readFile(at('signed.tsv'), 'utf8')).toBe(lines.map((line) => `${line}\n`).join(''));
    const digest = createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex');
    expect(certificate).toEqual({
      format: 'case-access-certificate',
      version: 1,
      query: {
        q: 'heron',
        canonical: 'heron',
        defaultOperator: 'OR',
        fields: null,
        syntax: null,
        timeZone: 'UTC',
        expand: [],
        collapse: null,
        bbox: null,
        filter: ['name:*'],
      },
      sources: [
        {
          id: 'laptop',
          caseIdentity: expect.stringMatching(/^[0-9a-f]{64}$/),
          items: 12,
          searchable: 12,
          unreadable: { count: 0, digest: createHash('sha256').digest('hex') },
          indexIdentity: expect.any(String),
        },
        {
          id: 'usb',
          caseIdentity: expect.stringMatching(/^[0-9a-f]{64}$/),
          items: 3,
          searchable: 3,
          unreadable: { count: 2, digest: expect.any(String) },
          indexIdentity: expect.any(String),
        },
      ],
      bookmarks: [],
      total: 7,
      digest,
      hints: [],
      complete: true,
      program: expect.stringMatching(/^case-access \d/),
      analysis: expect.any(String),
      time: expect.stringMatching(/Z$/),
      who: null,
      publicKey: expect.any(String),
      signature: expect.any(String),
    });
    const more = ['--key', `${key}.pub`, '--references', at('signed.tsv')];
    const again = await verify('signed.cert', ...both(), '--data', at('data'), ...more);
    expect(again).toMatchObject({ code: 0, stdout: 'equal\n' });
  });

  test('has an identity of each case that anyone can compute from the documentation', async () => {
    const lines = (
      await Promise.all(
        (
          await readdir(laptop)
        )
          .filter((name) => /^items/.test(name))
          .sort()
          .map((name) => readFile(join(laptop, name), 'utf8')),
      )
    )
      .join('')
      .trim()
      .split('\n');
    const digests: [number, string][] = [];
    for (const line of lines) {
      const { id, parentId, properties, text, content } = JSON.parse(line);
      const bytes = await readFile(join(laptop, text.file));
      const sorted = Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
      const item = {
        content: {
          hash: properties.hash[0],
          reference: [content.file, content.offset ?? null, content.length ?? null],
        },
        id,
        parentId: parentId ?? null,
        properties: sorted,
        text: { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
        thumb: null,
      };
      digests.push([id, createHash('sha256').update(JSON.stringify(item)).digest('hex')]);
    }
    const hash = createHash('sha256').update('case-access-case 1\n');
    for (const [id, digest] of digests.sort(([a], [b]) => a - b)) hash.update(`${id} ${digest}\n`);
    expect((await read('signed.cert')).sources[0]!.caseIdentity).toBe(hash.digest('hex'));
  });

  test('is signed over its RFC 8785 form', async () => {
    const { signature, ...rest } = await read('signed.cert');
    const canonical = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
      if (typeof value !== 'object' || value === null) return JSON.stringify(value);
      return `{${Object.keys(value)
        .sort()
        .map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`)
        .join(',')}}`;
    };
    expect(
      verifyBytes(
        null,
        Buffer.from(canonical(rest)),
        await readFile(`${key}.pub`, 'utf8'),
        Buffer.from(signature!, 'base64'),
      ),
    ).toBe(true);
  });

  test('is the same after the index was rebuilt, with one thread or two, in another folder and data directory, with --case in another order', async () => {
    for (const threads of [1, 2]) {
      const [a, b] = [at(`copy ${threads}`, 'a'), at(`copy ${threads}`, 'b')];
      await cp(laptop, a, { recursive: true });
      await cp(usb, b, { recursive: true });
      const data = at(`data ${threads}`);
      for (const casePath of [a, b]) await buildIndex({ casePath, dataDir: data, threads });
      expect((await verify('signed.cert', '--case', a, '--case', b, '--data', data)).stdout).toBe('equal\n');
      expect((await verify('signed.cert', '--case', `usb=${b}`, '--case', `laptop=${a}`, '--data', data)).stdout).toBe(
        'equal\n',
      );
    }
    await buildIndex({ casePath: laptop, dataDir: at('data'), isForced: true });
    expect((await verify('signed.cert', ...both(), '--data', at('data'), '--json')).stdout).toBe(
      '{"equal":true,"differences":[],"count":0}\n',
    );
  });

  test('of the server is the same as that of the command', async () => {
    const { status, json } = await service.post('/certificates', { q: 'heron', filter: ['name:*'] });
    expect(status).toBe(200);
    const own = await read('signed.cert');
    for (const name of ['query', 'total', 'digest', 'complete', 'publicKey'] as const)
      expect(json[name]).toEqual(own[name]);
    expect(json.sources.map(({ indexIdentity: _, ...source }: Certificate['sources'][number]) => source)).toEqual(
      own.sources.map(({ indexIdentity: _, ...source }) => source),
    );
    await writeFile(at('server.cert'), JSON.stringify(json));
    expect((await verify('server.cert', ...both(), '--data', at('data'), '--key', `${key}.pub`)).stdout).toBe(
      'equal\n',
    );
  });

  test('of a set that is collapsed over all sources', async () => {
    await certify('', 'collapsed.cert', '--collapse', 'category');
    expect((await read('collapsed.cert')).total).toBe(4);
    expect((await verify('collapsed.cert', ...both(), '--data', at('data'))).stdout).toBe('equal\n');
  });

  test('is part of an export: in the last line, or in an archive that is otherwise unchanged', async () => {
    const own = await read('signed.cert');
    const set = 'q=heron&filter=name:*&properties=name&files=none';
    const lines = (await service.get('/export?q=heron&filter=name:*&format=ndjson&certificate=true')).text
      .trim()
      .split('\n');
    const { certificate, ...end } = JSON.parse(lines.at(-1)!);
    expect([end, lines.length]).toEqual([{ done: true, items: 7, complete: true }, 8]);
    expect([certificate.total, certificate.digest]).toEqual([7, own.digest]);
    await writeFile(at('export.cert'), JSON.stringify(certificate));
    expect((await verify('export.cert', ...both(), '--data', at('data'), '--key', `${key}.pub`)).stdout).toBe(
      'equal\n',
    );
    for (const format of ['zip', 'dat']) {
      const [bare, carrying] = await Promise.all(
        ['', '&certificate=true'].map(
          async (more) => (await service.get(`/export?${set}&format=${format}${more}`)).bytes,
        ),
      );
      expect([bare!.includes('certificate.json'), carrying!.includes('certificate.json')]).toEqual([false, true]);
      // Everything up to the certificate is the same, because the manifest does not name it.
      const common = carrying!.indexOf('certificate.json') - 30;
      expect(carrying!.subarray(0, common)).toEqual(bare!.subarray(0, common));
    }
  });

  test('covers a search term report: its list, its lines and the items of any line', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const text = '# birds\nheron\nnothing\n(x\nselected:true\n';
    const { text: told } = await service.post('/keywords?certificate=true&within=name:*', text, { headers });
    const lines = told.trimEnd().split('\n');
    const { certificate, ...end } = JSON.parse(lines.at(-1)!);
    expect(end).toEqual({ done: true, queries: 4, failed: 1, hinted: expect.any(Number), items: 13, complete: true });
    const sha256 = (all: string[]): string =>
      createHash('sha256')
        .update(all.map((line) => `${line}\n`).join(''))
        .digest('hex');
    const all = [...laptopItems.map(({ id }) => id).sort((a, b) => a - b)].map((id) => `laptop\t${id}`);
    const hashed = lines
      .slice(0, -1)
      .map((line) => JSON.stringify({ ...JSON.parse(line), error: undefined, position: undefined, hints: undefined }));
    expect(certificate).toMatchObject({
      query: { q: '', filter: ['name:*'] },
      bookmarks: [{ name: null, items: 1 }],
      report: {
        queries: 4,
        failed: 1,
        list: sha256(['heron', 'nothing', '(x', 'selected:true'].map((query) => JSON.stringify(query))),
        digest: sha256(hashed),
      },
      total: 13,
      digest: sha256([...all, 'usb\t5']),
    });
    await writeFile(at('report.cert'), JSON.stringify(certificate));
    await writeFile(at('report.ndjson'), told);
    await writeFile(at('list.txt'), text);
    await writeFile(at('selected.tsv'), `${[...all, 'usb\t5'].join('\n')}\nbookmark\nlaptop\t2\n`);
    const again = (...more: string[]) =>
      verify(
        'report.cert',
        ...both(),
        '--data',
        at('data'),
        '--key',
        `${key}.pub`,
        '--references',
        at('selected.tsv'),
        ...more,
      );
    expect((await again('--keywords', at('report.ndjson'))).stdout).toBe('equal\n');
    expect((await again('--keywords', at('list.txt'))).stdout).toBe('equal\n');
    expect((await again()).stderr).toContain('give its list, or the report, with --keywords');
    await writeFile(at('report.ndjson'), told.replace('"items":7', '"items":8'));
    expect((await again('--keywords', at('report.ndjson'))).stdout).toMatch(
      /^line of the report: \{"n":2,"query":"heron","items":8,.*, and \{"n":2,"query":"heron","items":7,/,
    );
    await writeFile(at('list.txt'), text.replace('heron', 'coot'));
    expect((await again('--keywords', at('list.txt'))).stdout).toMatch(
      /report: digest of the list[\s\S]*total: 13, and 7/,
    );
    expect((await service.post('/keywords?certificate=true&format=csv', text, { headers })).status).toBe(400);
  });

  test('is included in reports and exports of commands', async () => {
    await writeFile(at('list.txt'), 'heron\n(x\n');
    await writeFile(
      at('sources.json'),
      JSON.stringify([
        { id: 'laptop', path: laptop },
        { id: 'usb', path: usb },
      ]),
    );
    const shared = ['--sources', at('sources.json'), '--data', at('data'), '--key', key];
    const report = await run(
      'report',
      at('list.txt'),
      ...shared,
      '--csv',
      '--out',
      at('r.csv'),
      '--certificate',
      at('r.cert'),
    );
    expect([report.code, report.stderr]).toEqual([5, '']);
    const again = await verify('r.cert', ...both(), '--data', at('data'), '--keywords', at('list.txt'));
    expect(again.stdout).toBe('equal\n');
    await run('export', 'heron', ...shared, '--format', 'ndjson', '--certificate', '--out', at('e.ndjson'));
    const end = JSON.parse((await readFile(at('e.ndjson'), 'utf8')).trimEnd().split('\n').at(-1)!);
    expect(end.certificate).toMatchObject({ total: 7, digest: (await read('signed.cert')).digest });
    const csv = await run('export', 'heron', ...shared, '--format', 'csv', '--certificate', '--out', at('e.csv'));
    expect(csv.stderr).toContain('A table cannot carry a certificate');
  });

  test('of bookmarks has their members; it is repeated from the data directory, or from a list', async () => {
    const { json } = await service.post('/certificates', { q: 'bookmark:Rel* -selected:true' });
    expect(json.bookmarks.map(({ name, items }: Certificate['bookmarks'][number]) => [name, items])).toEqual([
      ['Relevant', 3],
      [null, 1],
    ]);
    expect(json.bookmarks[0].digest).toBe(createHash('sha256').update('laptop\t2\nlaptop\t8\nusb\t5\n').digest('hex'));
    await writeFile(at('marked.cert'), JSON.stringify(json));
    const nowhere = await verify('marked.cert', ...both(), '--data', at('data'));
    expect(nowhere.stderr).toContain('cannot be repeated without --references');
    await writeFile(
      at('marked.tsv'),
      'laptop\t8\nusb\t5\nbookmark\tRelevant\nlaptop\t2\nlaptop\t8\nusb\t5\nbookmark\nlaptop\t2\n',
    );
    expect(
      (await verify('marked.cert', ...both(), '--data', at('data'), '--references', at('marked.tsv'))).stdout,
    ).toBe('equal\n');
    await writeFile(
      at('marked.tsv'),
      'laptop\t8\nusb\t5\nbookmark\tRelevant\nlaptop\t2\nlaptop\t8\nbookmark\nlaptop\t2\n',
    );
    const changed = await verify('marked.cert', ...both(), '--data', at('data'), '--references', at('marked.tsv'));
    expect([changed.code, changed.stdout]).toEqual([
      4,
      expect.stringContaining('list of members of "Relevant" is not the one'),
    ]);
    // The bookmarks of the service, copied to where commands look for them.
    await cp(join(service.dir, 'bookmarks'), at('data', 'bookmarks'), { recursive: true });
    const stored = await certify('bookmark:Relevant', 'stored.cert', '--references', at('stored.tsv'));
    expect([stored.stdout, await readFile(at('stored.tsv'), 'utf8')]).toEqual([
      '3 items certified, not signed\n',
      'laptop\t2\nlaptop\t8\nusb\t5\nbookmark\tRelevant\nlaptop\t2\nlaptop\t8\nusb\t5\n',
    ]);
    expect((await verify('stored.cert', ...both(), '--data', at('data'))).stdout).toBe('equal\n');
    expect((await verify('stored.cert', ...both(), '--data', at('data'), '--key', `${key}.pub`)).stdout).toContain(
      'not signed',
    );
  });
});

describe('differences are reported', () => {
  /** Changes bytes of one file while `look` runs. */
  async function changed<T>(file: string, bytes: Buffer, look: () => Promise<T>): Promise<T> {
    const before = await readFile(file);
    await writeFile(file, bytes);
    try {
      return await look();
    } finally {
      await writeFile(file, before);
    }
  }

  test('in a record, a text or a content, and a missing item', async () => {
    const file = join(laptop, 'text', '8.txt');
    const text = await changed(file, Buffer.from('the heron 8 FLIES'), () =>
      verify('signed.cert', ...both(), '--data', at('data')),
    );
    expect([text.code, text.stdout]).toEqual([
      4,
      expect.stringMatching(/^source "laptop": identity of the case: "\w+", and "\w+"\n$/),
    ]);
    const content = join(laptop, 'content', '8');
    const look = (...more: string[]) =>
      changed(content, Buffer.from('kontent'), () => verify('signed.cert', ...both(), '--data', at('data'), ...more));
    expect((await look()).stdout).toBe('equal\n');
    expect((await look('--deep')).stdout).toContain(
      'source "laptop": item 8: its content does not match its md5 hash\n',
    );
    const items = join(laptop, 'items-00000.jsonl');
    const lines = (await readFile(items, 'utf8')).split('\n');
    const gone = await changed(items, Buffer.from(lines.slice(1).join('\n')), () =>
      verify('signed.cert', ...both(), '--data', at('data')),
    );
    expect([gone.code, gone.stdout]).toEqual([
      4,
      expect.stringMatching(/identity of the case[\s\S]*items: 12, and 11[\s\S]*total: 7, and 6/),
    ]);
    expect((await verify('signed.cert', ...both(), '--data', at('data'))).stdout).toBe('equal\n');
  });

  test('a damaged index is built again, and this is reported', async () => {
    const index = join(at('data'), 'indexes');
    const file = (await readdir(index, { recursive: true })).find((name) => name.endsWith('data.mdb'))!;
    await writeFile(join(index, file), Buffer.alloc(4096));
    const { code, stdout, stderr } = await verify('signed.cert', ...both(), '--data', at('data'));
    expect([code, stdout]).toEqual([0, 'equal\n']);
    expect(stderr).toMatch(/the index of .* is damaged, and built again: /);
  });

  test('compare reports the common parts of two certificates, and the items that differ', async () => {
    const other = ['--case', `b=${usb}`, '--case', `a=${laptop}`, '--data', at('data')];
    await run('certify', 'heron', ...other, '--out', at('b.cert'), '--references', at('b.tsv'), '--filter', 'name:*');
    const same = await run('compare', at('signed.cert'), at('b.cert'), at('signed.tsv'), at('b.tsv'));
    expect([same.code, same.stdout]).toEqual([
      0,
      expect.stringMatching(/in common: the case \w{64} \(laptop\)[\s\S]*in common: the items\nequal\n$/),
    ]);
    const blind = await run('compare', at('signed.cert'), at('b.cert'));
    expect([blind.code, blind.stdout]).toEqual([4, expect.stringContaining('give both lists')]);
    const files = ['--out', at('c.cert'), '--references', at('c.tsv')];
    await run('certify', 'heron 4', ...other, '--default-operator', 'AND', ...files);
    const { code, stdout } = await run('compare', at('b.cert'), at('c.cert'), at('b.tsv'), at('c.tsv'));
    expect(code).toBe(4);
    expect(stdout).toMatch(/query: q: "heron", and "heron 4"\n/);
    expect(stdout).toMatch(/total: 7, and 1\n/);
    expect(stdout.match(/only in the first: .*/g)).toEqual([
      'only in the first: b 5',
      ...[0, 2, 6, 8, 10].map((id) => `only in the first: a ${id}`),
    ]);
  });
});

test('an invalid certificate, cases that do not match, and a server without certificates', async () => {
  await writeFile(at('none.cert'), '{"format":"x"}');
  expect((await verify('none.cert', ...both(), '--data', at('data'))).stderr).toContain('is not a certificate');
  expect((await verify('signed.cert', '--case', laptop, '--data', at('data'))).stderr).toContain(
    'about 2 sources, but you named 1',
  );
  expect((await verify('signed.cert', '--case', `x=${laptop}`, '--case', usb, '--data', at('data'))).stderr).toContain(
    'no source "x"',
  );
  expect((await service.post('/certificates', { q: '(' })).status).toBe(400);
  expect((await service.post('/certificates', { q: 'x', sourceID: 'none' })).status).toBe(404);
  expect((await service.post('/certificates', { q: '\ud800' })).status).toBe(400);
});
