/** Chooses the analyzer of an index: our own, that of the tool that made imported terms, or none for fields of exact values. */
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

/** For fields whose terms are the unchanged values. */
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

/** Returns the analyzer that the header of an index names; undefined means our own. */
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

/** Tokenizes texts of an index with offsets; undefined means our own analysis. */
export function placedTokenizer(analysis: TextAnalysis | undefined, sink: PlacedTokenSink): PlacedTokenizer {
  return analysis === undefined ? new OwnPlacedTokenizer(sink) : importedTokenizer(analysis, sink);
}

const SPACE = 0x20;

/** For texts that were reconstructed from the terms of an index, with a space between terms. */
export function spelledTokenizer(sink: PlacedTokenSink): PlacedTokenizer {
  return new WordTokenizer(
    sink,
    (codePoint) => codePoint !== SPACE,
    Number.POSITIVE_INFINITY,
    (word) => word,
  );
}
