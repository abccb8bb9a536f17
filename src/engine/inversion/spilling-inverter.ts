/** Inverts in the calling thread: builds runs, and spills full ones to disk. */
import type { Analysis } from '../../schema/field-types.ts';
import { ROW_WORDS, type SketchEnd } from '../neardup/sketch-row.ts';
import type { FieldLengths } from '../postings/field-lengths.ts';
import type { EncodedTerms } from './encoded-lists.ts';
import type { FieldEnd, Inverter } from './inverter.ts';
import { encodedRuns } from './range-encoder.ts';
import { RunBuilder, type RunLimits } from './run-builder.ts';
import type { RunFile } from './runs/run-file.ts';
import { SpilledRuns } from './runs/spilled-runs.ts';
import { type SequenceFields, SequenceRuns } from './sequences/sequence-runs.ts';

export class SpillingInverter implements Inverter {
  readonly isBusy = false;
  readonly #runs: RunBuilder;
  readonly #spilled: SpilledRuns;
  /** If null, texts are not searched for sequences of digits. */
  readonly #sequences: SequenceRuns | null;
  readonly #onFieldEnd: FieldEnd;
  /** If null, texts are not sketched. */
  readonly #onSketch: SketchEnd | null;
  readonly #row = new Uint32Array(ROW_WORDS);
  #field = 0;
  #doc = 0;

  /** Files are created in `directory`, which is created on demand. Their names begin with `prefix`. */
  constructor(
    directory: string,
    prefix: string,
    limits: RunLimits,
    onFieldEnd: FieldEnd,
    sequences: SequenceFields | null = null,
    onSketch: SketchEnd | null = null,
  ) {
    this.#spilled = new SpilledRuns(directory, prefix, limits.runs);
    this.#sequences = sequences === null ? null : new SequenceRuns(sequences, limits, this.#spilled);
    this.#runs = new RunBuilder(limits);
    this.#onFieldEnd = onFieldEnd;
    this.#onSketch = onSketch;
  }

  beginField(doc: number, field: number): void {
    this.#doc = doc;
    this.#field = field;
    this.#runs.beginField(doc, field);
  }

  addValue(value: string, analysis: Analysis): void {
    this.#runs.addValue(value, analysis);
  }

  /** Like `addValue`, for the ASCII bytes `bytes[from … to)`. */
  addAsciiValue(bytes: Uint8Array, from: number, to: number, analysis: Analysis): void {
    this.#runs.addAsciiValue(bytes, from, to, analysis);
  }

  /** Adds a complete field with the single ASCII value `bytes[from … to)` of at most `WHOLE_VALUE_UNITS_MAX` bytes. */
  addAsciiField(doc: number, field: number, bytes: Uint8Array, from: number, to: number, analysis: Analysis): void {
    this.#doc = doc;
    this.#field = field;
    const positions = this.#runs.addAsciiField(doc, field, bytes, from, to, analysis);
    if (positions < 0) this.endField();
    else this.#onFieldEnd(field, doc, { positions, isCut: false, isShared: false, longWords: 0 });
  }

  beginText(): void {
    this.#runs.beginValue();
    if (this.#onSketch !== null) this.#runs.beginSketch();
    this.#sequences?.beginText(this.#doc);
  }

  addText(piece: string): void {
    this.#runs.addText(piece);
    this.#sequences?.addText(piece);
    this.#spillWithin();
  }

  /** Like `addText`, for the ASCII bytes `bytes[from … to)`. */
  addAscii(bytes: Uint8Array, from: number, to: number): void {
    this.#runs.addAscii(bytes, from, to);
    this.#sequences?.addAscii(bytes, from, to);
    this.#spillWithin();
  }

  /** Writes a full run within a text, because a text can be larger than a run. The merge joins its positions again. */
  #spillWithin(): void {
    if (!this.#runs.isFull || this.#runs.mayShare) return;
    this.#spill();
    this.#runs.clearWithinValue();
  }

  endText(): void {
    this.#runs.endValue();
    if (this.#onSketch !== null && this.#runs.endSketch(this.#row)) this.#onSketch(this.#doc, this.#row, 0);
    this.#sequences?.endText(this.#onFieldEnd);
  }

  endField(): void {
    this.#onFieldEnd(this.#field, this.#doc, this.#runs.endField());
  }

  /** Writes the run to a file if it is full. */
  endDocument(): void {
    if (!this.#runs.isFull) return;
    this.#spill();
    this.#runs.clear();
  }

  async settle(): Promise<void> {}

  async finish(fields: () => readonly FieldLengths[]): Promise<EncodedTerms> {
    const runs = this.finishFiles();
    return {
      inThreads: false,
      pieces(documentCount) {
        const lengths = fields();
        return encodedRuns(runs, { fields: (field) => lengths[field]!, documentCount, hasPositions: true });
      },
    };
  }

  /** Writes the last run and returns all of them, in order. */
  finishFiles(): readonly RunFile[] {
    if (this.#runs.tokenCount > 0) this.#spill();
    this.#runs.clear();
    this.#sequences?.spill();
    return this.#spilled.files;
  }

  #spill(): void {
    this.#spilled.addBy((path) => this.#runs.writeTo(path));
  }

  async close(): Promise<void> {
    this.#runs.close();
    this.#sequences?.close();
  }
}
