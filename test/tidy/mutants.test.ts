/**
 * The lists of mutants stay valid: each changes one existing place, by its code alone, and leaves a file that parses
 * (test/mutants).
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import * as assemblyscript from 'assemblyscript';
// @ts-expect-error plain JavaScript, run by node
import { mutants as list, mutated } from '../mutants/list.mjs';
// @ts-expect-error plain JavaScript, run by node
import { tokensOf } from '../mutants/source-tokens.mjs';

interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly says: string;
  readonly scope: string;
  readonly old: string;
  readonly now: string;
}

const mutants = list as readonly Mutant[];
const codeOf = (text: string): string[] =>
  (tokensOf(text) as readonly { readonly text: string }[]).map((one) => one.text);

/** Messages of the parser of a file's language. */
function faultsOf(file: string, text: string): string[] {
  if (!file.startsWith('src/kernel/assembly/')) {
    try {
      parseSync(text, { syntax: 'typescript', target: 'es2022' });
      return [];
    } catch (fault) {
      return [(fault as Error).message];
    }
  }
  const program = assemblyscript.newProgram(assemblyscript.newOptions());
  assemblyscript.parse(program, text, file, true);
  const faults: string[] = [];
  for (let next = assemblyscript.nextDiagnostic(program); next; next = assemblyscript.nextDiagnostic(program)) {
    faults.push(next.message);
  }
  return faults;
}

test('there are mutants of every hard part, each with a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(700);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  const folders = ['src/kernel/assembly', 'src/codec', 'src/query/operators', 'src/query/phrase', 'src/query/ranking'];
  expect(folders.filter((folder) => !mutants.some(({ file }) => file.startsWith(`${folder}/`)))).toEqual([]);
});

test('a file that does not parse is found', () => {
  expect(faultsOf('src/query/one.ts', 'const one = 1;')).toEqual([]);
  expect(faultsOf('src/query/one.ts', 'const one = ;')).toHaveLength(1);
  expect(faultsOf('src/kernel/assembly/one.ts', 'const one: u32 = <u32>1;')).toEqual([]);
  expect(faultsOf('src/kernel/assembly/one.ts', 'const one: u32 = ;')).not.toEqual([]);
});

test.each(mutants)('$name changes one place of $file, however it is formatted', (mutant) => {
  const text = readFileSync(mutant.file, 'utf8');
  const changed = mutated(mutant, text);
  const code = codeOf(changed);
  expect(code).not.toEqual(codeOf(text));
  expect(faultsOf(mutant.file, changed)).toEqual([]);
  const otherwise = codeOf(text).join('\n/* ; } */ ');
  expect(codeOf(mutated(mutant, otherwise))).toEqual(code);
});
