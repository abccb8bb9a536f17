/**
 * Collects the sequences of digits in the texts of documents, and writes them to separate runs. They are found while
 * the words of a text are logged, but one log can only take the fields of a document one after the other. Memory does
 * not grow with a text.
 */
import type { IdentifierKind } from '../../../analysis/identifiers/identifier-kinds.ts';
import { IdentifierScanner } from '../../../analysis/identifiers/identifier-scanner.ts';
import type { FieldEnd } from '../inverter.ts';
import { RunBuilder, type RunLimits } from '../run-builder.ts';
import type { SpilledRuns } from '../runs/spilled-runs.ts';
import { WaitingTerms } from './waiting-terms.ts';

/** The field number of each kind. */
export type SequenceFields = Readonly<Record<IdentifierKind, number>>;

/** Small limits, because there are far fewer sequences than words. */
const RUN_PART = 8;

export class SequenceRuns {
  readonly #limits: RunLimits;
  readonly #spilled: SpilledRuns;
  readonly #kinds: readonly WaitingTerms[];
  readonly #scanner: IdentifierScanner;
  /** Null until the first sequence. */
  #runs: RunBuilder | null = null;
  #doc = 0;

  constructor(fields: SequenceFields, limits: RunLimits, spilled: SpilledRuns) {
    this.#limits = {
      ...limits,
      tokens: Math.ceil(limits.tokens / RUN_PART),
      termBytes: Math.ceil(limits.termBytes / RUN_PART),
    };
    this.#spilled = spilled;
    const digits = new WaitingTerms(fields.digits);
    const hex = new WaitingTerms(fields.hex);
    this.#kinds = [digits, hex];
    const sinkOf = (waiting: WaitingTerms) => (bytes: Uint8Array, from: number, to: number) => {
      if (waiting.add(bytes, from, to)) this.#log(waiting);
    };
    this.#scanner = new IdentifierScanner({ digits: sinkOf(digits), hex: sinkOf(hex) });
  }

  addText(piece: string): void {
    this.#scanner.feed(piece);
  }

  /** Like `addText`, for the ASCII bytes `bytes[from … to)`. */
  addAscii(bytes: Uint8Array, from: number, to: number): void {
    this.#scanner.feedAscii(bytes, from, to);
  }

  beginText(doc: number): void {
    this.#doc = doc;
  }

  /** Ends the text. Reports each field with sequences. */
  endText(onFieldEnd: FieldEnd): void {
    this.#scanner.finish();
    for (const waiting of this.#kinds) {
      if (waiting.count > 0) this.#log(waiting);
      const { field, isCut, logged: positions } = waiting;
      if (positions > 0) onFieldEnd(field, this.#doc, { positions, isCut, isShared: false, longWords: 0 });
      waiting.logged = 0;
      waiting.isCut = false;
    }
  }

  #log(waiting: WaitingTerms): void {
    this.#runs ??= new RunBuilder(this.#limits);
    const { isCut, positions } = this.#runs.addTerms(this.#doc, waiting);
    waiting.isCut ||= isCut;
    waiting.logged += positions;
    waiting.clear();
    if (this.#runs.isFull) this.spill();
  }

  /** Writes the current run. */
  spill(): void {
    const runs = this.#runs;
    if (runs === null || runs.tokenCount === 0) return;
    this.#spilled.addBy((path) => runs.writeTo(path));
    runs.clear();
  }

  close(): void {
    this.#runs?.close();
  }
}
