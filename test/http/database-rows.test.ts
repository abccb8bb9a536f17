/** Rows of SQLite databases by HTTP. All pages together are the table as written, whatever the size of a page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { Service } from '../support/http-service.ts';
import { seeded } from '../support/seeded.ts';
import { withTempDir } from '../support/tiny-case.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const ROWS = 1234;
const random = seeded(SEED);

/** The rows in the form of the interface. */
const written: (string | null)[][] = Array.from({ length: ROWS }, (_, i) => [
  String(i + 1),
  random() < 0.1 ? null : `text ${Math.floor(random() * 1e6)} ação 漢字`,
  String(Math.floor(random() * 1e9)),
]);

let service: Service;

beforeAll(async () => {
  const databases = await withTempDir(async (dir) => ({
    many: databaseOf(join(dir, 'many.db'), (database) => {
      database.exec('CREATE TABLE "it""s" (id INTEGER PRIMARY KEY, body TEXT, size INTEGER)');
      database.exec('BEGIN');
      for (const [id, body, size] of written) {
        database.run('INSERT INTO "it""s" VALUES (?, ?, ?)', [Number(id), body ?? null, Number(size)]);
      }
      database.exec('COMMIT');
      database.exec('CREATE TABLE other (a BLOB, b)');
      database.run('INSERT INTO other VALUES (?, ?)', [new Uint8Array([0, 255]), 'x'.repeat(5000)]);
      database.exec('CREATE VIEW looping AS SELECT * FROM "it""s"');
      database.exec('CREATE TABLE empty (a)');
    }),
    none: databaseOf(join(dir, 'none.db'), (database) => database.exec('PRAGMA user_version = 7')),
  }));
  const typed = { contentType: 'application/x-sqlite3' };
  const half = databases.many.subarray(0, 6000);
  service = await Service.start({
    cases: {
      s: [
        { id: 1, properties: { name: 'many.db', ...typed }, content: databases.many },
        { id: 2, properties: { name: 'none.db', ...typed }, content: databases.none },
        { id: 3, properties: { name: 'no database.db', ...typed }, content: 'no database' },
        { id: 4, properties: { name: 'half.db', ...typed }, content: half },
        { id: 5, properties: { name: 'no content' } },
        { id: 6, properties: { name: 'wal.db', ...typed }, content: inWalMode(databases.many) },
        { id: 7, properties: { name: 'a.html', contentType: 'text/html' }, content: '<p>heron</p>' },
      ],
    },
  });
});

/** Changes a database to WAL mode, as SQLite leaves it if the file next to it is missing. */
function inWalMode(database: Buffer): Buffer {
  const bytes = Buffer.from(database);
  bytes.fill(2, 18, 20);
  return bytes;
}

function databaseOf(path: string, fill: (database: InstanceType<typeof sqlite.Database>) => void): Buffer {
  const database = new sqlite.Database(path);
  fill(database);
  database.close();
  return readFileSync(path);
}

const rows = async (id: number, query = '') => (await service.get(`/sources/s/docs/${id}/rows${query}`)).json;

describe(`GET /sources/{sourceID}/docs/{id}/rows, SEED=${SEED}`, () => {
  test('together are the table', async () => {
    for (const limit of [1000, 137]) {
      const found: unknown[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const page: { rows: unknown[]; next: number | null; offset: number } = await rows(
          1,
          `?table=${encodeURIComponent('it"s')}&offset=${offset}&limit=${limit}`,
        );
        expect(page.offset).toBe(offset);
        found.push(...page.rows);
        offset = page.next;
      }
      expect(found).toEqual(written);
    }
  });

  test('the first table is the default, views are left out, and what is cut is reported', async () => {
    const page = await rows(1);
    expect(page).toMatchObject({
      tables: [
        { name: 'it"s', rows: ROWS },
        { name: 'other', rows: 1 },
        { name: 'empty', rows: 0 },
      ],
      tablesTotal: 3,
      table: 'it"s',
      columns: ['id', 'body', 'size'],
      columnsTotal: 3,
      next: 200,
      areCellsWhole: true,
      notices: [],
    });
    const other = await rows(1, '?table=other');
    expect(other.rows).toEqual([['[holds 2 bytes instead of text]', 'x'.repeat(2000)]]);
    expect(other).toMatchObject({ areCellsWhole: false, next: null });
    expect(await rows(1, '?table=empty')).toMatchObject({ rows: [], next: null });
    expect(await rows(1, '?limit=0')).toMatchObject({ rows: [], next: null });
    expect(await rows(1, '?offset=99999')).toMatchObject({ rows: [], next: null });
    expect(await rows(2)).toMatchObject({ tables: [], table: null, columns: [], rows: [], next: null });
  });

  test('are the same whether a process still has the database, has another one, or decoded something else', async () => {
    const first = await rows(1, '?offset=100&limit=7');
    const inWal = await rows(6, '?offset=100&limit=7');
    expect(inWal).toEqual({ ...first, notices: [expect.stringContaining('WAL mode')] });
    for (let turn = 0; turn < 3; turn++) {
      expect(await rows(6, '?offset=100&limit=7')).toEqual(inWal);
      expect(await rows(6, '?offset=100&limit=7')).toEqual(inWal);
      expect(await rows(1, '?offset=100&limit=7')).toEqual(first);
      expect((await service.get('/sources/s/docs/7/text?from=content')).text).toContain('heron');
      const together = await Promise.all([1, 6, 1, 6].map((id) => rows(id, '?offset=100&limit=7')));
      expect(together).toEqual([first, inWal, first, inWal]);
    }
  });

  test.each([
    ['/sources/s/docs/1/rows?table=gone', 404, /without a table of that name/],
    ['/sources/s/docs/1/rows?table=looping', 404, /without a table of that name/],
    ['/sources/s/docs/3/rows', 404, /Item 3 in source "s" has no rows: it is not an SQLite database/],
    ['/sources/s/docs/4/rows', 404, /damaged/],
    ['/sources/s/docs/5/rows', 404, /no content/],
    ['/sources/s/docs/9/rows', 404, /9/],
    ['/sources/s/docs/1/rows?limit=1001', 400, /limit/],
    ['/sources/s/docs/1/rows?offset=-1', 400, /offset/],
    ['/sources/s/docs/1/rows?sql=x', 400, /sql/],
  ])('refuses %s', async (path, status, message) => {
    const answer = await service.get(path);
    expect([answer.status, answer.json.error]).toEqual([status, expect.stringMatching(message)]);
  });
});
