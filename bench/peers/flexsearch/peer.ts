/**
 * FlexSearch as a peer: `serve TOKENS ITERATIONS`. It indexes at start, in memory. `build` does the same and reports. Its
 * answer sets are exact for terms and intersections of terms.
 */
import flexsearch from 'flexsearch';
import type { Tree } from '../../queries/tree.ts';
import { runInMemoryPeer } from '../in-memory-peer.ts';

const ALL = 2 ** 31 - 1;

await runInMemoryPeer('FlexSearch 0.8', (items) => {
  const index = new flexsearch.Index({
    tokenize: 'strict',
    resolution: 1,
    cache: false,
    encode: (text: string) => text.split(' '),
  });
  for (const { id, tokens } of items) index.add(id, tokens);
  return (tree: Tree) => {
    const words = conjunction(tree);
    if (words === null) throw new Error(`unsupported: no exact ${tree.kind} query`);
    return (command) => {
      const ids = index.search(words, { limit: command.startsWith('TOP') ? 10 : ALL }) as number[];
      if (command === 'TOP_10' || command === 'TOP_10_COUNT') throw new Error('unsupported: no BM25');
      return command === 'COUNT' ? ids.length : ids;
    };
  };
});

function conjunction(tree: Tree): string | null {
  if (tree.kind === 'term') return tree.term;
  if (tree.kind !== 'boolean' || tree.should.length + tree.mustNot.length > 0) return null;
  const words = tree.must.map((clause) => (clause.kind === 'term' ? clause.term : null));
  return words.includes(null) || new Set(words).size < words.length ? null : words.join(' ');
}
