/**
 * Patterns with wildcards, cut into the parts of a phrase, and the two ways in which one term is compared with another:
 * by wildcards and by distance.
 */
import type { Pattern } from '../../../grammar/ast.ts';
import { cut, fold, foldWhole, isTokenCharacter } from './naive-analysis.ts';

/** Says whether a folded term is meant. */
export type TermTest = (term: string) => boolean;

/** One element of a phrase: a term, or a pattern that any term may match. */
export interface PhrasePart {
  readonly term: string | null;
  readonly matches: TermTest;
}

interface CharacterSymbol {
  readonly kind: 'character';
  readonly character: string;
}

type PatternSymbol = CharacterSymbol | { readonly kind: 'anyRun' } | { readonly kind: 'anyOne' };

/** The parts of a pattern on an analyzed field: split at everything that is neither token character nor wildcard. */
export function analyzedParts(pattern: Pattern): PhrasePart[] {
  const parts: PatternSymbol[][] = [[]];
  for (const symbol of symbolsOf(pattern, (text) => text.normalize('NFC'))) {
    if (symbol.kind === 'character' && !isTokenCharacter(symbol.character)) parts.push([]);
    else parts.at(-1)!.push(symbol);
  }
  return parts.filter((part) => part.length > 0).flatMap(toPhraseParts);
}

/** The one part of a pattern on a field of whole values; none for the empty pattern. */
export function wholeParts(pattern: Pattern): PhrasePart[] {
  const symbols = symbolsOf(pattern, foldWhole);
  if (symbols.length === 0) return [];
  return symbols.every(isCharacter) ? [literal(joined(symbols))] : [wildcard(symbols)];
}

export function literal(term: string): PhrasePart {
  return { term, matches: (other) => other === term };
}

/** The text of a pattern without wildcards, or null. */
export function plainText(pattern: Pattern): string | null {
  return pattern.every((part) => part.kind === 'text') ? pattern.map((part) => part.text).join('') : null;
}

/** Remembers answers: a field has far fewer terms than occurrences. */
export function remembering(test: TermTest): TermTest {
  const known = new Map<string, boolean>();
  return (term) => {
    const answer = known.get(term) ?? test(term);
    known.set(term, answer);
    return answer;
  };
}

/**
 * Whether `term` lies within `distance` of `text`, both folded: optimal string alignment in code points, the first two
 * equal; a text of one or two code points matches itself only.
 */
export function isNear(text: string, term: string, distance: number): boolean {
  const a = Array.from(text);
  const b = Array.from(term);
  if (a.length <= 2) return text === term;
  return a[0] === b[0] && a[1] === b[1] && alignmentDistance(a, b) <= distance;
}

/** Optimal string alignment distance of two texts, in code points. */
export function editsBetween(a: string, b: string): number {
  return alignmentDistance(Array.from(a), Array.from(b));
}

function alignmentDistance(a: readonly string[], b: readonly string[]): number {
  const table: number[][] = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 0; i <= a.length; i++) table[i]![0] = i;
  for (let j = 0; j <= b.length; j++) table[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let best = Math.min(
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, table[i - 2]![j - 2]! + 1);
      }
      table[i]![j] = best;
    }
  }
  return table[a.length]![b.length]!;
}

function symbolsOf(pattern: Pattern, prepare: (text: string) => string): PatternSymbol[] {
  return pattern.flatMap((part): PatternSymbol[] =>
    part.kind === 'text'
      ? Array.from(prepare(part.text), (character) => ({ kind: 'character', character }))
      : [{ kind: part.kind }],
  );
}

/** Text alone is cut as a token is; a pattern is never cut. */
function toPhraseParts(symbols: readonly PatternSymbol[]): PhrasePart[] {
  if (symbols.every(isCharacter)) return cut(joined(symbols)).map((piece) => literal(fold(piece)));
  return [wildcard(symbols.flatMap(foldSymbol))];
}

function foldSymbol(symbol: PatternSymbol): PatternSymbol[] {
  if (symbol.kind !== 'character') return [symbol];
  return Array.from(fold(symbol.character), (character) => ({ kind: 'character', character }));
}

function wildcard(symbols: readonly PatternSymbol[]): PhrasePart {
  return { term: null, matches: remembering((term) => matchesFrom(symbols, Array.from(term))) };
}

/** Keeps the set of offsets in the pattern that can be reached, one character of the term after the other. */
function matchesFrom(symbols: readonly PatternSymbol[], term: readonly string[]): boolean {
  let reached = withEmptySequences(symbols, new Set([0]));
  for (const character of term) {
    const next = new Set<number>();
    for (const at of reached) {
      const symbol = symbols[at];
      if (symbol === undefined) continue;
      if (symbol.kind === 'anyRun') next.add(at);
      else if (symbol.kind === 'anyOne' || symbol.character === character) next.add(at + 1);
    }
    reached = withEmptySequences(symbols, next);
  }
  return reached.has(symbols.length);
}

/** A `*` may stand for nothing: the offset behind it is reached as well. */
function withEmptySequences(symbols: readonly PatternSymbol[], reached: Set<number>): Set<number> {
  for (const at of reached) if (symbols[at]?.kind === 'anyRun') reached.add(at + 1);
  return reached;
}

function isCharacter(symbol: PatternSymbol): symbol is CharacterSymbol {
  return symbol.kind === 'character';
}

function joined(symbols: readonly PatternSymbol[]): string {
  return symbols.map((symbol) => (symbol.kind === 'character' ? symbol.character : '')).join('');
}
