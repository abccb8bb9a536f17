/**
 * Detects clauses such as `note:"--"`. As in any text, a clause without a word is dropped from the query, before any index or
 * note is searched.
 */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { analyzerOfIndex } from '../../analysis/analyzer-of-index.ts';
import { showPattern } from './pattern-automata.ts';
import { analyzedParts, plainText } from './query-parts.ts';

const analyzer = analyzerOfIndex(undefined);

export function isWordlessNote(leaf: LeafQuery): boolean {
  return leaf.field === 'note' && isWordless(leaf);
}

function isWordless(leaf: LeafQuery): boolean {
  switch (leaf.kind) {
    case 'term':
    case 'fuzzy':
      return hasNoToken(leaf.text);
    case 'wildcard':
      return analyzedParts(leaf.pattern, analyzer).length === 0;
    case 'phrase': {
      const text = plainText(leaf.pattern);
      if (text !== null) return hasNoToken(text);
      return hasNoToken(showPattern(leaf.pattern)) && analyzedParts(leaf.pattern, analyzer).length === 0;
    }
    default:
      return false;
  }
}

function hasNoToken(text: string): boolean {
  return analyzer.tokens(text).length === 0;
}
