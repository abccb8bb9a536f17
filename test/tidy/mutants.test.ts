/**
 * The lists of mutants stay valid: the place of each mutant exists, it changes the syntax of its file, and the file still
 * parses (test/mutants).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as assemblyscript from 'assemblyscript';
// @ts-expect-error plain JavaScript, run by node
import { mutants as list, mutated } from '../mutants/list.mjs';
// @ts-expect-error plain JavaScript, run by node
import { KEYS, keyOf, suitesOf } from '../mutants/suites.mjs';
// @ts-expect-error plain JavaScript, run by node
import { treeOf } from '../mutants/syntax.mjs';
// @ts-expect-error plain JavaScript, run by node
import { alternatives, titlesIn, unmatched } from '../mutants/titles.mjs';

interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly scope: string;
  readonly kind: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly now: string;
}

const mutants = list as readonly Mutant[];
/** Words for parts, and members of the runtime that the source does not use. */
const OTHER_WORDS = /^(?:drop|inner|callee|arg\d|unshift|ge_s)$/;
const namesIn = (text: string): readonly string[] => text.match(/(?<![\w$])[a-z_$#][\w$]*/gi) ?? [];
/** Every word of the source. If a replacement has any other word, it names something that was renamed. */
const known = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => namesIn(readFileSync(join('src', name), 'utf8'))),
);

/** The syntax without positions. Throws if the text does not parse. */
function syntaxOf(text: string): string {
  return JSON.stringify(treeOf(text).raw, (name, value) => (name === 'span' || name === 'ctxt' ? undefined : value));
}

/** Messages of the compiler of AssemblyScript, whose syntax has less than that of TypeScript. */
function faultsOf(file: string, text: string): string[] {
  if (!file.includes('/assembly/')) return [];
  const program = assemblyscript.newProgram(assemblyscript.newOptions());
  assemblyscript.parse(program, text, file, true);
  const faults: string[] = [];
  for (let next = assemblyscript.nextDiagnostic(program); next; next = assemblyscript.nextDiagnostic(program)) {
    faults.push(next.message);
  }
  return faults;
}

test('there are mutants of every hard part, each with a unique name', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(700);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  const folders = [
    ...['src/kernel/assembly', 'src/lucene/assembly', 'src/engine/postings/assembly', 'src/engine/dictionary/assembly'],
    ...['src/engine/store/frames/assembly', 'src/engine/columns/values/assembly', 'src/engine/inversion/assembly'],
    ...['src/query/resident/assembly', 'src/codec', 'src/query/operators', 'src/query/phrase', 'src/query/ranking'],
  ];
  expect(folders.filter((folder) => !mutants.some(({ file }) => file.startsWith(`${folder}/`)))).toEqual([]);
});

describe('suites', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`);
  const suites = new Map(
    mutants
      .flatMap((mutant) => suitesOf(mutant) as readonly { path: string; tests: string }[])
      .map((suite) => [`${suite.path} ${suite.tests}`, suite]),
  );
  const filesOf = (path: string) => files.filter((file) => new RegExp(path).test(file));

  test('exist, also each file that a pattern of paths names', () => {
    expect(suites.size).toBeGreaterThan(50);
    const paths = [...suites.values()].flatMap(({ path }) => alternatives(path) as readonly string[]);
    expect(paths.filter((path) => filesOf(path).length === 0)).toEqual([]);
  });

  test('have tests for each alternative of a pattern of titles', () => {
    const missing = [...suites.values()].flatMap(({ path, tests }) => {
      const own = filesOf(path).map((file) => unmatched(tests, file) as readonly string[]);
      return (alternatives(tests) as readonly string[])
        .filter((alternative) => own.every((absent) => absent.includes(alternative)))
        .map((alternative) => `${path}: ${alternative}`);
    });
    expect(missing).toEqual([]);
  });

  test('are chosen by keys of which each begins the path of a mutant', () => {
    const used = new Set(mutants.map((mutant) => keyOf(mutant) as string | undefined));
    expect((KEYS as readonly string[]).filter((key) => !used.has(key))).toEqual([]);
  });

  test('a title is read with those around it, and with the literals that it may contain', () => {
    const text = `
      for (const name of ['one', 'two'])
        describe.each(rows)(\`a case \${name}\`, () => {
          test.each([1, 2])('has $items and %i', (n) => items.forEach((item) => check(n, item)));
          itemsOf('no title', () => 0);
        });
      function testIn(title: string) { testWithTool('is found', () => 0); }`;
    expect(titlesIn(text).titles).toEqual(['a case \0 has \0 and \0', '\0 is found']);
    expect(alternatives('^(a|b) c|(?!d)e')).toEqual(['^a c', '(?!d)e', '^b c']);
    const file = 'test/slow/query/operators.test.ts';
    expect(unmatched('every tree|thresholds of (all|mixed|zebras)', file)).toEqual([
      'every tree',
      'thresholds of zebras',
    ]);
  });
});

test('a file that does not parse is found', () => {
  expect(() => syntaxOf('const one = ;')).toThrow();
  expect(faultsOf('src/kernel/assembly/one.ts', 'const one: u32 = <u32>1;')).toEqual([]);
  expect(faultsOf('src/kernel/assembly/one.ts', 'const one: u32 = ;')).not.toEqual([]);
});

describe('a place is found by its syntax', () => {
  const text = `
    // é: swc counts bytes.
    @inline function add(a: u32, b: u32): u32 { if (a < b && a != 1) return a + b; call(a, b); return 0; }
    class Adder { #sum = 1; add(): void { this.#sum++; } }`;
  const changed = (scope: string, kind: string, now: string, first = 1, count = first): string =>
    mutated({ name: 'one', file: 'one.ts', scope, kind, first, last: first, count, now }, text);

  test.each([
    ['add', '&&', 'left', 'if (a < b) return a + b;'],
    ['add', '<', '<=', 'a <= b'],
    ['add', 'if', 'if (!(‹test›)) ‹then›', 'if (!(a < b && a != 1)) return a + b;'],
    ['add', 'call', '‹callee›(‹arg2›, ‹arg1›)', 'call(b, a);'],
    ['Adder.add', '++', '‹inner› = 0', 'this.#sum = 0;'],
    ['#sum', '1', '2', '#sum = 2;'],
  ])('%s: %s → %s', (scope, kind, now, expected) => {
    expect(changed(scope, kind, now)).toContain(expected);
  });

  test('among others of its kind', () => {
    expect(changed('add', 'argument', 'drop', 1, 2)).toContain('call(b);');
    expect(changed('add', 'argument', 'drop', 2, 2)).toContain('call(a);');
    expect(changed('add', 'return', 'drop', 2, 2)).toContain('call(a, b);  }');
  });

  test('and a different number of them is an error', () => {
    expect(() => changed('add', 'return', 'drop', 1, 1)).toThrow('add of one.ts has 2 nodes of the kind return, not 1');
    expect(() => changed('sub', 'return', 'drop')).toThrow('has 0 nodes');
    expect(() => changed('add', 'if', '‹left›')).toThrow('if has no part left');
  });
});

test.each(mutants)('$name finds its place in $file', (mutant) => {
  const text = readFileSync(mutant.file, 'utf8');
  const changed = mutated(mutant, text);
  expect(syntaxOf(changed)).not.toBe(syntaxOf(text));
  expect(faultsOf(mutant.file, changed)).toEqual([]);
  expect(
    namesIn(mutant.now.replace(/‹\w+›/g, '')).filter((name) => !known.has(name) && !OTHER_WORDS.test(name)),
  ).toEqual([]);
});
