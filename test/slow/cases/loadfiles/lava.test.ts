/** The database that iLEAPP and ALEAPP write for LAVA: each artifact in its list is a table. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { LAVA_PAGE_ROWS } from '../../../../src/cases/loadfiles/limits.ts';
import { propertyOf, readFiles } from '../../../support/read-files.ts';
import { withTempDir } from '../../../support/tiny-case.ts';

const MANIFEST = '_lava_data.lava';
const DATABASE = '_lava_artifacts.db';
const ROWS = LAVA_PAGE_ROWS + 3;

function database(sql: string): Promise<Buffer> {
  return withTempDir(async (dir) => {
    const path = join(dir, DATABASE);
    const written = new sqlite.Database(path);
    written.exec(sql);
    written.close();
    return readFile(path);
  });
}

const SQL = `
  CREATE TABLE sms (message_timestamp INTEGER, message TEXT, "from" TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO sms SELECT 1614853229 + i, 'text ' || i, 'ada' FROM n;
  INSERT INTO sms VALUES ('no time', NULL, 'bo');
  CREATE TABLE "a ""b" (x TEXT, y);
  INSERT INTO "a ""b" VALUES ('${'y'.repeat(70_000)}', X'00ff');
  CREATE TABLE unlisted (a TEXT);
  CREATE TABLE _lava_media_items (id TEXT);
  CREATE VIEW hostile AS SELECT * FROM sms;`;

const ARTIFACTS = {
  Messages: [
    {
      name: 'SMS',
      tablename: 'sms',
      column_map: { message_timestamp: 'Message Timestamp', message: 'Message', from: 'From' },
      object_columns: [{ name: 'message_timestamp', type: 'datetime' }],
    },
    { name: 'Gone', tablename: 'gone', column_map: {} },
  ],
  Other: [
    { name: 'SMS', tablename: 'a "b', column_map: { x: 'To/From' } },
    { name: 'View', tablename: 'hostile', column_map: {} },
    { name: 'Own', tablename: '_lava_media_items', column_map: {} },
  ],
};

const manifest = (artifacts: unknown): string => JSON.stringify({ artifacts });

test('each artifact is a table with its headers, and nothing is lost silently', async () => {
  const found = await readFiles({ [MANIFEST]: manifest(ARTIFACTS), [DATABASE]: await database(SQL) }, MANIFEST);
  expect(found.items.length).toBe(ROWS + 2);
  const [first] = found.items;
  expect(
    ['table', 'category', 'Message Timestamp', 'Message', 'Communication:From'].map((name) => propertyOf(first!, name)),
  ).toEqual([...[`${MANIFEST}/SMS`, 'Messages', '2021-03-04T10:20:30Z', 'text 1', 'ada']]);
  expect(propertyOf(found.items[ROWS - 1]!, 'Message')).toBe(`text ${ROWS}`);
  expect(propertyOf(found.items[ROWS]!, 'Message Timestamp')).toBe('no time');
  expect(propertyOf(found.items[ROWS + 1]!, 'table')).toBe(`${MANIFEST}/SMS (a "b)`);
  expect(found.problems.map(({ file, reason }) => [file.slice(MANIFEST.length + 1), reason.slice(0, 44)])).toEqual([
    ['Gone', '_lava_artifacts.db has no table of this arti'],
    ['View', '_lava_artifacts.db has no table of this arti'],
    ['Own', '_lava_artifacts.db has no table of this arti'],
    ['unlisted', 'it is in _lava_artifacts.db but not in the l'],
    ['SMS', 'column "Message Timestamp": 1 of its values '],
    ['SMS (a "b)', 'column "To/From" was cut at 65536 characters'],
    ['SMS (a "b)', 'column "y" holds 2 bytes instead of text'],
  ]);
  const one = await readFiles({ [MANIFEST]: manifest(ARTIFACTS), [DATABASE]: await database(SQL) }, '', {
    file: MANIFEST,
  });
  expect(one.items).toEqual(found.items);
});

test.each([
  ['without its database', manifest(ARTIFACTS), null, /_lava_artifacts\.db" is missing/],
  [
    'with a truncated database',
    manifest(ARTIFACTS),
    Buffer.from('SQLite format 3\0and no more'),
    /_lava_artifacts\.db/,
  ],
  ['that is no JSON', '{', null, /not valid JSON/],
  ['of another shape', '{"artifacts":[1]}', null, /not a list of artifacts/],
  ['without a table', manifest({ a: [{ name: 'x', tablename: 'x' }] }), 'sms', /no artifact of the list/],
])('a list %s does not open, with the reason', async (_what, text, rows, reason) => {
  const bytes = rows === 'sms' ? await database(SQL) : rows;
  const files = { [MANIFEST]: text, ...(bytes === null ? {} : { [DATABASE]: bytes }) };
  await expect(readFiles(files, MANIFEST)).rejects.toThrow(reason);
});

test('a database that is damaged after its first rows loses none of them silently', async () => {
  const bytes = await database(SQL);
  for (const at of [0.5, 0.75, 0.9]) {
    const damaged = Buffer.from(bytes);
    damaged.fill(0xee, Math.floor(bytes.length * at), Math.floor(bytes.length * at) + 4096);
    const read = readFiles({ [MANIFEST]: manifest(ARTIFACTS), [DATABASE]: damaged }, MANIFEST);
    const found = await read.catch((error: Error) => error);
    if (found instanceof Error) expect(found.message).toContain(DATABASE);
    else if (found.items.length < ROWS + 2) expect(found.reasons.join('\n')).toContain('further rows of this artifact');
  }
});
