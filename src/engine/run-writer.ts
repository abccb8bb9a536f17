import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis } from './format.ts';
import type { FieldEnd, Inverter } from './inverter.ts';
import { RunBuilder, type RunLimits } from './run-builder.ts';
import { type RunFile, RunReader, writeRun } from './run-file.ts';
import { RunMerger } from './run-merger.ts';
import type { TermSource } from './term-source.ts';

/** Inverts in the thread that calls. Runs that are full go to files; the last one stays in memory until it is asked for. */
export class RunWriter implements Inverter {
  readonly isBusy = false;
  readonly #runs: RunBuilder;
  readonly #directory: string;
  readonly #prefix: string;
  readonly #files: RunFile[] = [];
  readonly #onFieldEnd: FieldEnd;
  #field = 0;
  #doc = 0;

  /** Files are made in `directory`, which is made when it is needed; their names begin with `prefix`. */
  constructor(directory: string, prefix: string, limits: RunLimits, onFieldEnd: FieldEnd) {
    this.#directory = directory;
    this.#prefix = prefix;
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
    // A text can be larger than a run: the merge puts its positions together again.
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

  /** Writes the run to a file where it is full. */
  endDocument(): void {
    if (!this.#runs.isFull) return;
    this.#writeRun();
    this.#runs.clear();
  }

  async settle(): Promise<void> {}

  async finish(): Promise<TermSource> {
    const last = this.#runs.invert();
    return new RunMerger([...this.#files.map((file) => new RunReader(file)), last]);
  }

  /** Writes the last run too; returns all of them, in order. */
  finishFiles(): readonly RunFile[] {
    if (this.#runs.tokenCount > 0) this.#writeRun();
    this.#runs.clear();
    return this.#files;
  }

  async close(): Promise<void> {}

  #writeRun(): void {
    mkdirSync(this.#directory, { recursive: true });
    const path = join(this.#directory, `${this.#prefix}${this.#files.length}`);
    this.#files.push(writeRun(path, this.#runs.invert()));
  }
}
