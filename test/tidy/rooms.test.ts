/**
 * The room of each structure of an index has a README that says what it is, and names its writer, reader, verifier and kernel.
 * So do rooms of kernels.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const STRUCTURES = ['columns', 'dictionary', 'pairs', 'postings', 'store', 'structure'].map(
  (room) => `src/engine/${room}`,
);
const PARTS = ['Bytes', 'Invariants', 'Cost', 'Writer', 'Reader', 'Verifier', 'Kernel'];
/** Rooms of kernels that write nothing to disk. */
const KERNELS = ['src/query/resident', 'src/lucene'];
const PARTS_OF_KERNELS = ['Bytes', 'Invariants', 'Cost', 'Caller', 'Kernel', 'Twin'];

const rooms = [
  ...STRUCTURES.map((folder) => [folder, PARTS] as const),
  ...KERNELS.map((folder) => [folder, PARTS_OF_KERNELS] as const),
];

test.each(rooms)('the README of %s has every part, and names files that exist', (folder, parts) => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  expect([...text.matchAll(/^- \*\*(\w+):\*\* \S/gm)].map(([, part]) => part)).toEqual(parts);
  expect(text.split('\n').length).toBeLessThanOrEqual(14);
  const named = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file!);
  const paths = named.map((file) => (/^(src|test)\//.test(file) ? file : join(folder, file)));
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  const anchors = [...text.matchAll(/index-format\.md#([\w-]+)\)/g)].map(([, anchor]) => anchor!);
  const headings = [...readFileSync('docs/index-format.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replaceAll(' ', '-'),
  );
  expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});
