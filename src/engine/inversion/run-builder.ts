/** Inverts documents in memory, up to one full run: the tokens of consecutive documents, sorted by term. */
import { foldWhole, WHOLE_VALUE_UNITS_MAX } from '../../analysis/whole-value.ts';
import type { Analysis } from '../../schema/field-types.ts';
import { tuning } from '../../shared/thresholds.ts';
import { POSITION_MAX, VALUE_GAP } from '../format.ts';
import { writeSketchRow } from '../neardup/sketch-row.ts';
import type { FieldTokens } from './inverter.ts';
import { giveTermLogBack, LoggedTexts, takeTermLog } from './logged-texts.ts';
import type { RunFile } from './runs/run-file.ts';
import { writeRunBytes } from './runs/run-file-writer.ts';
import type { WaitingTerms } from './sequences/waiting-terms.ts';
import type { TermLog } from './term-log.ts';

/**
 * Collects the tokens of documents and inverts them when the run is full. Logs tokens as term numbers in order of
 * arrival. One counting sort then sorts them by term, in place. {@link RunLimits} bounds the memory.
 */
export interface RunLimits {
  /** Tokens in a run: 4 bytes each while it grows, 8 more while it is inverted. A stretch counts as three tokens. */
  readonly tokens: number;
  /** Bytes of the term table. */
  readonly termBytes: number;
  /** Number of runs merged into a longer one. Each has buffers and an open file during a merge. */
  readonly runs: number;
}

/** Larger runs would be fewer, but slower, because their terms would exceed the processor's caches. */
export const RUN_LIMITS: RunLimits = {
  tokens: tuning.runTokens,
  termBytes: tuning.runTermBytes,
  runs: tuning.runsMerged,
};

/**
 * Returns the limits of each of several threads. At the end, each thread opens the runs of all threads. So the fewer
 * threads, the fewer runs must be merged twice.
 */
export function runLimitsOf(threads: number): RunLimits {
  return { ...RUN_LIMITS, runs: Math.max(RUN_LIMITS.runs, Math.floor(tuning.runsOpened / threads)) };
}

/** Room for the last document or piece of a full run, which hardly ever has more tokens. */
const TOKENS_BEYOND = 1 << 19;
const KEPT_TOKENS = 1 << 17;

export class RunBuilder {
  readonly #limits: RunLimits;
  /** The tokens and their terms. */
  readonly #log: TermLog;
  readonly #texts: LoggedTexts;
  /** Stretches of tokens of one value: for each its document, its first token, and the position of that token. */
  #stretches: { docs: Uint32Array; tokens: Uint32Array; positions: Uint32Array };
  #stretchCount = 0;
  /** Positions of the run before the last stretch. */
  #positionsBefore = 0;
  /** Long words before the current field. */
  #longWordsBefore: number;
  /** Number of tokens of the longest run that the log has room for. */
  #tokensMost = 0;
  #doc = -1;
  /** Position of the next token of the current field. */
  #position = 0;
  /** Values of the current field so far. */
  #valueCount = 0;

  constructor(limits: RunLimits = RUN_LIMITS) {
    this.#limits = limits;
    this.#log = takeTermLog(limits.tokens + TOKENS_BEYOND);
    this.#longWordsBefore = this.#log.longWords;
    this.#texts = new LoggedTexts(this.#log);
    this.#stretches = { docs: new Uint32Array(1024), tokens: new Uint32Array(1024), positions: new Uint32Array(1024) };
  }

  /** Whether the run should be written now. Checked between documents. */
  get isFull(): boolean {
    const { tokens, termBytes } = this.#limits;
    return this.tokenCount + 3 * this.#stretchCount >= tokens || this.#log.termBytes >= termBytes;
  }

  /** Whether the run must not end here, within a value. Waiting adds at most the pieces of one word. */
  get mayShare(): boolean {
    return this.#log.mayShare;
  }

  get tokenCount(): number {
    return this.#log.tokenCount;
  }

  /** Begins the values of one field of one document. Documents must ascend, with each field once. */
  beginField(doc: number, field: number): void {
    this.#doc = doc;
    this.#position = 0;
    this.#valueCount = 0;
    this.#log.beginField(field);
  }

  /** Adds a piece of the current value. An `analysis` other than text needs the whole value in one piece. */
  addText(text: string): void {
    this.#texts.feed(text);
  }

  /** Like `addText`, for the ASCII bytes `bytes[from … to)`. */
  addAscii(bytes: Uint8Array, from: number, to: number): void {
    this.#texts.feedAscii(bytes, from, to);
  }

  /** Begins a value of analysis text. Every value but the first gets a mark; see `VALUE_MARK`. */
  beginValue(): void {
    if (this.#valueCount++ > 0) {
      this.#stretch();
      this.#log.logMark();
    }
    this.#stretch();
  }

  /** Begins to sketch a text: everything added from now on. */
  beginSketch(): void {
    this.#log.beginSketch();
  }

  /** Writes the row of the sketch at the beginning of `rows`. Returns false if the text has too few tokens. */
  endSketch(rows: Uint32Array): boolean {
    return writeSketchRow(this.#log.endSketch(), rows, 0);
  }

  endValue(): void {
    this.#texts.finish();
    const last = this.#stretchCount - 1;
    const positions = this.#log.positionCount - this.#positionsBefore;
    if (this.tokenCount === this.#stretches.tokens[last]!) this.#stretchCount--;
    this.#position = this.#stretches.positions[last]! + positions + VALUE_GAP;
  }

  /** Adds a whole value. With any analysis except text, it becomes one term. */
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

  /** Like `addValue`, for the ASCII bytes `bytes[from … to)`. */
  addAsciiValue(bytes: Uint8Array, from: number, to: number, analysis: Analysis): void {
    if (analysis === 'text') {
      this.beginValue();
      this.addAscii(bytes, from, to);
      this.endValue();
      return;
    }
    if (to - from > WHOLE_VALUE_UNITS_MAX) {
      this.addValue(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1'), analysis);
      return;
    }
    if (from === to) return;
    this.#stretch();
    this.#log.logWholeAscii(bytes, from, to);
    this.#position += 1 + VALUE_GAP;
  }

  /**
   * Adds a complete field with a single ASCII value of at most `WHOLE_VALUE_UNITS_MAX` bytes; `beginField` is not needed.
   * Returns its tokens, or a negative number if `endField` must be called for them.
   */
  addAsciiField(doc: number, field: number, bytes: Uint8Array, from: number, to: number, analysis: Analysis): number {
    this.#doc = doc;
    this.#position = 0;
    this.#pushStretch();
    const isText = analysis === 'text';
    const tokens = to === from ? 0 : this.#log.asciiField(field, bytes, from, to, isText, POSITION_MAX);
    if (tokens === 0) this.#stretchCount--;
    return tokens;
  }

  /** Logs buffered terms of a field of a document, after its earlier terms. */
  addTerms(doc: number, { field, bytes, ends, count, logged }: WaitingTerms): FieldTokens {
    this.beginField(doc, field);
    this.#position = logged;
    this.#stretch();
    for (let i = 0, from = 0; i < count; i++) {
      this.#log.logWholeAscii(bytes, from, ends[i]!);
      from = ends[i]!;
    }
    return this.endField();
  }

  /** Ends the field in the document. */
  endField(): FieldTokens {
    const { fieldTokens, isCut, isShared, longWords } = this.#log;
    const before = this.#longWordsBefore;
    this.#longWordsBefore = longWords;
    return { positions: fieldTokens, isCut, isShared, longWords: longWords - before };
  }

  #stretch(): void {
    this.#pushStretch();
    // The last stretch reaches the highest position so far.
    this.#positionsBefore = this.#log.positionCount;
    this.#log.limitTo(this.#positionsBefore + POSITION_MAX - this.#position);
  }

  #pushStretch(): void {
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
  }

  /** Writes the inverted run to a new file. The builder must be cleared before it is used again. */
  writeTo(path: string): RunFile {
    return writeRunBytes(path, this.#invert());
  }

  #invert(): TermLog {
    const log = this.#log;
    const { docs, tokens, positions } = this.#stretches;
    this.#tokensMost = Math.max(this.#tokensMost, this.tokenCount);
    log.beginInverted();
    for (let n = 0; n < this.#stretchCount; n++) {
      const end = n + 1 < this.#stretchCount ? tokens[n + 1]! : this.tokenCount;
      log.assign(docs[n]!, positions[n]!, tokens[n]!, end);
    }
    return log;
  }

  /** Clears the written tokens, possibly in the middle of a value, whose next token keeps its position. */
  clearWithinValue(): void {
    const last = this.#stretchCount - 1;
    this.#position = this.#stretches.positions[last]! + this.#log.positionCount - this.#positionsBefore;
    this.clear();
    this.#stretch();
  }

  clear(): void {
    this.#log.clear();
    this.#stretchCount = 0;
  }

  /** Must be the last call. A log with many tokens is not pooled, because the merge needs the memory. */
  close(): void {
    if (this.#tokensMost <= KEPT_TOKENS) giveTermLogBack(this.#log);
  }
}
