/** The list of mutants stays true: each changes one place that is there (test/mutants). */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
// @ts-expect-error plain JavaScript, run by node
import { mutants as list, mutated } from '../mutants/list.mjs';

interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly says: string;
  readonly old: string;
  readonly now: string;
}

const mutants = list as readonly Mutant[];

test('there are mutants of every hard part, each with a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(35);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  const folders = ['src/kernel/assembly', 'src/codec', 'src/query/operators', 'src/query/phrase', 'src/query/ranking'];
  expect(folders.filter((folder) => !mutants.some(({ file }) => file.startsWith(`${folder}/`)))).toEqual([]);
});

test.each(mutants)('$name changes one place of $file', (mutant) => {
  const text = readFileSync(mutant.file, 'utf8');
  expect(mutated(mutant, text)).not.toBe(text);
  expect(mutant.says).toMatch(/\w/);
});
