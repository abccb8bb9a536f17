/**
 * The analyzers of indexes: one that this program analyzed has its own, one of imported terms that of the tool that made them, and
 * fields of exact values none.
 */
import type { TextAnalysis } from '../shared/text-analysis.ts';
import type { PlacedTokenizer, PlacedTokenSink } from './analyzer.ts';
import { foldText } from './fold-text.ts';
import { importedAnalyzer, importedTokenizer } from './imported/imported-analyzer.ts';
import { WordTokenizer } from './imported/word-tokenizer.ts';
import { foldCodePoint, toNfc } from './own-folding.ts';
import { OwnPlacedTokenizer } from './placed-tokenizer.ts';
import type { QueryAnalyzer } from './query-analyzer.ts';
import { isTermCodePoint, isUnitCodePoint, queryAtoms } from './query-atoms.ts';
import { queryTokens } from './query-tokens.ts';
import { foldWhole } from './whole-value.ts';

const ownAnalyzer: QueryAnalyzer = {
  key: 'own',
  tokens: queryTokens,
  atoms: queryAtoms,
  compose: toNfc,
  fold: foldText,
  foldWhole,
  foldCodePoint,
  isTermCodePoint,
  isUnitCodePoint,
};

/** Of fields whose terms are the values as they are. */
export const EXACT_ANALYZER: QueryAnalyzer = {
  key: 'exact',
  tokens: (text) => (text === '' ? [] : [{ kind: 'term', term: text }]),
  atoms: (text) => Array.from(text, (character) => ({ kind: 'letter', text: character })),
  compose: (text) => text,
  fold: (text) => text,
  foldWhole: (value) => value,
  foldCodePoint: (codePoint) => String.fromCodePoint(codePoint),
  isTermCodePoint: () => true,
  isUnitCodePoint: () => false,
};

const imported = new Map<string, QueryAnalyzer>();
const IMPORTED_MAX = 64;

/** The analyzer of an index, by what its header says; undefined: our own. */
export function analyzerOfIndex(analysis: TextAnalysis | undefined): QueryAnalyzer {
  if (analysis === undefined) return ownAnalyzer;
  const key = JSON.stringify(analysis);
  let analyzer = imported.get(key);
  if (analyzer === undefined) {
    if (imported.size >= IMPORTED_MAX) imported.clear();
    analyzer = importedAnalyzer(analysis, key);
    imported.set(key, analyzer);
  }
  return analyzer;
}

/** The tokens of texts of an index with their places; undefined: our own. */
export function placedTokenizer(analysis: TextAnalysis | undefined, sink: PlacedTokenSink): PlacedTokenizer {
  return analysis === undefined ? new OwnPlacedTokenizer(sink) : importedTokenizer(analysis, sink);
}

const SPACE = 0x20;

/** Of texts that were put together from the terms of an index, with a space between two. */
export function spelledTokenizer(sink: PlacedTokenSink): PlacedTokenizer {
  return new WordTokenizer(
    sink,
    (codePoint) => codePoint !== SPACE,
    Number.POSITIVE_INFINITY,
    (word) => word,
  );
}
