/** Finds and logs, with a kernel, the pairs in documents of some blocks, and writes them as runs. */
import { PAIR_MARK } from '../format.ts';
import type { RunFile } from '../inversion/runs/run-file.ts';
import { writeRunBytes } from '../inversion/runs/run-file-writer.ts';
import type { SpilledRuns } from '../inversion/runs/spilled-runs.ts';
import { BLOCK_SIZE } from '../postings/doc-block.ts';
import type { FrequentTerm } from './frequent-terms.ts';
import type { DocumentPairs } from './pair-finder.ts';
import { PairLog } from './pair-log.ts';
import type { OccurrencesByDocument } from './term-occurrences.ts';

const MARK = PAIR_MARK.charCodeAt(0);

export class LoggedPairs implements DocumentPairs {
  readonly #log: PairLog;
  readonly #runs: SpilledRuns;

  /** `pairs`: maximum number of pairs in a run. */
  constructor(field: number, terms: readonly FrequentTerm[], pairs: number, runs: SpilledRuns) {
    const sizes = { blockSize: BLOCK_SIZE, pairs };
    this.#log = new PairLog(
      field,
      terms.map(({ term }) => term),
      MARK,
      sizes,
    );
    this.#runs = runs;
  }

  get counts(): Uint32Array {
    return this.#log.counts;
  }

  begin(from: number, occurrences: number): OccurrencesByDocument {
    this.#log.begin(from, occurrences);
    const { positions, numbers, ends } = this.#log;
    return { positions, terms: numbers, next: ends };
  }

  end(base: number, to: number): void {
    while (!this.#log.find(base, to)) this.#writeRun();
  }

  /** Returns all runs, including the last. Must be the last call. */
  finish(): readonly RunFile[] {
    if (this.#log.length > 0) this.#writeRun();
    this.#log.release();
    return this.#runs.files;
  }

  #writeRun(): void {
    this.#log.beginRun();
    this.#runs.addBy((path) => writeRunBytes(path, this.#log));
    this.#log.clear();
  }
}
