import { createHash } from 'node:crypto';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CaseItem } from '../../../src/cases/case-reader.ts';
import { openCase } from '../../../src/cases/open-case.ts';
import { refOfRange } from '../../../src/cases/portable/part-range.ts';
import { temporaryDir } from '../../support/endings.ts';
import { type ReadCase, readAll, readCaseAt } from '../../support/read-case.ts';
import { withTempDir, writeCase } from '../../support/tiny-case.ts';

async function readLines(...lines: string[]): Promise<ReadCase> {
  return withTempDir(async (dir) => readCaseAt(await writeCase(dir, lines)));
}

async function readItemFile(bytes: Uint8Array): Promise<ReadCase> {
  const dir = temporaryDir();
  await writeCase(dir, [], { gzip: false });
  await writeFile(join(dir, 'items-00000.jsonl'), bytes);
  return readCaseAt(dir);
}

async function propertiesOf(json: string): Promise<CaseItem['properties']> {
  const { items } = await readLines(`{"id":1,"properties":${json}}`);
  return (items[0] as CaseItem).properties;
}

const ids = (read: ReadCase): number[] => read.items.map(({ id }) => id);

describe('reading items', () => {
  test.each([true, false])('returns every item in file order with its line (gzip %s)', async (gzip) => {
    const dir = temporaryDir();
    const records = Array.from({ length: 1000 }, (_, n) => ({ id: 2 * n, properties: { n: `${n}` }, text: 'x' }));
    const reader = await openCase(await writeCase(dir, records, { gzip, itemFiles: 3 }));
    const { items, problems, bytes } = await readAll(reader);
    expect(items.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(items[400]).toMatchObject({ line: 401 - 334, properties: [['n', ['400']]], text: 'x', parentId: null });
    expect(problems).toEqual([]);
    expect(bytes).toBe(reader.parts.reduce((sum, part) => sum + part.bytes, 0));
    await reader.close();
  });

  test('decides by the first bytes and not by the name', async () => {
    const line = Buffer.from('{"id":1}\n{"id":2}\n');
    expect(ids(await readItemFile(gzipSync(line)))).toEqual([1, 2]);
    expect(ids(await readItemFile(Buffer.concat([gzipSync(line), gzipSync('{"id":3}\n')])))).toEqual([1, 2, 3]);
  });

  test('accepts CRLF, a missing last newline, a byte order mark and an empty file', async () => {
    const read = await readItemFile(Buffer.from('\uFEFF{"id":1}\r\n{"id":2}'));
    expect([ids(read), read.problems]).toEqual([[1, 2], []]);
    expect(await readItemFile(Buffer.alloc(0))).toMatchObject({ items: [], problems: [] });
  });

  test('stops without a leak when the caller stops', async () => {
    const dir = temporaryDir();
    const records = Array.from({ length: 5000 }, (_, id) => ({ id }));
    const reader = await openCase(await writeCase(dir, records));
    for await (const batch of reader.readItems(reader.parts[0]!, { problem() {}, progress() {} })) {
      expect(batch.length).toBe(256);
      break;
    }
    await reader.close();
  });

  test('lines of any length are returned unchanged, wherever pieces end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(65_500, 1_048_500, 1_100_000, 2_200_000)), {
          maxLength: 5,
        }),
        fc.boolean(),
        async (lengths, gzip) => {
          const records = lengths.map((length, id) => ({
            id,
            text: 'aé"\n𝄞'.repeat(length / 5) + 'z'.repeat(length % 5),
          }));
          await withTempDir(async (dir) => {
            const { items, problems } = await readCaseAt(await writeCase(dir, records, { gzip }));
            expect(problems).toEqual([]);
            expect(items.map(({ id, text, line }) => [id, text, line])).toEqual(
              records.map(({ id, text }) => [id, text, id + 1]),
            );
          });
        },
      ),
      { numRuns: 8 },
    ));
});

describe('unusable records', () => {
  test.each([
    ['not json', /not JSON/],
    ['{"id":1', /not JSON/],
    ['', /line is empty/],
    ['{"id":1}\0', /not JSON/],
    ['[1]', /not a JSON object but an array/],
    ['null', /not a JSON object but null/],
    ['{}', /no id/],
    ['{"id":null}', /id is null/],
    ['{"id":"7"}', /id is the string "7"/],
    ['{"id":1.5}', /id is 1\.5/],
    ['{"id":-1}', /id is -1/],
    ['{"id":2147483648}', /id is 2147483648/],
    ['{"__proto__":{"id":5}}', /no id/],
  ])('%s is skipped and reported, the others stay', async (line, reason) => {
    const read = await readLines('{"id":10}', line, '{"id":2147483647}', '{"id":0}');
    expect(ids(read)).toEqual([10, 2147483647, 0]);
    expect(read.problems).toEqual([
      { file: 'items-00000.jsonl.gz', line: 2, id: null, kind: 'record', reason: expect.stringMatching(reason) },
    ]);
  });

  test('a reason quotes no evidence', async () => {
    const { problems } = await readLines('{"id":1,"properties":{"secret":["hunter2"]}, oops}', 'secret');
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|secret|oops/);
  });
});

describe('values', () => {
  test('are rendered as strings, integers beyond 2^53 with their digits', async () => {
    expect(
      await propertiesOf(
        '{"a":["x",1,1.0,-0.5,1e3,true,false,""],"b":[9007199254740993,-123456789012345678901234567890,1e999],"c":["9007199254740993\\\\",9007199254740991]}',
      ),
    ).toEqual([
      ['a', ['x', '1', '1', '-0.5', '1000', 'true', 'false', '']],
      ['b', ['9007199254740993', '-123456789012345678901234567890', '1e999']],
      ['c', ['9007199254740993\\', '9007199254740991']],
    ]);
  });

  test('any integer keeps its digits, whatever surrounds it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt(-(2n ** 80n), 2n ** 80n)),
        fc.string({ unit: fc.constantFrom('"', '\\', '7', 'a') }),
        async (numbers, noise) => {
          const json = `{${JSON.stringify(noise)}:[${[JSON.stringify(noise), ...numbers].join(', ')}]}`;
          expect(await propertiesOf(json)).toEqual([[noise, [noise, ...numbers.map(String)]]]);
        },
      ),
      { numRuns: 50 },
    ));

  test('of a wrong type are dropped and reported, and the item stays', async () => {
    const { items, problems } = await readLines(
      '{"id":4,"parentId":"3","properties":{"a":["x",null,{"y":1},["z"]],"b":null,"c":{},"d":"bare","e":[],"f":[null]}}',
      '{"id":5,"properties":["x"],"parentId":4}',
      '{"id":6,"properties":null}',
    );
    expect(items.map(({ id, parentId, properties }) => [id, parentId, properties])).toEqual([
      [
        4,
        null,
        [
          ['a', ['x']],
          ['d', ['bare']],
        ],
      ],
      [5, 4, []],
      [6, null, []],
    ]);
    expect(problems.map(({ line, id, kind }) => [line, id, kind])).toEqual([
      ...Array.from({ length: 8 }, () => [1, 4, 'value']),
      [2, 5, 'value'],
      [3, 6, 'value'],
    ]);
  });

  test('dropped by the million are reported in a bounded list', async () => {
    const { items, problems } = await readLines(`{"id":1,"properties":{"a":[${'null,'.repeat(100_000)}"x"]}}`);
    expect(items[0]?.properties).toEqual([['a', ['x']]]);
    expect(problems).toHaveLength(21);
    expect(problems[20]?.reason).toMatch(/^99980 more/);
  });

  test('may have names of object members', async () => {
    expect(await propertiesOf('{"__proto__":["a"],"constructor":["b"],"toString":["c"],"":["d"]}')).toEqual([
      ['__proto__', ['a']],
      ['constructor', ['b']],
      ['toString', ['c']],
      ['', ['d']],
    ]);
    expect({} as Record<string, unknown>).not.toHaveProperty('a');
  });

  test('keep lone surrogates, control characters and every script; broken UTF-8 becomes U+FFFD', async () => {
    expect(await propertiesOf('{"\\ud800x":["\\udc00","\\u0000\\u001f","дело\u202e案件","\\ud83d\\ude00"]}')).toEqual([
      ['\ud800x', ['\udc00', '\u0000\u001f', 'дело\u202e案件', '😀']],
    ]);
    const broken = Buffer.concat([Buffer.from('{"id":1,"text":"a'), Buffer.of(0xff, 0xc3), Buffer.from('b"}\n')]);
    expect((await readItemFile(broken)).items[0]?.text).toBe('a\uFFFD\uFFFDb');
  });

  test('a repeated name keeps the last of its values', async () => {
    expect(await propertiesOf('{"a":["1"],"b":["2"],"a":["3"]}')).toEqual([
      ['a', ['3']],
      ['b', ['2']],
    ]);
  });

  test('a hundred thousand properties and a property of 10 MB are read', async () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`p${n}`, [`${n}`]]));
    expect(await propertiesOf(JSON.stringify(many))).toHaveLength(100_000);
    expect((await propertiesOf(JSON.stringify({ big: ['é'.repeat(5_000_000)] })))[0]?.[1][0]).toHaveLength(5_000_000);
  });
});

describe('parts of a record', () => {
  test('are passed on as spelled', async () => {
    const { items } = await readLines(
      '{"id":1,"text":"","content":{"file":"../x","offset":-1,"length":2.5},"thumb":{"file":"t"}}',
    );
    expect(items[0]).toMatchObject({
      text: '',
      content: refOfRange({ file: '../x', offset: -1, length: 2.5 }),
      thumb: refOfRange({ file: 't' }),
    });
  });

  test.each([
    ['"text":7', /text is 7/],
    ['"text":null', /text is null/],
    ['"content":"x"', /content is the string "x"/],
    ['"thumb":{}', /thumb names no file: file is missing/],
    ['"content":{"file":["a"]}', /content names no file: file is an array/],
    ['"content":{"file":"a","offset":"0"}', /content has a wrong range: offset is the string "0"/],
    ['"text":{"file":"a","length":null}', /text has a wrong range: length is null/],
  ])('%s is reported as a part', async (member, reason) => {
    const { items, problems } = await readLines(`{"id":1,${member}}`);
    expect(items).toHaveLength(1);
    expect(problems).toEqual([expect.objectContaining({ kind: 'part', id: 1, reason: expect.stringMatching(reason) })]);
  });
});

describe('broken item files', () => {
  const lines = Buffer.from(
    Array.from({ length: 3000 }, (_, id) => `{"id":${id},"properties":{"n":["${(id * 7919) % 4093}"]}}\n`).join(''),
  );
  const whole = gzipSync(lines);

  test('a truncated gzip file keeps everything before the cut', async () => {
    for (const bytes of [12, 500, 5000, whole.length - 9, whole.length - 4, whole.length - 1]) {
      const read = await readItemFile(whole.subarray(0, bytes));
      expect(ids(read)).toEqual(Array.from({ length: read.items.length }, (_, id) => id));
      expect(read.problems).toEqual([
        expect.objectContaining({ kind: 'case', line: null, reason: expect.stringMatching(/cut short/) }),
      ]);
      // Here, compressed data takes a little more than a hundredth of its output.
      expect(read.items.length).toBeGreaterThan(3000 * (bytes / whole.length) * 0.7 - 60);
    }
  });

  test('with a wrong checksum or garbage inside, a file keeps what could be read and is reported', async () => {
    const wrongSum = Buffer.from(whole);
    wrongSum[whole.length - 6]! ^= 1;
    const read = await readItemFile(wrongSum);
    expect(read.items).toHaveLength(3000);
    expect(read.problems).toEqual([expect.objectContaining({ kind: 'case', reason: expect.stringMatching(/broken/) })]);

    const garbled = Buffer.concat([whole.subarray(0, 8000), Buffer.alloc(4000, 0xff), whole.subarray(12000)]);
    const half = await readItemFile(garbled);
    expect(half.items.length).toBeGreaterThan(500);
    expect(half.problems.some(({ kind }) => kind === 'case')).toBe(true);

    const trailing = await readItemFile(Buffer.concat([whole, Buffer.from('trailing garbage')]));
    expect(trailing.items).toHaveLength(3000);
    expect(trailing.problems).toEqual([expect.objectContaining({ kind: 'case' })]);
  });

  test('a late fault keeps every complete line before it, once', async () => {
    // These records compress badly, so that the fault is in a later piece of input, and some output was passed on before it.
    const records = Array.from(
      { length: 9000 },
      (_, id) => `{"id":${id},"text":"${createHash('sha512').update(`${id}`).digest('hex')}"}\n`,
    );
    const long = gzipSync(records.join(''));
    for (const at of [70_000, 400_000]) {
      const read = await readItemFile(
        Buffer.concat([long.subarray(0, at), Buffer.alloc(3000, 0xff), long.subarray(at)]),
      );
      // Damaged data may decode to something before the damage is detected. Everything before it is present, in order.
      const sound = Math.floor((records.length * at) / long.length) - 30;
      expect(ids(read).slice(0, sound)).toEqual(Array.from({ length: sound }, (_, id) => id));
      expect(read.problems.filter(({ kind }) => kind === 'case')).toHaveLength(1);
    }
  });

  test('a fault in a piece of megabytes neither loses nor repeats a line', async () => {
    const records = Array.from({ length: 9000 }, (_, id) => `{"id":${id},"text":"${'a'.repeat(900 + (id % 97))}"}\n`);
    const long = gzipSync(records.join(''));
    const at = Math.floor(long.length * 0.9);
    expect(long.length).toBeLessThan(64 * 1024);
    const read = await readItemFile(Buffer.concat([long.subarray(0, at), Buffer.alloc(10, 0xff), long.subarray(at)]));
    const sound = Math.floor(records.length * 0.85);
    expect(ids(read).slice(0, sound)).toEqual(Array.from({ length: sound }, (_, id) => id));
  });

  test('members may end anywhere, zeros may follow the last, anything else after it is reported', async () => {
    const stored = (bytes: number): Buffer => {
      const overhead = gzipSync(`{"id":1,"t":"${'x'.repeat(50_000)}"}\n`, { level: 0 }).length - 50_000;
      return gzipSync(`{"id":1,"t":"${'x'.repeat(bytes - overhead)}"}\n`, { level: 0 });
    };
    const second = gzipSync('{"id":2}\n');
    for (const bytes of [65_535, 65_536, 65_537, 65_536 - 10, 65_536 - second.length]) {
      const first = stored(bytes);
      expect(Math.abs(first.length - bytes)).toBeLessThan(8);
      for (const padding of [0, 1, 12, 200_000]) {
        const read = await readItemFile(Buffer.concat([first, second, Buffer.alloc(padding)]));
        expect([ids(read), read.problems, read.bytes]).toEqual([[1, 2], [], first.length + second.length + padding]);
      }
      const followed = await readItemFile(Buffer.concat([first, second, Buffer.alloc(70_000), Buffer.of(7)]));
      expect(ids(followed)).toEqual([1, 2]);
      expect(followed.problems).toEqual([
        expect.objectContaining({ kind: 'case', reason: expect.stringMatching(/^something follows/) }),
      ]);
    }
  });

  test('a gzip bomb is one long line, refused in bounded memory', async () => {
    // Consecutive members inflate to one line of 400 MB.
    const members = Array<Buffer>(400).fill(gzipSync(Buffer.alloc(1024 * 1024, ' ')));
    const bomb = Buffer.concat(members);
    const before = process.memoryUsage().rss;
    const read = await readItemFile(Buffer.concat([gzipSync('{"id":1}\n'), bomb, gzipSync('\n{"id":2}\n')]));
    expect(ids(read)).toEqual([1, 2]);
    expect(read.problems).toEqual([expect.objectContaining({ kind: 'limit', line: 2 })]);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});

describe('items by id', () => {
  /** Lines in an order of their own, some without a record, some with a repeated id. */
  const line = fc
    .tuple(fc.oneof(fc.nat(12), fc.constantFrom(2 ** 31 - 1, 65_536)), fc.nat(14), fc.nat(99))
    .map(([id, kind, n]) => {
      if (kind === 0) return '';
      if (kind === 1) return `{"id":${id},"text":`;
      if (kind === 2) return `{"id":${id + 2 ** 31},"text":"${n}"}`;
      if (kind === 3) return `{"id":${n},"text":"other","id":${id}}`;
      if (kind === 4) return `{"id":${n},"text":"escaped","i\\u0064":${id}}`;
      if (kind === 5) return `{"text":"${n}","id": ${id} }\r`;
      if (kind === 6) return `{"id":${id},"properties":{"id":[${n}],"a":[null]}}`;
      if (kind === 7) return `{"id":0${id},"text":"${n}"}`;
      if (kind === 8) return `{"id":${id},"text":"${'é'.repeat(n % 8 === 0 ? 600_000 : 60_000)}"}`;
      return `{"id":${id},"text":"\\"id\\":${n}"}`;
    });

  const sorted = ({ items, problems, bytes }: ReadCase) => ({
    items: [...items].sort((a, b) => a.id - b.id),
    problems: problems.map((problem) => JSON.stringify(problem)).sort(),
    bytes,
  });

  test('are those of the files, with the same problems, and equal ids in the order of the case', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom('plain', 'gzip', 'cut', 'marked'), { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        (files, kinds, isEnded) =>
          withTempDir(async (dir) => {
            const items = files.map((_, n) => `part-${n}`);
            await writeCase(dir, [], { manifest: { items, itemCount: undefined } });
            for (const [n, lines] of files.entries()) {
              const kind = kinds[n]!;
              const text = Buffer.from((kind === 'marked' ? '\uFEFF' : '') + lines.join('\n') + (isEnded ? '\n' : ''));
              const packed = gzipSync(text);
              const bytes = { plain: text, marked: text, gzip: packed, cut: packed.subarray(0, packed.length - 5) }[
                kind
              ]!;
              await writeFile(join(dir, items[n]!), bytes);
            }
            const reader = await openCase(dir);
            const byId = await readAll(reader, dir);
            expect(byId.items.map(({ id }) => id)).toEqual(ids(byId).sort((a, b) => a - b));
            expect(sorted(byId)).toEqual(sorted(await readAll(reader)));
            expect(byId.items).toEqual(sorted(await readAll(reader)).items);
            expect(await readdir(dir)).not.toContain('lines');
            await reader.close();
          }),
      ),
      { numRuns: Number(process.env.RUNS ?? 30), examples: [[[[]], ['cut', 'plain', 'plain', 'plain'], false]] },
    ));

  test('are read adjacently or apart, in files that stay open and in others, with any length', async () => {
    const dir = temporaryDir();
    const text = (id: number) => (id % 4999 === 0 ? 'y'.repeat(5_000_000) : 'x'.repeat(id % 7));
    const records = Array.from({ length: 10_000 }, (_, n) => (n * 7919) % 10_007).map((id) => ({
      id,
      text: text(id),
    }));
    const reader = await openCase(await writeCase(dir, records, { gzip: false, itemFiles: 70 }));
    const { items, problems, bytes } = await readAll(reader, dir);
    expect(problems).toEqual([]);
    expect(bytes).toBe(reader.parts.reduce((sum, part) => sum + part.bytes, 0));
    const expected = [...records].sort((a, b) => a.id - b.id);
    expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(items.every((item, n) => item.text === expected[n]!.text)).toBe(true);
    await reader.close();
  });

  test('of two files are separate, even if one begins at the byte at which the other ends', async () => {
    const dir = temporaryDir();
    const later = Array.from({ length: 4200 }, (_, n) => `{"id":${n + 1}}`);
    await writeCase(dir, [], { manifest: { items: ['a', 'b'], itemCount: undefined } });
    await writeFile(join(dir, 'a'), '{"id":   0}\n');
    await writeFile(join(dir, 'b'), `${['{"id":9999}', ...later].join('\n')}\n`);
    const reader = await openCase(dir);
    expect(ids(await readAll(reader, dir))).toEqual([...Array(4201).keys(), 9999]);
    await reader.close();
  });

  test('of a file that becomes shorter are the remaining ones, and this is reported', async () => {
    const dir = temporaryDir();
    const records = Array.from({ length: 100 }, (_, id) => ({ id: 99 - id, text: 'x' }));
    const reader = await openCase(await writeCase(dir, records, { gzip: false }));
    const problems: string[] = [];
    const observer = { problem: ({ reason }: { reason: string }) => void problems.push(reason), progress() {} };
    const found: number[] = [];
    let isFirst = true;
    for await (const { items } of reader.readItemsById!(join(dir, 'lines'), observer)) {
      if (isFirst) await truncate(join(dir, 'items-00000.jsonl'), 1000);
      isFirst = false;
      found.push(...items.map(({ id }) => id));
    }
    const left = (await readFile(join(dir, 'items-00000.jsonl'), 'utf8')).split('\n').length - 1;
    const whole = records.slice(0, left);
    expect(found).toEqual(whole.map(({ id }) => id).reverse());
    expect(problems.filter((reason) => /was truncated/.test(reason)).length).toBe(100 - whole.length);
    await reader.close();
  });
});
