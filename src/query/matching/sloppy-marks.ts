/**
 * Finds sloppy phrases in a value: the matching stretches of tokens that contain no shorter match. The phrase matchers decide
 * from the positions whether a stretch matches.
 */
import { claimMemory } from '../../shared/query-memory.ts';
import type { ElementGroup } from '../phrase/element-group.ts';
import { countPhrase } from '../phrase/phrase-match.ts';
import { ANY } from './exact-marks.ts';
import type { MarkSink, PhraseMarks } from './phrase-marks.ts';
import type { PositionTokens } from './position-tokens.ts';

/** Maximum number of positions after the last token that stars may match. */
const BEHIND_MAX = 1000;
const TOKEN_BYTES = 48;

/** The latest positions of one list: `positions[begin … length)`. */
interface GroupWindow {
  readonly test: number;
  readonly offsets: readonly number[];
  positions: Uint32Array<ArrayBuffer>;
  begin: number;
  length: number;
}

export class SloppyMarks implements PhraseMarks {
  readonly wantsEveryToken: boolean;
  readonly #groups: GroupWindow[] = [];
  readonly #slop: number;
  readonly #size: number;
  readonly #areDisjoint: boolean;
  readonly #mark: MarkSink;
  /** Tokens of the window start at `#begin`. */
  #positions: number[] = [];
  #starts: number[] = [];
  #ends: number[] = [];
  #begin = 0;
  #claimed = 1024;
  #lastPosition = -1;
  #lastEnd = 0;

  /** `areDisjoint`: whether no token passes two of the tests. */
  constructor(elements: readonly number[], slop: number, areDisjoint: boolean, mark: MarkSink) {
    this.#slop = slop;
    this.#size = elements.length;
    this.wantsEveryToken = elements.includes(ANY);
    this.#areDisjoint = areDisjoint && !this.wantsEveryToken;
    this.#mark = mark;
    for (const [offset, test] of elements.entries()) {
      const known = this.#groups.find((group) => group.test === test);
      if (known !== undefined) (known.offsets as number[]).push(offset);
      else this.#groups.push({ test, offsets: [offset], positions: new Uint32Array(16), begin: 0, length: 0 });
    }
  }

  /** Tokens that pass no test do not matter. */
  get isActive(): boolean {
    return false;
  }

  get earliest(): number {
    return this.#begin < this.#starts.length ? this.#starts[this.#begin]! : Number.POSITIVE_INFINITY;
  }

  token(tokens: PositionTokens, position: number): void {
    this.#lastPosition = position;
    this.#lastEnd = tokens.endOf(ANY);
    let start = Number.POSITIVE_INFINITY;
    let end = 0;
    for (const group of this.#groups) {
      if (group.test !== ANY && !tokens.passes(group.test)) continue;
      start = Math.min(start, tokens.startOf(group.test));
      end = Math.max(end, tokens.endOf(group.test));
      push(group, position);
    }
    if (end > 0) this.#take(position, start, end);
  }

  skip(position: number): void {
    this.#lastPosition = position;
    const stars = this.#groups.find(({ test }) => test === ANY);
    if (stars === undefined) return;
    push(stars, position);
    this.#take(position, this.#lastEnd, this.#lastEnd);
  }

  finish(isOpen: boolean): void {
    if (isOpen && this.wantsEveryToken) {
      for (let n = Math.min(BEHIND_MAX, this.#size + this.#slop); n > 0; n--) this.skip(this.#lastPosition + 1);
    }
    this.#leave(this.#positions.length);
    this.#lastPosition = -1;
    this.#lastEnd = 0;
    for (const group of this.#groups) group.begin = group.length = 0;
  }

  #take(position: number, start: number, end: number): void {
    this.#positions.push(position);
    this.#starts.push(start);
    this.#ends.push(end);
    if (this.#positions.length > this.#claimed) {
      claimMemory(TOKEN_BYTES * this.#claimed, 'the words of a sloppy phrase');
      this.#claimed *= 2;
    }
    const reach = position - (this.#slop + this.#size - 1);
    let first = this.#begin;
    while (this.#positions[first]! < reach) first++;
    this.#leave(first);
    if (!this.#matchesFrom(this.#begin)) return;
    // Finds the last beginning from which the window still matches.
    let low = this.#begin;
    let high = this.#positions.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#matchesFrom(middle)) low = middle;
      else high = middle;
    }
    this.#mark(this.#starts[low]!, this.#ends.at(-1)!);
    this.#leave(low + 1);
  }

  /** Whether the phrase matches in the window from this token on. */
  #matchesFrom(token: number): boolean {
    const least = this.#positions[token]!;
    const groups: ElementGroup[] = [];
    for (const { positions, begin, length, offsets } of this.#groups) {
      let from = begin;
      while (from < length && positions[from]! < least) from++;
      if (length - from < offsets.length) return false;
      groups.push({ positions: positions.subarray(from, length), length: length - from, offsets });
    }
    return countPhrase({ groups, areDisjoint: this.#areDisjoint }, this.#slop, false) > 0;
  }

  /** Moves the beginning of the window past this token. */
  #leave(first: number): void {
    this.#begin = first;
    const least = first < this.#positions.length ? this.#positions[first]! : Number.POSITIVE_INFINITY;
    for (const group of this.#groups) {
      while (group.begin < group.length && group.positions[group.begin]! < least) group.begin++;
    }
    if (first < 64 || 2 * first < this.#positions.length) return;
    this.#positions = this.#positions.slice(first);
    this.#starts = this.#starts.slice(first);
    this.#ends = this.#ends.slice(first);
    this.#begin = 0;
  }
}

function push(group: GroupWindow, position: number): void {
  if (group.length === group.positions.length) {
    const kept = group.positions.subarray(group.begin, group.length);
    const positions = new Uint32Array(Math.max(16, 2 * kept.length));
    positions.set(kept);
    group.positions = positions;
    group.length = kept.length;
    group.begin = 0;
  }
  group.positions[group.length++] = position;
}
