/**
 * State belongs to an index, a search or a process, and is passed. A module keeps none that one query sets and another reads:
 * such state once lost hits, when two searches took turns.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Variables of modules, each with the reason why a query cannot see the values that another query wrote. */
const ALLOWED = new Map([
  ['src/engine/store/lmdb-environment.ts peeked', 'a view of a buffer, replaced when the buffer is another'],
  ['src/query/phrase/phrase-match.ts reached', 'space that is filled before it is read, in one call'],
  ['src/query/phrase/phrase-match.ts cursors', 'space that is filled before it is read, in one call'],
  ['src/query/proximity/near-pairs.ts followers', 'space that is filled before it is read, in one call'],
  ['src/query/ranking/scoring.ts ranks', 'space that is filled before it is read, in one call'],
  ['src/query/notes/noted-items.ts keptUnits', 'the size of a cache, whose entries depend on their text alone'],
]);

/** Names of variables of a module, and of its exported objects with fields that can be set. */
function stateOf(source: string): string[] {
  return [...source.matchAll(/^(?:export )?let (\w+)|^export const (\w+): \{ (?!readonly)/gm)].map(
    ([, name, object]) => name ?? object!,
  );
}

test('no module of the engine keeps state between queries', () => {
  const found = ['src/engine', 'src/query', 'src/search'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // The state of AssemblyScript is that of the object which calls it.
      .filter((file) => file.endsWith('.ts') && !file.includes('/assembly/'))
      .flatMap((file) =>
        stateOf(readFileSync(join(folder, file), 'utf8')).map((name) => `${join(folder, file)} ${name}`),
      ),
  );
  expect(found.sort()).toEqual([...ALLOWED.keys()].sort());
});

test('assignable variables and objects are found', () => {
  const source =
    'let a = 1;\nexport let b = 2;\nexport const c: { d: number } = { d: 1 };\nexport const e: { readonly f: 1 } = { f: 1 };\n';
  expect(stateOf(source)).toEqual(['a', 'b', 'c']);
});
