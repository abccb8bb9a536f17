import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BookmarkStore } from '../../../src/bookmarks/bookmark-store.ts';
import { LINE_UNITS_MAX } from '../../../src/bookmarks/exchange/exchange-format.ts';
import { exportBookmarks } from '../../../src/bookmarks/exchange/export-bookmarks.ts';
import { importBookmarks } from '../../../src/bookmarks/exchange/import-bookmarks.ts';
import { readLines } from '../../../src/bookmarks/exchange/read-lines.ts';
import { verifyBookmarks } from '../../../src/bookmarks/verify-bookmarks.ts';
import { ids, nobody, openStore, storeDir } from '../../unit/bookmarks/temporary-store.ts';

const origin = { origin: nobody };

async function fill(store: BookmarkStore): Promise<void> {
  await store.create('empty', nobody);
  await store.create('😀', nobody);
  const many = Uint32Array.from({ length: 25_000 }, (_, i) => i * 3);
  await store.add(
    '😀',
    [
      { source: '\ud800', ids: ids(4_294_967_295) },
      { source: 's', ids: many },
    ],
    nobody,
  );
  await store.selectAdd([{ source: 's', ids: ids(1, 2) }], nobody);
}

const stateOf = (store: BookmarkStore) => [...exportBookmarks({ state: store })].slice(1);

describe('export and import', () => {
  test('restore everything in an empty store, and change nothing in the same one', async () => {
    const from = await openStore();
    await fill(from);
    const lines = [...exportBookmarks({ state: from })];
    const to = await openStore();
    expect(await importBookmarks(to, lines, origin)).toMatchObject({
      applied: true,
      lines: lines.length,
      bookmarks: [
        { name: 'empty', existed: false, added: 0, alreadyThere: 0 },
        { name: '😀', existed: false, added: 25_001, alreadyThere: 0 },
      ],
      selection: { added: 2, alreadyThere: 0 },
      problems: [],
    });
    expect(stateOf(to)).toEqual(stateOf(from));
    expect((await verifyBookmarks(to)).ok).toBe(true);
    const records = to.head.count;
    expect((await importBookmarks(to, lines, origin)).bookmarks[1]).toEqual({
      name: '😀',
      existed: true,
      added: 0,
      alreadyThere: 25_001,
    });
    expect(to.head.count).toBe(records);
  });

  const header = '{"format":"case-access-bookmarks","version":1}';
  const end = (lines: number) => `{"end":true,"lines":${lines}}`;

  test.each([
    ['an empty file', [], 0],
    ['no header', ['{"bookmark":"a"}', end(2)], 1],
    ['another format', ['{"format":"x","version":1}', end(2)], 1],
    ['a newer version', ['{"format":"case-access-bookmarks","version":2}', end(2)], 1],
    ['a header twice', [header, header, end(3)], 2],
    ['what is not JSON', [header, '{"bookmark":', end(3)], 2],
    ['an array', [header, '[]', end(3)], 2],
    ['null', [header, 'null', end(3)], 2],
    ['an empty line', [header, '', end(3)], 2],
    ['an unknown member', [header, '{"bookmark":"a","__proto__":{}}', end(3)], 2],
    ['members before their bookmark', [header, '{"bookmark":"a","source":"s","ids":[1]}', end(3)], 2],
    [
      'a bookmark twice, spelt differently',
      [header, '{"bookmark":"caf\u00e9"}', '{"bookmark":"cafe\u0301"}', end(4)],
      3,
    ],
    ['a name that is none', [header, '{"bookmark":"a\\nb"}', end(3)], 2],
    ['a negative id', [header, '{"bookmark":"a"}', '{"bookmark":"a","source":"s","ids":[1,-1]}', end(4)], 3],
    ['a fraction', [header, '{"bookmark":"a"}', '{"bookmark":"a","source":"s","ids":[1.5]}', end(4)], 3],
    ['an id beyond 32 bits', [header, '{"selection":true,"source":"s","ids":[4294967296]}', end(3)], 2],
    ['ids that are text', [header, '{"selection":true,"source":"s","ids":["1"]}', end(3)], 2],
    ['a source that is none', [header, '{"selection":true,"source":1,"ids":[]}', end(3)], 2],
    ['a cut file', [header, '{"bookmark":"a"}'], 2],
    ['a missing line', [header, '{"bookmark":"a"}', end(4)], 3],
    ['a line behind the end', [header, end(2), '{"bookmark":"a"}'], 3],
    ['a huge line', [header, `{"bookmark":"${'a'.repeat(LINE_UNITS_MAX)}"}`, end(3)], 2],
  ])('%s changes nothing and is reported with its line', async (_, lines, line) => {
    const store = await openStore();
    await fill(store);
    const before = [stateOf(store), store.head];
    const good = ['{"bookmark":"new"}', '{"bookmark":"new","source":"s","ids":[1]}'];
    const report = await importBookmarks(store, lines, origin);
    expect(report).toMatchObject({ applied: false, problems: [{ line, reason: expect.any(String) }] });
    await importBookmarks(store, [header, ...good, '?', ...good], origin);
    expect([stateOf(store), store.head]).toEqual(before);
  });

  test('any damaged line is either refused, or still a valid file', async () => {
    const store = await openStore();
    await fill(store);
    const lines = [...exportBookmarks({ state: store })].filter((line) => line.length < 500);
    const damage = fc.record({
      line: fc.nat(lines.length - 1),
      at: fc.nat(200),
      by: fc.string({ maxLength: 3, unit: 'binary' }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ line, at, by }) => {
        const hurt = lines.map((text, i) => (i === line ? text.slice(0, at) + by + text.slice(at + 1) : text));
        const report = await importBookmarks(store, hurt, origin);
        expect(report.applied).toBe(report.problems.length === 0);
      }),
      { numRuns: 200 },
    );
    expect((await verifyBookmarks(store)).ok).toBe(true);
  });

  test('a failing source of lines leaves the store unchanged', async () => {
    const store = await openStore();
    const lines = function* (): Generator<string> {
      yield header;
      yield '{"bookmark":"a"}';
      throw new Error('the disk went away');
    };
    await expect(importBookmarks(store, lines(), origin)).rejects.toThrow('the disk went away');
    expect(store.names()).toEqual([]);
    expect(store.head.count).toBe(0);
  });

  test('lists at most a hundred problems', async () => {
    const store = await openStore();
    const lines = Array.from({ length: 5000 }, () => 'x');
    const report = await importBookmarks(store, lines, origin);
    expect(report.lines).toBe(5000);
    expect(report.problems).toHaveLength(100);
  });
});

describe('readLines', () => {
  async function linesOf(content: string | Buffer): Promise<string[]> {
    const lines: string[] = [];
    const directory = storeDir();
    mkdirSync(directory);
    writeFileSync(`${directory}/f`, content);
    const fd = openSync(`${directory}/f`, 'r');
    try {
      lines.push(...readLines(fd));
    } finally {
      closeSync(fd);
    }

    return lines;
  }

  test('splits like the naive way, wherever chunks are cut', async () => {
    const long = 'é'.repeat(50_000);
    for (const text of ['', 'a', 'a\n', 'a\n\nb', `${long}\n${long}x\n`, 'a\r\nb', `x${'\n'.repeat(70_000)}`]) {
      const twin = text.split('\n').map((line) => line.replace(/\r$/, ''));
      if (twin.at(-1) === '') twin.pop();
      expect(await linesOf(text)).toEqual(twin);
    }
  });

  test('refuses a line that is too long and bytes that are not UTF-8', async () => {
    await expect(linesOf('x'.repeat(LINE_UNITS_MAX + 70_000))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(linesOf(Buffer.from([0x61, 0x0a, 0xff]))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
