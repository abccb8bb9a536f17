/**
 * Each promise about attacks and faults names the test that demonstrates it. references.test.ts checks that the file exists.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Tables of promises begin with one of these. */
const HEADS = ['| promise | proved by |', '| attack | defence |', '| who | is trusted with | how this is limited |'];
const TEST = /`test\/[\w./-]+`/;
/** Rows without a promise. */
const NO_PROMISE = /\| not defended against \|$/;
/** A row whose proof begins with "the same" refers to the test of the previous row. */
const AS_BEFORE = /\| the same(;|$| \|)/;

/** The rows of the tables of promises in a document. */
function promises(document: string): string[] {
  const rows: string[] = [];
  let isInTable = false;
  for (const line of readFileSync(document, 'utf8').split('\n')) {
    if (HEADS.includes(line)) isInTable = true;
    else if (!line.startsWith('|')) isInTable = false;
    else if (isInTable && !line.startsWith('|---')) rows.push(line);
  }
  return rows;
}

test.each([
  ['docs/reliability.md', 60],
  ['SECURITY.md', 25],
])('each promise of %s names a test', (document, least) => {
  const rows = promises(document);
  expect(rows.length).toBeGreaterThanOrEqual(least);
  const bare = rows.filter((row) => !TEST.test(row) && !NO_PROMISE.test(row) && !AS_BEFORE.test(row));
  expect(bare).toEqual([]);
});
