/**
 * Finds words that a case's own analysis hides. In an imported index, adjacent letters form one word. Text in a script
 * without spaces is one long series of letters, so a word in it is found only if no other letter is next to it.
 */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import { UNSPACED_SCRIPTS } from '../../analysis/unit-classes.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { Hint } from '../../search/hints.ts';
import { plainText } from '../plan/query-parts.ts';

/** Letters of scripts that are written without spaces between words. */
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
/** A longer word is hardly ever part of a longer series of letters. */
const WORD_UNITS_MAX = 60;

export function hiddenWord(index: IndexReader, leaf: LeafQuery, defaultFields: readonly string[]): Hint | null {
  if (index.header.origin === undefined) return null;
  const text = textOf(leaf);
  if (text === null || !UNSPACED.test(text)) return null;
  const fields = leaf.field === null ? defaultFields : [leaf.field];
  if (!fields.some((name) => index.analysisOf(index.ownName(name)) === 'text')) return null;
  const words = index.analyzer.tokens(text).flatMap((token) => (token.kind === 'term' ? [token.term] : []));
  const word = words.find((one) => one.length <= WORD_UNITS_MAX && UNSPACED.test(one));
  if (word === undefined) return null;
  const pattern = [{ kind: 'anyRun' }, { kind: 'text', text: word }, { kind: 'anyRun' }] as const;
  return { kind: 'hidden', word, instead: printQuery({ kind: 'wildcard', field: leaf.field, pattern }) };
}

function textOf(leaf: LeafQuery): string | null {
  if (leaf.kind === 'term') return leaf.text;
  if (leaf.kind === 'phrase') return plainText(leaf.pattern);
  if (leaf.kind !== 'iped') return null;
  const { meant } = leaf;
  return meant.kind === 'word' || meant.kind === 'phrase' ? meant.text : null;
}
