/** Analyzes the terms and patterns of a query in the way a build analyzes text. */
import type { Pattern, PatternPart } from '../../../grammar/ast.ts';
import type { QueryAnalyzer } from '../../analysis/query-analyzer.ts';
import type { AtomKind } from '../../analysis/query-atoms.ts';
import type { QueryToken } from '../../analysis/query-tokens.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * One element of a phrase in a query: a folded term, a pattern of terms, a pattern over the letters of a script without spaces,
 * or the pieces of a long word, which share a position.
 */
export type QueryPart =
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'pattern'; readonly pattern: Pattern; readonly isAnyToken: boolean }
  | { readonly kind: 'units'; readonly units: readonly (string | null)[] }
  | { readonly kind: 'pieces'; readonly terms: readonly string[] };

const ANY_TOKEN: QueryPart = { kind: 'pattern', pattern: [{ kind: 'anyRun' }], isAnyToken: true };

/** Returns the parts of a text on an analyzed field. */
export function tokenParts(text: string, analyzer: QueryAnalyzer): QueryPart[] {
  return analyzer.tokens(text).map(partOf);
}

function partOf(token: QueryToken): QueryPart {
  if (token.kind === 'any') return ANY_TOKEN;
  return token.kind === 'unit' ? { kind: 'units', units: [token.unit] } : token;
}

/** A character of a pattern: a literal or a wildcard. */
interface Atom {
  readonly kind: AtomKind | 'anyRun' | 'anyOne';
  readonly text: string;
}

/**
 * Returns the parts of a pattern on an analyzed field. They are cut like a text, and each wildcard is part of an adjacent word.
 */
export function analyzedParts(pattern: Pattern, analyzer: QueryAnalyzer): QueryPart[] {
  const atoms: Atom[] = pattern.flatMap((part): readonly Atom[] =>
    part.kind === 'text' ? analyzer.atoms(part.text) : [{ kind: part.kind, text: '' }],
  );
  const cutter = new PatternCutter(analyzer);
  for (let at = 0; at < atoms.length; ) at = cutter.take(atoms, at);
  return cutter.end();
}

/** Cuts the atoms of a pattern into words and series of letters. */
class PatternCutter {
  readonly #analyzer: QueryAnalyzer;
  readonly #parts: QueryPart[] = [];
  #word: PatternPart[] = [];
  /** Letters of the current series. Null means any letter. */
  #series: (string | null)[] = [];
  #isHangul = false;

  constructor(analyzer: QueryAnalyzer) {
    this.#analyzer = analyzer;
  }

  /** Takes the atoms that belong together, from an index on. Returns the next index. */
  take(atoms: readonly Atom[], at: number): number {
    const { kind, text } = atoms[at]!;
    if (kind === 'anyRun' || kind === 'anyOne') return this.#takeWildcards(atoms, at);
    if (kind === 'letter') this.#takeLetter(text);
    else if (kind === 'mark') this.#takeMark(text);
    else if (kind === 'unit' || kind === 'hangul') this.#takeUnit(kind === 'hangul', text);
    else if (kind === 'emoji') {
      this.#endAll();
      this.#parts.push({ kind: 'term', term: text });
    } else return this.#takeWhite(atoms, at);
    return at + 1;
  }

  end(): QueryPart[] {
    this.#endAll();
    // Nothing is required after the last series.
    while (this.#parts.at(-1) === LAST_LETTER) this.#parts.pop();
    return this.#parts.map((part) => (part === LAST_LETTER ? ANY_TOKEN : part));
  }

  #takeLetter(text: string): void {
    this.#endSeries();
    const last = this.#word.at(-1);
    if (last?.kind === 'text') this.#word[this.#word.length - 1] = { kind: 'text', text: last.text + text };
    else this.#word.push({ kind: 'text', text });
  }

  /** A mark belongs to the letter or wildcard before it. */
  #takeMark(text: string): void {
    const letter = this.#series.at(-1);
    if (letter !== undefined) this.#series[this.#series.length - 1] = letter === null ? null : letter + text;
    else if (this.#word.length > 0) this.#takeLetter(text);
  }

  #takeUnit(isHangul: boolean, text: string): void {
    this.#endWord();
    this.#series.push(text);
    this.#isHangul = isHangul;
  }

  /** White space ends words. It also ends series, unless it is the end of a line. */
  #takeWhite(atoms: readonly Atom[], from: number): number {
    let to = from;
    let breaks = 0;
    for (; atoms[to]?.kind === 'blank' || atoms[to]?.kind === 'break'; to++) {
      const isSecondHalf = atoms[to]!.text === '\n' && atoms[to - 1]?.text === '\r';
      if (atoms[to]!.kind === 'break' && !isSecondHalf) breaks++;
    }
    const continues = this.#series.length > 0 && breaks === 1 && atoms[to]?.kind === 'unit' && !this.#isHangul;
    if (!continues) this.#endAll();
    return Math.max(to, from + 1);
  }

  /**
   * Consecutive wildcards belong to the word on either side. `?` next to or within a series counts as a letter of it.
   */
  #takeWildcards(atoms: readonly Atom[], from: number): number {
    let to = from;
    while (atoms[to]?.kind === 'anyRun' || atoms[to]?.kind === 'anyOne') to++;
    const wildcards = atoms.slice(from, to);
    const isBehindSeries = this.#series.length > 0;
    const next = atoms[to]?.kind;
    const isBeforeSeries = next === 'unit' || next === 'hangul';
    if (this.#word.length > 0 || next === 'letter' || (next === 'mark' && !isBehindSeries)) this.#addToWord(wildcards);
    else if (isBehindSeries || isBeforeSeries) this.#addToSeries(wildcards, isBehindSeries && isBeforeSeries);
    else if (next !== 'emoji' && !this.#endsWithEmoji(atoms, from)) this.#addToWord(wildcards);
    return to;
  }

  #endsWithEmoji(atoms: readonly Atom[], from: number): boolean {
    return atoms[from - 1]?.kind === 'emoji';
  }

  #addToWord(wildcards: readonly Atom[]): void {
    this.#endSeries();
    for (const { kind } of wildcards) this.#word.push({ kind: kind as 'anyRun' | 'anyOne' });
  }

  #addToSeries(wildcards: readonly Atom[], isWithin: boolean): void {
    for (const { kind } of wildcards) {
      if (kind === 'anyOne') this.#series.push(null);
      else if (isWithin) throw withinSeries();
    }
  }

  #endAll(): void {
    this.#endWord();
    this.#endSeries();
  }

  #endWord(): void {
    const word = this.#word;
    if (word.length === 0) return;
    this.#word = [];
    const hasWildcards = word.some(({ kind }) => kind !== 'text');
    if (!hasWildcards) {
      const text = word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
      this.#parts.push(...tokenParts(text, this.#analyzer));
    } else {
      this.#parts.push({
        kind: 'pattern',
        pattern: word,
        isAnyToken: word.every((part) => part.kind === 'anyRun'),
      });
    }
  }

  #endSeries(): void {
    const series = this.#series;
    if (series.length === 0) return;
    this.#series = [];
    if (series.length === 1) {
      this.#parts.push({ kind: 'units', units: series });
      return;
    }
    for (let n = 1; n < series.length; n++) {
      const [first, second] = [series[n - 1]!, series[n]!];
      if (first !== null && second !== null) this.#parts.push({ kind: 'term', term: first + second });
      else this.#parts.push({ kind: 'units', units: [first, second] });
    }
    this.#parts.push(LAST_LETTER);
  }
}

/** The last letter of a series has a position, but the previous pair already contains it. */
const LAST_LETTER: QueryPart = { ...ANY_TOKEN };

function withinSeries(): AppError {
  return new AppError(
    'QUERY_INVALID',
    'a * between letters of a script without spaces finds no more than a phrase: write the parts as "a b"~n, or ? for one letter',
  );
}

/** Returns the text of a pattern without wildcards, or null. */
export function plainText(pattern: Pattern): string | null {
  let text = '';
  for (const part of pattern) {
    if (part.kind !== 'text') return null;
    text += part.text;
  }
  return text;
}
