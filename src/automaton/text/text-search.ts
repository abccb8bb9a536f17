/**
 * Finds the successive matches of an expression in texts that come in pieces. A first pass finds the end of a match. Only then
 * is its start searched for.
 */
import type { ExpressionNode } from './expression-node.ts';
import type { MatchExtent } from './first-match.ts';
import { MatchFinder } from './match-finder.ts';
import { FIRST_HALF, HALF_BITS, isFirstHalf, isSecondHalf, pairAt } from './surrogates.ts';
import { MATCHED, TextAutomaton } from './text-automaton.ts';
import { START, TextProgram } from './text-program.ts';

/** Longer matches are truncated. */
export const MATCH_UNITS_MAX = 1 << 16;

/** Longer matches fail every check. */
export const CHECKED_UNITS_MAX = 254;

/** Returns the end of the part of a match that passes a check; 0 if none does. */
export type MatchCheck = (match: string) => number;

export class TextSearch {
  readonly #automaton: TextAutomaton;
  readonly #finder: MatchFinder;
  readonly #onMatch: (match: MatchExtent) => void;
  readonly #check: MatchCheck | undefined;
  /** The text from the earliest possible start of a match on, and its offset. */
  #text = '';
  #offset = 0;
  /** The kind of the character before `#text`. */
  #before = START;
  /** Units of `#text` that the automaton has read, and its state after them. */
  #read = 0;
  #state: number;
  /** Whether a match ends in the text read so far. */
  #isFound = false;

  /** Matches that fail the check are ignored. The next match may begin within them. */
  constructor(node: ExpressionNode, onMatch: (match: MatchExtent) => void, check?: MatchCheck) {
    this.#check = check;
    this.#automaton = new TextAutomaton(new TextProgram(node));
    this.#finder = new MatchFinder(this.#automaton.program);
    this.#onMatch = onMatch;
    this.#state = this.#automaton.begin();
  }

  /** No further match begins before this offset. */
  get settledTo(): number {
    return this.#offset;
  }

  feed(piece: string): void {
    this.#text += piece;
    this.#search(false);
  }

  /** Ends the text. */
  finish(): void {
    this.#search(true);
    this.#text = '';
    this.#offset = 0;
    this.#read = 0;
    this.#isFound = false;
    this.#before = START;
    this.#state = this.#automaton.begin();
  }

  #search(isWhole: boolean): void {
    for (;;) {
      if (!this.#isFound) this.#scan(isWhole);
      if (!this.#isFound) break;
      const isCut = this.#text.length >= 2 * MATCH_UNITS_MAX;
      const match = this.#finder.find(this.#text, this.#before, isWhole || isCut);
      if (match === 'more') break;
      this.#take(match ?? { start: 0, end: Math.max(1, this.#read) });
    }
  }

  /** Continues after a match, or after the first character of one that failed the check. */
  #take({ start, end }: MatchExtent): void {
    const passed = this.#passed(start, end);
    if (passed > 0) this.#onMatch({ start: this.#offset + start, end: this.#offset + start + passed });
    const behind = passed > 0 ? start + passed : this.#behindFailed(start, end);
    this.#before = this.#kindBefore(behind);
    this.#drop(behind);
    this.#read = 0;
    this.#isFound = false;
    this.#state = this.#automaton.begin(this.#before);
  }

  #passed(start: number, end: number): number {
    if (this.#check === undefined) return end - start;
    return end - start > CHECKED_UNITS_MAX ? 0 : this.#check(this.#text.slice(start, end));
  }

  /**
   * Returns where the search continues after a failed match. Longer matches are not searched again, so that the time stays
   * linear.
   */
  #behindFailed(start: number, end: number): number {
    if (end - start > CHECKED_UNITS_MAX) return end;
    return start + (isFirstHalf(this.#text, start) && isSecondHalf(this.#text, start + 1) ? 2 : 1);
  }

  #kindBefore(end: number): number {
    const { program } = this.#automaton;
    const last = this.#text.charCodeAt(end - 1);
    const isPair = end > 1 && isSecondHalf(this.#text, end - 1) && isFirstHalf(this.#text, end - 2);
    return program.kinds[program.classes.classOf(isPair ? pairAt(this.#text, end - 2) : last)]!;
  }

  #drop(units: number): void {
    this.#text = this.#text.slice(units);
    this.#offset += units;
    this.#read -= units;
  }

  /** Reads until a match has ended. */
  #scan(isWhole: boolean): void {
    const automaton = this.#automaton;
    const { classes } = automaton.program;
    const text = this.#text;
    let state = this.#state;
    let idleAt = 0;
    let at = this.#read;
    for (; at < text.length; ) {
      if (automaton.isIdle(state)) idleAt = at;
      const unit = text.charCodeAt(at);
      const isHalf = (unit & HALF_BITS) === FIRST_HALF;
      // The other half of a surrogate pair may be in the next piece.
      if (isHalf && at + 1 === text.length && !isWhole) break;
      const isPair = isHalf && isSecondHalf(text, at + 1);
      const next = automaton.step(state, classes.classOf(isPair ? pairAt(text, at) : unit));
      if (next >= MATCHED) {
        this.#isFound = true;
        break;
      }
      state = next;
      at += isPair ? 2 : 1;
    }
    if (!this.#isFound && isWhole && at >= text.length) {
      if (automaton.isIdle(state)) idleAt = at;
      this.#isFound = automaton.endsMatched(state);
    }
    if (!this.#isFound && automaton.isIdle(state)) idleAt = at;
    this.#read = at;
    this.#state = state;
    this.#forget(idleAt);
  }

  /** Drops text in which no match begins. Keeps only the beginning of an overlong match in progress. */
  #forget(idleAt: number): void {
    const units = Math.max(idleAt, this.#read - MATCH_UNITS_MAX);
    if (units <= 0) return;
    this.#before = this.#kindBefore(units);
    this.#drop(units);
  }
}
