/**
 * Expands the field `categoryTree`. A category matches itself and, if the case has a tree of categories, everything
 * below it. Queries are matched against names of the tree; items are matched by their values of `category`.
 */
import type { IpedLeaf, LeafQuery } from '../../../grammar/ast.ts';
import type { QueryAnalyzer } from '../../analysis/query-analyzer.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { acceptsTerm } from '../../automaton/code-point-automaton.ts';
import type { CategoryNode } from '../../schema/case-origin.ts';
import { fuzzyAutomaton, regexpAutomaton, wildcardAutomaton } from './pattern-automata.ts';
import { plainText } from './query-parts.ts';

export const CATEGORY_TREE_FIELD = 'categoryTree';
export const CATEGORY_FIELD = 'category';

/**
 * Returns the folded names of all categories below those that a leaf matches, each once. In IPED's syntax, `named`
 * translates a folded name from the language of the case.
 */
export function categoriesBelow(
  query: LeafQuery,
  tree: readonly CategoryNode[],
  analyzer: QueryAnalyzer,
  named: (folded: string) => string,
): string[] {
  const isMeant = query.kind === 'iped' ? testOfIped(query.meant, analyzer, named) : testOf(query, analyzer);
  const below = new Set<string>();
  const visit = (nodes: readonly CategoryNode[], isBelow: boolean): void => {
    for (const { name, children } of nodes) {
      const folded = analyzer.foldWhole(name);
      if (isBelow) below.add(folded);
      visit(children, isBelow || isMeant(folded));
    }
  };
  visit(tree, false);
  return [...below];
}

/** Returns a test whether the leaf matches a folded name. A range, and `*`, match only values. */
function testOf(query: LeafQuery, analyzer: QueryAnalyzer): (name: string) => boolean {
  switch (query.kind) {
    case 'term':
      return equalTo(analyzer.foldWhole(query.text));
    case 'phrase': {
      const text = plainText(query.pattern);
      return text === null ? accepts(wildcardAutomaton(query.pattern, analyzer)) : equalTo(analyzer.foldWhole(text));
    }
    case 'wildcard':
      return accepts(wildcardAutomaton(query.pattern, analyzer));
    case 'fuzzy':
      return accepts(fuzzyAutomaton(analyzer.foldWhole(query.text), query.distance));
    case 'regexp':
      return accepts(regexpAutomaton(query.pattern, false, analyzer));
    default:
      return () => false;
  }
}

/** Like `testOf`, for IPED's syntax, in which proximity clauses also match only values. */
function testOfIped(
  meant: IpedLeaf,
  analyzer: QueryAnalyzer,
  named: (folded: string) => string,
): (name: string) => boolean {
  if (meant.kind === 'word' || meant.kind === 'phrase') return equalTo(named(analyzer.foldWhole(meant.text)));
  return meant.kind === 'wildcard' ? accepts(wildcardAutomaton(meant.pattern, analyzer)) : () => false;
}

function equalTo(folded: string): (name: string) => boolean {
  return (name) => name === folded;
}

function accepts(automaton: TermAutomaton): (name: string) => boolean {
  return (name) => acceptsTerm(automaton, name);
}
