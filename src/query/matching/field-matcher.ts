/**
 * Matches all leaves of a query in one field, over the tokens of its values: words, patterns, phrases. A field of whole values
 * has one token for each value. Returns matches in order of their starts, as soon as no earlier match can follow.
 */
import type { Check } from '../../../grammar/texts/entities.ts';
import { FIRST, type PlacedTokenizer, type PlacedTokenSink, type TokenKind } from '../../analysis/analyzer.ts';
import { hashTerm } from '../../analysis/term-hash.ts';
import type { ExpressionNode } from '../../automaton/text/expression-node.ts';
import type { MatchExtent } from '../../automaton/text/first-match.ts';
import { TextSearch } from '../../automaton/text/text-search.ts';
import { checkedEnd } from './checks/checks.ts';
import { ANY, ExactMarks } from './exact-marks.ts';
import { NearMarks, type NearTests } from './near-marks.ts';
import type { PhraseMarks } from './phrase-marks.ts';
import { PositionTokens } from './position-tokens.ts';
import { SloppyMarks } from './sloppy-marks.ts';
import { TermTests } from './term-tests.ts';

/** A match of a leaf of the query. */
export interface LeafMatch {
  readonly start: number;
  readonly end: number;
  readonly leaf: number;
}

/** How a field's values become tokens. */
export type ValueAnalysis =
  | {
      readonly kind: 'tokens';
      readonly open: (sink: PlacedTokenSink) => PlacedTokenizer;
      readonly isImported: boolean;
      /** Whether the values are the text of an item, not a property. */
      readonly ofText: boolean;
    }
  /** Whether the value is one term; null if it has none. */
  | { readonly kind: 'whole'; readonly termOf: (value: string) => string | null };

export interface SoughtExpression {
  readonly node: ExpressionNode;
  readonly check: Check | undefined;
}

interface ValueTest {
  readonly leaf: number;
  readonly matches: (value: string) => boolean;
}

const NOTHING: readonly number[] = [];
/**
 * Number of patterns that cost as much as one expression. The number of patterns limits the size of text pieces. An
 * expression with a check costs more, because each unit may begin a match that fails.
 */
const EXPRESSION_PATTERNS = 512;
const CHECKED_PATTERNS = 4096;

export class FieldMatcher implements PlacedTokenSink {
  readonly #analysis: ValueAnalysis;
  readonly #tests = new TermTests();
  /** Indexed by test: its leaves. */
  readonly #leavesOf: number[][] = [];
  readonly #anyLeaves: number[] = [];
  readonly #phrases: PhraseMarks[] = [];
  /** Indexed by test: the phrases that have it as an element. */
  readonly #phrasesOf: PhraseMarks[][] = [];
  /** Phrases that need every token of a value, or have begun to match in it. */
  readonly #always: PhraseMarks[] = [];
  readonly #begun = new Set<PhraseMarks>();
  readonly #valueTests: ValueTest[] = [];
  readonly #searches: TextSearch[] = [];
  readonly #expressions: SoughtExpression[] = [];
  readonly #tokenizer: PlacedTokenizer | null;
  /** Tests for the first letter of a pair. A match of one extends to the end of the pair. */
  readonly #ofFirst = new Set<number>();
  /** The tokens of the current position for phrases. Several tokens may share it. */
  readonly #tokens = new PositionTokens(this.#ofFirst);
  #isFed = false;
  #position = -1;
  #lastStart = 0;
  #marks: LeafMatch[] = [];

  constructor(analysis: ValueAnalysis) {
    this.#analysis = analysis;
    this.#tokenizer = analysis.kind === 'tokens' ? analysis.open(this) : null;
  }

  get tests(): TermTests {
    return this.#tests;
  }

  get patternCount(): number {
    return this.#expressions.reduce(
      (sum, { check }) => sum + (check === undefined ? EXPRESSION_PATTERNS : CHECKED_PATTERNS),
      this.#tests.patternCount,
    );
  }

  /** Adds an expression over the characters of values. */
  addExpression(node: ExpressionNode, check: Check | undefined, leaf: number): void {
    const onMatch = ({ start, end }: MatchExtent): void => void this.#marks.push({ start, end, leaf });
    const search = new TextSearch(node, onMatch, check && ((match) => checkedEnd(check, match)));
    this.#searches.push(search);
    this.#expressions.push({ node, check });
  }

  /** Returns the expression if it is the only leaf. */
  get onlyExpression(): SoughtExpression | null {
    return this.#expressions.length === 1 && !this.#seeksTokens && this.#valueTests.length === 0
      ? this.#expressions[0]!
      : null;
  }

  /** Whether tokens are needed, or a value must come in pieces for another reason. */
  get #seeksTokens(): boolean {
    return (
      this.#searches.length === 0 || this.#leavesOf.length > 0 || this.#anyLeaves.length > 0 || this.#phrases.length > 0
    );
  }

  addWord(test: number, leaf: number): void {
    this.#leavesOf[test] ??= [];
    if (!this.#leavesOf[test].includes(leaf)) this.#leavesOf[test].push(leaf);
  }

  /** Marks a test as one for the first letter of a pair. */
  markFirst(test: number): void {
    this.#ofFirst.add(test);
  }

  addAnyToken(leaf: number): void {
    if (!this.#anyLeaves.includes(leaf)) this.#anyLeaves.push(leaf);
  }

  addValueTest(leaf: number, matches: (value: string) => boolean): void {
    this.#valueTests.push({ leaf, matches });
  }

  /** `elements`: tests, or ANY. */
  addPhrase(elements: readonly number[], slop: number, areDisjoint: boolean, leaf: number): void {
    const mark = (start: number, end: number): void => {
      this.#marks.push({ start, end, leaf });
    };
    const phrase = slop === 0 ? new ExactMarks(elements, mark) : new SloppyMarks(elements, slop, areDisjoint, mark);
    this.#phrases.push(phrase);
    if (phrase.wantsEveryToken) this.#always.push(phrase);
    else for (const test of new Set(elements)) this.#addPhraseOf(test, phrase);
  }

  addNear(near: NearTests, leaf: number): void {
    const phrase = new NearMarks(near, (start, end) => {
      this.#marks.push({ start, end, leaf });
    });
    this.#phrases.push(phrase);
    if (phrase.wantsEveryToken) this.#always.push(phrase);
    else for (const test of new Set(near.tests)) this.#addPhraseOf(test, phrase);
  }

  #addPhraseOf(test: number, phrase: PhraseMarks): void {
    if (test === ANY) return;
    this.#phrasesOf[test] ??= [];
    this.#phrasesOf[test].push(phrase);
  }

  /** Whether the field is the text of an item, not a property. */
  get isOfText(): boolean {
    return this.#analysis.kind === 'tokens' && this.#analysis.ofText;
  }

  /** Whether values are tokenized and come in pieces. */
  get hasTokens(): boolean {
    return this.#tokenizer !== null;
  }

  /** Tests a value as a whole, before its pieces. */
  testValue(value: string): void {
    for (const { leaf, matches } of this.#valueTests) {
      if (matches(value)) this.#marks.push({ start: 0, end: value.length, leaf });
    }
    if (this.#analysis.kind !== 'whole') return;
    this.#testTerm(this.#analysis.termOf(value), value.length);
    for (const search of this.#searches) search.feed(value);
  }

  #testTerm(term: string | null, length: number): void {
    if (term === null) return;
    const units = term.length <= wholeUnits.length ? wholeUnits : new Uint16Array(term.length);
    for (let i = 0; i < term.length; i++) units[i] = term.charCodeAt(i);
    this.placedToken(units, term.length, hashTerm(term), 0, length, FIRST, length);
  }

  /** Processes the next piece of a value. */
  feed(piece: string): void {
    for (const search of this.#searches) search.feed(piece);
    if (!this.#seeksTokens) return;
    if (!this.#isFed) this.#begin();
    this.#tokenizer!.feed(piece);
  }

  /** If all leaves are single words, tokens that pass no test are skipped: positions are not needed. */
  #begin(): void {
    this.#isFed = true;
    if (this.#phrases.length > 0 || this.#anyLeaves.length > 0 || this.#tests.patternCount > 0) return;
    this.#tokenizer!.seek?.(this.#tests.terms);
  }

  /** Returns the matches that no later match can precede, in order, each once. */
  settled(): readonly LeafMatch[] {
    if (this.#marks.length === 0) return NO_MARKS;
    const safe = this.#safe;
    this.#sort();
    const first = this.#marks.findIndex(({ start }) => start >= safe);
    return this.#taken(first < 0 ? this.#marks.length : first);
  }

  /** No further match begins before this offset. */
  get settledTo(): number {
    return this.#marks.length === 0 ? this.#safe : Math.min(this.#safe, this.#marks[0]!.start);
  }

  get #safe(): number {
    let safe = this.#seeksTokens
      ? Math.max(this.#lastStart, this.#tokenizer?.settledTo ?? 0)
      : Number.POSITIVE_INFINITY;
    for (const { settledTo } of this.#searches) if (settledTo < safe) safe = settledTo;
    for (const phrase of this.#phrases) if (phrase.earliest < safe) safe = phrase.earliest;
    return safe;
  }

  /** Ends the value. Returns its remaining matches. */
  finish(): readonly LeafMatch[] {
    for (const search of this.#searches) search.finish();
    this.#tokenizer?.finish();
    this.#endPosition();
    const isOpen = this.#analysis.kind === 'tokens' && this.#analysis.isImported;
    for (const phrase of this.#phrases) phrase.finish(isOpen);
    this.#begun.clear();
    this.#position = -1;
    this.#lastStart = 0;
    this.#sort();
    return this.#taken(this.#marks.length);
  }

  /** Drops repeats: one token may pass two tests of a leaf. */
  #sort(): void {
    const marks = this.#marks.sort(byExtent);
    let kept = 0;
    for (const mark of marks) {
      const before = kept === 0 ? null : marks[kept - 1]!;
      if (before === null || byExtent(before, mark) !== 0) marks[kept++] = mark;
    }
    marks.length = kept;
  }

  #taken(count: number): readonly LeafMatch[] {
    if (count === 0) return NO_MARKS;
    const taken = this.#marks;
    this.#marks = taken.slice(count);
    taken.length = count;
    return taken;
  }

  /** Called by the tokenizer. */
  placedToken(
    units: Uint16Array,
    length: number,
    hash: number,
    start: number,
    end: number,
    kind: TokenKind,
    firstEnd: number,
  ): void {
    if (kind === FIRST) {
      this.#endPosition();
      this.#position++;
      this.#lastStart = start;
    } else if (start < this.#lastStart) this.#lastStart = start;
    const passed = this.#tests.passedBy(units, length, hash);
    if (kind === FIRST) for (const leaf of this.#anyLeaves) this.#marks.push({ start, end: firstEnd, leaf });
    if (passed.length > 0) this.#takePassed(passed, start, end, firstEnd);
    if (this.#phrases.length > 0) this.#tokens.add(passed, start, end, firstEnd);
  }

  /** Passes the tokens of a position to the phrases. */
  #endPosition(): void {
    const tokens = this.#tokens;
    if (tokens.isEmpty) return;
    for (const phrase of this.#always) phrase.token(tokens, this.#position);
    if (this.#begun.size > 0) {
      for (const phrase of this.#begun) {
        phrase.token(tokens, this.#position);
        if (!phrase.isActive) this.#begun.delete(phrase);
      }
    }
    tokens.clear();
  }

  #takePassed(passed: readonly number[], start: number, end: number, firstEnd: number): void {
    for (const test of passed) {
      const to = this.#ofFirst.has(test) ? firstEnd : end;
      for (const leaf of this.#leavesOf[test] ?? NOTHING) this.#marks.push({ start, end: to, leaf });
      const phrases = this.#phrasesOf[test];
      if (phrases !== undefined) for (const phrase of phrases) this.#begun.add(phrase);
    }
  }

  skippedToken(): void {
    this.#endPosition();
    const position = ++this.#position;
    for (const phrase of this.#always) phrase.skip(position);
    for (const phrase of this.#begun) {
      phrase.skip(position);
      if (!phrase.isActive) this.#begun.delete(phrase);
    }
  }
}

const NO_MARKS: readonly LeafMatch[] = [];
const wholeUnits = new Uint16Array(1024);

export function byExtent(a: LeafMatch, b: LeafMatch): number {
  return a.start - b.start || a.end - b.end || a.leaf - b.leaf;
}
