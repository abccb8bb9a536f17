/** Patterns with wildcards, split into the parts of a phrase, and the two ways to compare terms: by wildcards and by distance. */
import type { Pattern } from '../../../grammar/ast.ts';
import { classOf, cutTerm, isUnit, queryTokens } from './naive-analysis.ts';
import { foldText, foldWhole } from './naive-folding.ts';
import { NaiveQueryError } from './naive-regexp.ts';

/** Tests a folded term. */
export type TermTest = (term: string) => boolean;

/** One element of a phrase: a term, or a pattern that any term may match. */
export interface PhrasePart {
  readonly term: string | null;
  readonly matches: TermTest;
  /** The pieces of a long word, all of them at one position. */
  readonly pieces?: readonly string[];
  /** Stars alone, and the last letter of a series, match anything at the position. */
  readonly isAny?: boolean;
  /** Only the first letter of a pair counts. */
  readonly isUnit?: boolean;
}

interface CharacterSymbol {
  readonly kind: 'character';
  readonly character: string;
}

type PatternSymbol = CharacterSymbol | { readonly kind: 'anyRun' } | { readonly kind: 'anyOne' };

/** Any term of a position. */
const ANY_TERM: PhrasePart = { term: null, matches: () => true, isAny: true };

/** Returns the parts of a text on an analyzed field. The position of a run's last letter matches anything. */
export function textParts(text: string): PhrasePart[] {
  const parts: PhrasePart[] = [];
  for (const { kind, term, position } of queryTokens(text)) {
    while (parts.length < position) parts.push(ANY_TERM);
    const before = parts[position];
    if (before !== undefined) parts[position] = { ...before, pieces: [...(before.pieces ?? [before.term!]), term] };
    else parts.push(kind === 'unit' ? unitPart([term]) : literal(term));
  }
  return parts;
}

/**
 * Returns the part for a letter of a script without spaces, and for the next one if there are two. Null means any letter. A
 * single letter matches any term that begins with it.
 */
function unitPart(units: readonly (string | null)[]): PhrasePart {
  const isMeant = (unit: string | undefined, wanted: string | null): boolean =>
    unit !== undefined && isUnit(Array.from(unit)[0]!) && (wanted === null || unit === wanted);
  const matches = (term: string): boolean => {
    const own = term.match(/\P{M}\p{M}*/gu) ?? [];
    return units.every((wanted, i) => isMeant(own[i], wanted));
  };
  return { term: null, matches: remembering(matches), isUnit: units.length === 1 };
}

/**
 * The parts of a pattern on an analyzed field. Each folded character becomes one sign: w for words, m for marks, u and h for letters of
 * scripts without spaces (h: Hangul), e for emoji, b and n for blanks and line ends, s for the rest. Expressions over these signs then find words and runs.
 */
export function analyzedParts(pattern: Pattern): PhrasePart[] {
  if (plainText(pattern) !== null) return textParts(plainText(pattern)!);
  const symbols = symbolsOf(pattern, foldText);
  const signs = symbols.map(signOf).join('');
  const parts: PhrasePart[] = [];
  for (let at = 0; at < signs.length; ) {
    const rest = signs.slice(at);
    const [word] = WORD.exec(rest) ?? [''];
    const [run] = word === '' ? (RUN.exec(rest) ?? ['']) : [''];
    const [stars] = word === '' && run === '' && !isBesideEmoji(signs, at) ? (/^[*?]+/.exec(rest) ?? ['']) : [''];
    const length = Math.max(word.length, run.length, stars.length, 1);
    const taken = symbols.slice(at, at + length);
    if (run !== '') parts.push(...runParts(taken, run));
    else if (word !== '' || stars !== '') parts.push(...wordParts(taken));
    else if (rest[0] === 'e') parts.push(literal(joined(taken)));
    at += length;
  }
  while (parts.at(-1) === ANY_TERM) parts.pop();
  return parts;
}

/** Wildcards next to a word belong to it, even if a run is on their other side. */
const WORD = /^(?:[*?]*w(?:[wm]|[*?]+m*)*|[*?]+m[wm*?]*)/;
const RUN = /^[*?]*[uh]m*(?:(?:[*?]*|(?<!h[m]*)b*(?:n|(?:rn))b*(?=u))(?:[uh]m*))*(?:[*?]+(?![wm*?]))?/;

function isBesideEmoji(signs: string, at: number): boolean {
  return signs[at - 1] === 'e' || /^[*?]+e/.test(signs.slice(at));
}

function signOf(symbol: PatternSymbol): string {
  if (symbol.kind !== 'character') return symbol.kind === 'anyRun' ? '*' : '?';
  const { character } = symbol;
  const found = classOf(character);
  if (found === 'letter' || found === 'digit') return 'w';
  if (found === 'unit') return /^\p{Script_Extensions=Hang}$/u.test(character) ? 'h' : 'u';
  if (found === 'mark') return 'm';
  if (found === 'emoji') return 'e';
  if (character === '\r') return 'r';
  if (/^[\n\u0085\u2028]$/.test(character)) return 'n';
  return /^[\p{Zs}\t]$/u.test(character) ? 'b' : 's';
}

function wordParts(symbols: readonly PatternSymbol[]): PhrasePart[] {
  if (symbols.every(isCharacter)) return [piecesPart(cutTerm(joined(symbols)))];
  const isAny = symbols.every(({ kind }) => kind === 'anyRun');
  return [isAny ? { ...ANY_TERM } : wildcard(symbols)];
}

function piecesPart(pieces: readonly string[]): PhrasePart {
  return pieces.length === 1 ? literal(pieces[0]!) : { ...literal(pieces[0]!), pieces };
}

function runParts(symbols: readonly PatternSymbol[], signs: string): PhrasePart[] {
  if (/[uhm]\?*\*[*?]*[uh]/.test(signs)) throw new NaiveQueryError('a * within letters of a script without spaces');
  const units: (string | null)[] = [];
  for (const [i, symbol] of symbols.entries()) {
    if (signs[i] === 'm') units[units.length - 1] += (symbol as CharacterSymbol).character;
    else if (signs[i] === 'u' || signs[i] === 'h') units.push((symbol as CharacterSymbol).character);
    else if (signs[i] === '?') units.push(null);
  }
  if (units.length === 1) return [unitPart(units)];
  const pairs = units.slice(1).map((second, i): PhrasePart => {
    const first = units[i]!;
    return first !== null && second !== null ? literal(first + second) : unitPart([first, second]);
  });
  return [...pairs, ANY_TERM];
}

/** Returns the one part of a pattern on a field of whole values, or no part for the empty pattern. */
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

/** Caches results, because a field has far fewer terms than occurrences. */
export function remembering(test: TermTest): TermTest {
  const known = new Map<string, boolean>();
  return (term) => {
    const answer = known.get(term) ?? test(term);
    known.set(term, answer);
    return answer;
  };
}

/**
 * Whether `term` is within `distance` of `text`, both folded. The distance is optimal string alignment in code points, and the
 * first two must be equal. A text of one or two code points matches only itself.
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

function wildcard(symbols: readonly PatternSymbol[]): PhrasePart {
  return { term: null, matches: remembering((term) => matchesFrom(symbols, Array.from(term))) };
}

/** Tracks the set of reachable offsets in the pattern, one character of the term after the other. */
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

/** A `*` may match nothing, so the offset after it is also reached. */
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
