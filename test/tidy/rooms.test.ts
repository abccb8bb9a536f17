/** The room of each structure of an index has a README that says what it is, and names its writer, reader, verifier and kernel. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOMS = ['columns', 'dictionary', 'pairs', 'postings', 'store'];
const PARTS = ['Bytes', 'Invariants', 'Cost', 'Writer', 'Reader', 'Verifier', 'Kernel'];

test.each(ROOMS)('the README of src/engine/%s has every part, and names files that exist', (room) => {
  const folder = join('src/engine', room);
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  expect([...text.matchAll(/^- \*\*(\w+):\*\* \S/gm)].map(([, part]) => part)).toEqual(PARTS);
  expect(text.split('\n').length).toBeLessThanOrEqual(14);
  const named = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file!);
  const paths = named.map((file) => (file.includes('/') ? file : join(folder, file)));
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  const anchors = [...text.matchAll(/index-format\.md#([\w-]+)\)/g)].map(([, anchor]) => anchor!);
  const headings = [...readFileSync('docs/index-format.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replaceAll(' ', '-'),
  );
  expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});
