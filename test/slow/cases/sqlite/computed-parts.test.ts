/** Databases whose tables are views or have generated columns are refused by name, before anything is computed. */
import { expect, it } from '@jest/globals';
import { openCase } from '../../../../src/cases/open-case.ts';
import { AutopsyWriter } from '../../../support/autopsy-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { readAll } from '../../../support/read-case.ts';
import { settled } from '../../../support/until.ts';

/** Resolves with the number of items and the problems, or with the message of the refusal. */
async function opened(sql: string): Promise<string> {
  const dir = temporaryDir();
  const writer = new AutopsyWriter(dir);
  writer.insert('tsk_image_info', { obj_id: 1, display_name: 'x' });
  writer.insert('tsk_files', { obj_id: 7, name: 'x', parent_path: '/', type: 0, data_source_obj_id: 1 });
  writer.exec(sql);
  writer.close();
  try {
    const reader = await openCase(dir);
    try {
      const { items, problems } = await readAll(reader);
      return [`${items.length} items`, ...problems.map(({ reason }) => reason)].join('; ');
    } finally {
      await reader.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT old.* FROM old, n';

it.each([
  [
    'a view that never ends',
    `ALTER TABLE tsk_files RENAME TO old; CREATE VIEW tsk_files AS ${ENDLESS}`,
    'the view tsk_files',
  ],
  [
    'a virtual table',
    'DROP TABLE tsk_files; CREATE VIRTUAL TABLE tsk_files USING fts5(obj_id, name)',
    'the virtual tsk_files in place of a table',
  ],
  [
    'a generated column',
    'ALTER TABLE tsk_files ADD COLUMN made TEXT AS (hex(zeroblob(400000000)))',
    'the computed column made in its table tsk_files',
  ],
])('refuses %s', async (_, sql, finding) => {
  expect(await settled(opened(sql), sql)).toContain(finding);
});

it('reads the tables beside a view that no statement names', async () => {
  expect(await opened(`CREATE VIEW unused_totals AS ${ENDLESS.replace(/old/g, 'tsk_files')}`)).toBe(await opened(''));
});

it('runs no trigger', async () => {
  expect(await opened("CREATE TRIGGER t AFTER INSERT ON tsk_files BEGIN SELECT RAISE(ABORT, 'ran'); END")).toBe(
    await opened(''),
  );
});
