import { readFileSync } from 'node:fs';
import { wordsOf } from '../../src/analysis/query-tokens.ts';
import { type BenchQuery, boolean, type Tree } from './tree.ts';

/** Reads queries of the form `+must -not should "a phrase"`, the only one in the public search-benchmark-game. */
export function readGameQueries(path: string): BenchQuery[] {
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split('\t') as [string, string]);
  return rows.map(([tag, text]) => ({ class: `sbg-${tag}`, text, tree: readSimple(text) }));
}

export function readSimple(text: string): Tree {
  const parts: { must: Tree[]; should: Tree[]; mustNot: Tree[] } = { must: [], should: [], mustNot: [] };
  for (const [, sign, quoted, bare] of text.matchAll(/([+-]?)(?:"([^"]*)"|([^\s"]+))/gu)) {
    const terms = wordsOf(quoted ?? bare ?? '');
    if (terms.length === 0) continue;
    const leaf: Tree = terms.length === 1 ? { kind: 'term', term: terms[0]! } : { kind: 'phrase', terms, slop: 0 };
    (sign === '+' ? parts.must : sign === '-' ? parts.mustNot : parts.should).push(leaf);
  }
  const [only] = [...parts.must, ...parts.should];
  const clauses = parts.must.length + parts.should.length + parts.mustNot.length;
  return clauses === 1 && only !== undefined ? only : boolean(parts);
}
