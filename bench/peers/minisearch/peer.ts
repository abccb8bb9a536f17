/**
 * MiniSearch as a peer, in memory: terms, boolean queries and prefixes. Its fuzzy search has another distance and no required
 * prefix, so it is not measured.
 */
import MiniSearch, { type Query } from 'minisearch';
import type { Tree } from '../../queries/tree.ts';
import { runInMemoryPeer } from '../in-memory-peer.ts';

await runInMemoryPeer('MiniSearch 7.2', (items) => {
  const index = new MiniSearch({
    fields: ['tokens'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  for (const item of items) index.add(item);
  return (tree: Tree) => {
    const query = translate(tree);
    return (command) => {
      const results = index.search(query);
      if (command === 'TOP_10') return Math.min(10, results.length);
      return command === 'COUNT' || command === 'TOP_10_COUNT'
        ? results.length
        : results.map((result) => result.id as number);
    };
  };
});

function translate(tree: Tree): Query {
  switch (tree.kind) {
    case 'all':
      return MiniSearch.wildcard;
    case 'term':
      return { queries: [tree.term], combineWith: 'OR' };
    case 'wildcard':
      if (!/^[^*?]+\*$/u.test(tree.pattern)) break;
      return { queries: [tree.pattern.slice(0, -1)], prefix: true };
    case 'boolean': {
      const isAnd = tree.must.length > 0;
      const positive: Query = {
        combineWith: isAnd ? 'AND' : 'OR',
        queries: (isAnd ? tree.must : tree.should).map(translate),
      };
      return tree.mustNot.length === 0
        ? positive
        : { combineWith: 'AND_NOT', queries: [positive, ...tree.mustNot.map(translate)] };
    }
    default:
      break;
  }
  throw new Error(`unsupported: no equivalent ${tree.kind} query`);
}
