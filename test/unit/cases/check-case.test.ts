import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkCase } from '../../../src/cases/check-case.ts';
import { temporaryDir } from '../../support/endings.ts';
import { writeCase, writeCaseFile } from '../../support/tiny-case.ts';

describe('checking a case', () => {
  test('counts the contents of a sound case', async () => {
    const dir = temporaryDir();
    await writeCase(dir, [
      { id: 1, properties: { treeNode: 'true' } },
      { id: 2, parentId: 1, text: '', content: 'abc' },
      { id: 3, text: Buffer.from('text'), thumb: Buffer.from('jpeg') },
    ]);
    const done: number[] = [];
    const report = await checkCase(dir, ({ items }) => done.push(items), { deep: true });
    expect(report).toMatchObject({
      path: dir,
      name: 'tiny case',
      items: 3,
      itemCountExpected: 3,
      treeNodes: 1,
      withText: 2,
      withContent: 1,
      withThumb: 1,
      duplicateIds: 0,
      problemCount: 0,
      problems: [],
      partBytesRead: 11,
      isComplete: true,
    });
    expect(done.at(-1)).toBe(3);
  });

  test('reads every byte, and reports contents that do not match their hashes', async () => {
    const dir = temporaryDir();
    const md5 = '900150983cd24fb0d6963f7d28e17f72';
    const sha1 = 'a9993e364706816aba3e25717850c26c9cd0d89d';
    await writeCase(dir, [
      { id: 1, properties: { md5 }, content: 'abc' },
      { id: 2, properties: { hash: md5.toUpperCase(), 'sha-1': sha1 }, content: 'abd' },
      { id: 3, properties: { md5, 'sha-1': `${sha1.slice(0, -1)}e` }, content: 'abc' },
      { id: 4, properties: { hash: 'none' }, content: 'abd' },
    ]);
    const report = await checkCase(dir, () => undefined, { deep: true });
    expect(report.problems.map(({ id, kind, reason }) => [id, kind, reason])).toEqual([
      [2, 'part', 'content: its content does not match its md5 hash'],
      [3, 'part', 'content: its content does not match its sha1 hash'],
    ]);
    expect(report.isComplete).toBe(false);
    expect((await checkCase(dir)).problems).toEqual([]);
  });

  test('lists every fault with file, line and reason', async () => {
    const dir = temporaryDir();
    await writeCase(dir, [
      { id: 1, text: { file: 'gone' } },
      { id: 1 },
      'not json',
      { id: 2, properties: { a: [null] }, content: { file: 'pack', offset: 2, length: 9 }, thumb: { file: '../x' } },
    ]);
    await writeCaseFile(dir, 'pack', 'abc');
    const report = await checkCase(dir);
    expect(report).toMatchObject({ items: 2, duplicateIds: 1, problemCount: 6, isComplete: false });
    expect(report.problemsByKind).toEqual({ part: 3, record: 2, value: 1 });
    // The reader is a batch ahead of the check of its items.
    expect(report.problems.map(({ line, id, kind, reason }) => [line, id, kind, reason])).toEqual([
      [3, null, 'record', expect.stringContaining('not JSON')],
      [4, 2, 'value', 'property "a" has a value that is null: dropped'],
      [1, 1, 'part', 'text: file "gone" is missing'],
      [2, 1, 'record', 'an earlier record has the id 1'],
      [4, 2, 'part', 'content: file "pack" ends at byte 3, before the range 2…11'],
      [4, 2, 'part', 'thumb: file "../x" leaves the case directory'],
    ]);
  });

  test('harmless findings are reported, and the case is complete, as in a build', async () => {
    const dir = temporaryDir();
    await writeCaseFile(dir, 'rows.csv', 'Int. ID,Int. parent,Name\n12,3,a.txt\n3,1,folder\n');
    const report = await checkCase(join(dir, 'rows.csv'));
    expect(report).toMatchObject({ items: 2, problemsByKind: { type: 1 }, isComplete: true });
    expect(report.problems[0]!.reason).toContain('name a parent that does not exist');
  });

  test('a wrong itemCount is reported, and skipped lines count as lines', async () => {
    const dir = temporaryDir();
    const report = await checkCase(await writeCase(dir, [{ id: 1 }, 'x', { id: 1 }], { itemCount: 4 }));
    expect(report.problems.at(-1)).toMatchObject({
      file: 'case.json',
      kind: 'case',
      reason: 'itemCount is 4, but the item files have 3 records',
    });
    expect(report.isComplete).toBe(false);
  });

  test('the list is bounded, the count is not', async () => {
    const dir = temporaryDir();
    const told: string[] = [];
    const report = await checkCase(await writeCase(dir, Array(50).fill('x')), undefined, {
      problemsMax: 10,
      onProblem: ({ reason }) => told.push(reason),
    });
    expect([report.problems.length, report.problemCount, told.length]).toEqual([10, 50, 50]);
  });
});
