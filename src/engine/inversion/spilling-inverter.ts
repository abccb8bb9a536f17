/** Inverts in the calling thread: builds runs, spills full ones to disk, and merges small ones into larger ones. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis } from '../../schema/field-types.ts';
import type { TermCursor } from '../../shared/term-cursor.ts';
import type { FieldEnd, Inverter } from './inverter.ts';
import { RunBuilder, type RunLimits } from './run-builder.ts';
import type { RunFile } from './run-file.ts';
import { RunFileReader } from './run-file-reader.ts';
import { writeRunFile } from './run-file-writer.ts';
import { RunMerger } from './run-merger.ts';

export class SpillingInverter implements Inverter {
  readonly isBusy = false;
  readonly #runs: RunBuilder;
  readonly #limits: RunLimits;
  readonly #directory: string;
  readonly #prefix: string;
  /** In chronological order; levels never ascend. */
  readonly #files: { readonly file: RunFile; readonly level: number }[] = [];
  #made = 0;
  readonly #onFieldEnd: FieldEnd;
  #field = 0;
  #doc = 0;

  /** Files are made in `directory`, which is made when it is needed; their names begin with `prefix`. */
  constructor(directory: string, prefix: string, limits: RunLimits, onFieldEnd: FieldEnd) {
    this.#directory = directory;
    this.#prefix = prefix;
    this.#limits = limits;
    this.#runs = new RunBuilder(limits);
    this.#onFieldEnd = onFieldEnd;
  }

  beginField(doc: number, field: number): void {
    this.#doc = doc;
    this.#field = field;
    this.#runs.beginField(doc, field);
  }

  addValue(value: string, analysis: Analysis): void {
    this.#runs.addValue(value, analysis);
  }

  beginText(): void {
    this.#runs.beginValue();
  }

  addText(piece: string): void {
    this.#runs.addText(piece);
    // A text can be larger than a run: the merge joins its positions again.
    if (!this.#runs.isFull) return;
    this.#writeRun();
    this.#runs.clearWithinValue();
  }

  endText(): void {
    this.#runs.endValue();
  }

  endField(): void {
    const { tokens, isCut } = this.#runs.endField();
    this.#onFieldEnd(this.#field, this.#doc, tokens, isCut);
  }

  /** Writes the run to a file if it is full. */
  endDocument(): void {
    if (!this.#runs.isFull) return;
    this.#writeRun();
    this.#runs.clear();
  }

  async settle(): Promise<void> {}

  async finish(): Promise<TermCursor> {
    const last = this.#runs.invert();
    return new RunMerger([...this.#files.map(({ file }) => new RunFileReader(file)), last]);
  }

  /** Writes the last run too; returns all of them, in order. */
  finishFiles(): readonly RunFile[] {
    if (this.#runs.tokenCount > 0) this.#writeRun();
    this.#runs.clear();
    return this.#files.map(({ file }) => file);
  }

  async close(): Promise<void> {}

  #writeRun(): void {
    mkdirSync(this.#directory, { recursive: true });
    this.#files.push({ file: this.#write(this.#runs.invert()), level: 0 });
    while (this.#mergeLast());
  }

  /** Merges the last runs if there are enough of one level. They are neighbours, so their documents stay in order. */
  #mergeLast(): boolean {
    const last = this.#files.slice(-this.#limits.runs);
    const level = last.at(-1)!.level;
    if (last.length < this.#limits.runs || last[0]!.level !== level) return false;
    const merged = this.#write(new RunMerger(last.map(({ file }) => new RunFileReader(file))));
    for (const { file } of last) rmSync(file.path);
    this.#files.splice(-last.length, last.length, { file: merged, level: level + 1 });
    return true;
  }

  #write(cursor: TermCursor): RunFile {
    try {
      return writeRunFile(join(this.#directory, `${this.#prefix}${this.#made++}`), cursor);
    } finally {
      cursor.close();
    }
  }
}
