/** Inverts documents in memory, up to one full run: the tokens of a stretch of documents, sorted by term. */
import { TextFeed } from '../../analysis/tokenizer.ts';
import { foldWhole } from '../../analysis/whole-value.ts';
import type { TermLog } from '../../kernel/term-log.ts';
import type { Analysis } from '../../schema/field-types.ts';
import type { TermCursor } from '../../shared/term-cursor.ts';
import { ways } from '../../shared/thresholds.ts';
import { POSITION_MAX, VALUE_GAP } from '../format.ts';
import { giveTermLogBack, LoggedTexts, takeTermLog } from './logged-texts.ts';
import { type SortedTerms, TermTable } from './term-table.ts';

/**
 * Collects the tokens of documents and inverts them when the run is full: tokens are logged in order of arrival as
 * term numbers, and one counting sort puts them in order of terms. Memory is bounded by {@link RunLimits}.
 */
export interface RunLimits {
  /** Tokens in a run: 4 bytes each while it grows, 8 more while it is inverted. A stretch counts as three. */
  readonly tokens: number;
  /** Bytes of the term table. */
  readonly termBytes: number;
  /** Number of runs that are merged into a longer one: each has buffers and an open file in a merge. */
  readonly runs: number;
}

/** Larger runs would be fewer, but slower: they have too many terms for the caches of a processor. */
export const RUN_LIMITS: RunLimits = {
  tokens: ways.runTokens,
  termBytes: ways.runTermBytes,
  runs: ways.runsMerged,
};

/** Room for the tokens of the last document or piece of a full run: there are hardly ever more. */
const TOKENS_BEYOND = 1 << 19;
const KEPT_TOKENS = 1 << 18;

export class RunBuilder {
  readonly #limits: RunLimits;
  /** The tokens, and their terms. */
  readonly #log: TermLog;
  readonly #texts: TextFeed;
  /** Stretches of tokens of one value: its document, its first token, and the position of that token. */
  #stretches: { docs: Uint32Array; tokens: Uint32Array; positions: Uint32Array };
  #stretchCount = 0;
  /** Room for the inverted tokens, reused for each run: new arrays would wait long for the garbage collector. */
  #inverted = { docs: new Uint32Array(0), positions: new Uint32Array(0) };
  #doc = -1;
  /** Position of the next token of the current field. */
  #position = 0;
  /** Values of the current field so far. */
  #valueCount = 0;

  constructor(limits: RunLimits = RUN_LIMITS) {
    this.#limits = limits;
    this.#log = takeTermLog(limits.tokens + TOKENS_BEYOND);
    this.#texts = new TextFeed(new LoggedTexts(this.#log));
    this.#stretches = { docs: new Uint32Array(1024), tokens: new Uint32Array(1024), positions: new Uint32Array(1024) };
  }

  /** Whether the run should be written now; asked between documents. */
  get isFull(): boolean {
    const { tokens, termBytes } = this.#limits;
    return this.tokenCount + 3 * this.#stretchCount >= tokens || this.#log.termBytes >= termBytes;
  }

  get tokenCount(): number {
    return this.#log.tokenCount;
  }

  /** Begins the values of one field of one document. Documents come in ascending order, a field once for each. */
  beginField(doc: number, field: number): void {
    this.#doc = doc;
    this.#position = 0;
    this.#valueCount = 0;
    this.#log.beginField(field);
  }

  /** A piece of the current value; an `analysis` other than text needs the whole value in one piece. */
  addText(text: string): void {
    this.#texts.feed(text);
  }

  /** Begins a value of analysis text. Every value but the first is marked where it begins, see `VALUE_MARK`. */
  beginValue(): void {
    if (this.#valueCount++ > 0) {
      this.#stretch();
      this.#log.logMark();
    }
    this.#stretch();
  }

  endValue(): void {
    this.#texts.finish();
    const last = this.#stretchCount - 1;
    const tokens = this.tokenCount - this.#stretches.tokens[last]!;
    if (tokens === 0) this.#stretchCount--;
    this.#position = this.#stretches.positions[last]! + tokens + VALUE_GAP;
  }

  /** A whole value under another analysis than text. */
  addValue(value: string, analysis: Analysis): void {
    if (analysis === 'text') {
      this.beginValue();
      this.addText(value);
      this.endValue();
      return;
    }
    const folded = foldWhole(value);
    if (folded === '') return;
    this.#stretch();
    this.#log.logWhole(folded);
    this.#position += 1 + VALUE_GAP;
  }

  /** Ends the field: its tokens in the document, and whether positions ran out. */
  endField(): { tokens: number; isCut: boolean } {
    return { tokens: this.#log.fieldTokens, isCut: this.#log.isCut };
  }

  #stretch(): void {
    const stretches = this.#stretches;
    const n = this.#stretchCount++;
    if (n === stretches.docs.length) {
      const grow = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
        const grown = new Uint32Array(old.length * 2);
        grown.set(old);
        return grown;
      };
      this.#stretches = {
        docs: grow(stretches.docs),
        tokens: grow(stretches.tokens),
        positions: grow(stretches.positions),
      };
    }
    this.#stretches.docs[n] = this.#doc;
    this.#stretches.tokens[n] = this.tokenCount;
    this.#stretches.positions[n] = Math.min(this.#position, POSITION_MAX);
    // There the stretch reaches the highest position.
    this.#log.limitTo(this.tokenCount + POSITION_MAX - this.#position);
  }

  /** Inverts the run. The builder must be cleared before it is used again, and the cursor read before that. */
  invert(): TermCursor {
    const terms = new TermTable(this.#log);
    const starts = new Uint32Array(terms.count + 1);
    const { tokens, tokenCount } = this.#log;
    for (let i = 0; i < tokenCount; i++) starts[tokens[i]! + 1]!++;
    for (let term = 0; term < terms.count; term++) starts[term + 1]! += starts[term]!;
    const next = starts.slice(0, terms.count);
    if (this.#inverted.docs.length < tokenCount) {
      const capacity = this.#capacityFor(tokenCount);
      this.#inverted = { docs: new Uint32Array(capacity), positions: new Uint32Array(capacity) };
    }
    const { docs, positions } = this.#inverted;
    for (let n = 0; n < this.#stretchCount; n++) {
      const doc = this.#stretches.docs[n]!;
      const from = this.#stretches.tokens[n]!;
      const to = n + 1 < this.#stretchCount ? this.#stretches.tokens[n + 1]! : tokenCount;
      let position = this.#stretches.positions[n]!;
      for (let i = from; i < to; i++) {
        const index = next[tokens[i]!]!++;
        docs[index] = doc;
        positions[index] = position++;
      }
    }
    return new InvertedRun(terms, terms.sorted(), starts, docs, positions);
  }

  /** Twice as much as is needed, up to a full run. Beyond that there is only the rest of one document, or a piece of a text. */
  #capacityFor(tokens: number): number {
    const full = this.#limits.tokens + TOKENS_BEYOND;
    return tokens < full ? Math.min(tokens * 2, full) : tokens * 2;
  }

  /** Clears what was written, possibly in the middle of a value: its next token keeps its position. */
  clearWithinValue(): void {
    const last = this.#stretchCount - 1;
    this.#position = this.#stretches.positions[last]! + this.tokenCount - this.#stretches.tokens[last]!;
    this.clear();
    this.#stretch();
  }

  clear(): void {
    this.#log.clear();
    this.#stretchCount = 0;
  }

  /** Nothing of it is used after that. A log that had many tokens is not kept for others: its memory is needed for the merge. */
  close(): void {
    if (this.#inverted.docs.length <= KEPT_TOKENS) giveTermLogBack(this.#log);
  }
}

class InvertedRun implements TermCursor {
  readonly #table: TermTable;
  readonly #sorted: SortedTerms;
  readonly #starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
  readonly bytes: Uint8Array;
  field = 0;
  termStart = 0;
  termEnd = 0;
  from = 0;
  #at = -1;
  #isRead = false;

  constructor(table: TermTable, sorted: SortedTerms, starts: Uint32Array, docs: Uint32Array, positions: Uint32Array) {
    this.#table = table;
    this.#sorted = sorted;
    this.#starts = starts;
    this.docs = docs;
    this.positions = positions;
    this.bytes = sorted.bytes;
  }

  next(): boolean {
    if (++this.#at >= this.#sorted.order.length) return false;
    const term = this.#sorted.order[this.#at]!;
    this.field = this.#table.fieldOf(term);
    this.termStart = this.#sorted.starts[term]!;
    this.termEnd = this.#sorted.starts[term + 1]!;
    this.#isRead = false;
    return true;
  }

  read(): number {
    if (this.#isRead) return 0;
    this.#isRead = true;
    const term = this.#sorted.order[this.#at]!;
    this.from = this.#starts[term]!;
    return this.#starts[term + 1]! - this.from;
  }

  close(): void {}
}
