/**
 * Analyzes short texts like the tool that produced the imported terms. Tokens consist of letters, digits and the extra
 * characters of its settings. Text is not normalized, so a combining mark divides words. Each step is optional.
 */
import type { TextAnalysis } from '../../shared/text-analysis.ts';
import type { PlacedTokenizer, PlacedTokenSink } from '../analyzer.ts';
import type { QueryAnalyzer } from '../query-analyzer.ts';
import type { QueryToken } from '../query-tokens.ts';
import { foldCodePoint, isTokenCodePoint } from './imported-folding.ts';
import { WordTokenizer } from './word-tokenizer.ts';

/** A word is cut at this many UTF-16 units, before all other steps. */
const WORD_UNITS_MAX = 255;

/** Returns the analyzer for these settings. `key` identifies the settings. */
export function importedAnalyzer(analysis: TextAnalysis, key: string): QueryAnalyzer {
  const { isToken, foldOne } = charactersOf(analysis);
  const fold = (text: string): string => Array.from(text, (character) => foldOne(character.codePointAt(0)!)).join('');
  return {
    key,
    tokens: (text) => withoutEnds(Array.from(wordsOf(text, isToken), (word) => tokenOf(kept(fold(word), analysis)))),
    atoms: (text) =>
      Array.from(text, (character) => ({
        kind: isToken(character.codePointAt(0)!) ? 'letter' : 'separator',
        text: character,
      })),
    compose: (text) => text,
    fold,
    foldWhole: fold,
    foldCodePoint: foldOne,
    isTermCodePoint: isToken,
    isUnitCodePoint: () => false,
  };
}

/** Tells which code points make words, and returns their folded forms. */
function charactersOf(analysis: TextAnalysis): {
  readonly isToken: (codePoint: number) => boolean;
  readonly foldOne: (codePoint: number) => string;
} {
  const extra = new Set(Array.from(analysis.extraCharacters, (character) => character.codePointAt(0)!));
  /** Folded forms of code points, filled on demand. */
  const folds = new Map<number, string>();
  const foldOne = (codePoint: number): string => {
    let folded = folds.get(codePoint);
    if (folded === undefined) {
      folded = foldedAs(codePoint, analysis);
      folds.set(codePoint, folded);
    }
    return folded;
  };
  const isToken = (codePoint: number): boolean => isTokenCodePoint(codePoint) || extra.has(codePoint);
  return { isToken, foldOne };
}

/** Returns the tokens of texts that were analyzed with these settings. */
export function importedTokenizer(analysis: TextAnalysis, sink: PlacedTokenSink): PlacedTokenizer {
  const { isToken, foldOne } = charactersOf(analysis);
  return new WordTokenizer(sink, isToken, WORD_UNITS_MAX, (word) =>
    kept(Array.from(word, (character) => foldOne(character.codePointAt(0)!)).join(''), analysis),
  );
}

function* wordsOf(text: string, isToken: (codePoint: number) => boolean): Generator<string> {
  let word = '';
  for (const character of text) {
    const belongs = isToken(character.codePointAt(0)!);
    if (belongs) word += character;
    if (word === '' || (belongs && word.length < WORD_UNITS_MAX)) continue;
    yield word;
    word = '';
  }
  if (word !== '') yield word;
}

function kept(token: string, { tokenUnitsMax, isLatinOnly }: TextAnalysis): string | null {
  if (token.length > tokenUnitsMax) return null;
  return isLatinOnly && /[^\0-\xff]/.test(token) ? null : token;
}

/** A word that is left out still has a position. */
function tokenOf(term: string | null): QueryToken {
  return term === null ? { kind: 'any' } : { kind: 'term', term };
}

function withoutEnds(tokens: readonly QueryToken[]): readonly QueryToken[] {
  const isTerm = ({ kind }: QueryToken): boolean => kind === 'term';
  const first = tokens.findIndex(isTerm);
  return first < 0 ? [] : tokens.slice(first, tokens.findLastIndex(isTerm) + 1);
}

function foldedAs(codePoint: number, { isLowerCased, isFolded }: TextAnalysis): string {
  const character = String.fromCodePoint(codePoint);
  if (isLowerCased && isFolded) return foldCodePoint(codePoint);
  if (isLowerCased) return lowerCased(character);
  if (!isFolded) return character;
  const folded = foldCodePoint(codePoint);
  // The table folds to lower case, so this restores upper case.
  if (folded === lowerCased(character)) return character;
  if (/^\p{Lu}$/u.test(character)) return folded.toUpperCase();
  return /^\p{Lt}$/u.test(character) ? folded.charAt(0).toUpperCase() + folded.slice(1) : folded;
}

/** Returns the simple case mapping, from one code point to one. */
function lowerCased(character: string): string {
  return String.fromCodePoint(character.toLowerCase().codePointAt(0)!);
}
