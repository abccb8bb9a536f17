/**
 * Sorts the documents of each term if a case returns them in another order. Collects the occurrences of a term and
 * returns them by ascending document. The occurrences of a very frequent term are sorted in batches, written to runs,
 * and merged.
 */
import type { TermCursor } from '../../shared/term-cursor.ts';
import { tuning } from '../../shared/thresholds.ts';
import { RunFileReader } from '../inversion/runs/run-file-reader.ts';
import { RunMerger } from '../inversion/runs/run-merger.ts';
import { SpilledRuns } from '../inversion/runs/spilled-runs.ts';
import { TakingCursor } from '../inversion/taking-cursor.ts';
import { GatheredList } from './gathered-list.ts';

/** The location of temporary files. Their names begin with `prefix`. `directory` is created on demand. */
export interface SpillFiles {
  readonly directory: string;
  readonly prefix: string;
}

/** Resources for sorting lists. Cursors that are read one after the other can share them. */
export class ListOrdering {
  readonly list = new GatheredList();
  readonly #files: SpillFiles;

  constructor(files: SpillFiles) {
    this.#files = files;
  }

  newRuns(): SpilledRuns {
    const { directory, prefix } = this.#files;
    return new SpilledRuns(directory, prefix, tuning.runsMerged);
  }
}

export class OrderedCursor extends TakingCursor {
  readonly #cursor: TermCursor;
  readonly #ordering: ListOrdering;
  /** Source of the occurrences of the current term, once they are collected. */
  #source: TermCursor | null = null;
  #runs: SpilledRuns | null = null;

  /** `cursor` may return the documents of a term in any order, but each document only once. */
  constructor(cursor: TermCursor, ordering: ListOrdering) {
    super();
    this.#cursor = cursor;
    this.#ordering = ordering;
  }

  next(): boolean {
    this.#endTerm();
    const cursor = this.#cursor;
    if (!cursor.next()) return false;
    this.takeTerm(cursor, cursor.field);
    return true;
  }

  read(): number {
    this.#source ??= this.#gather();
    const source = this.#source;
    const count = source.read();
    this.takeOccurrences(source, source.from);
    return count;
  }

  #gather(): TermCursor {
    const cursor = this.#cursor;
    const { list } = this.#ordering;
    list.begin(cursor);
    for (let count = cursor.read(); count > 0; count = cursor.read()) {
      if (list.count > 0 && list.count + count > tuning.gatheredMax) this.#spill(list);
      list.add(cursor.docs, cursor.positions, cursor.from, cursor.from + count);
    }
    if (this.#runs === null) {
      list.sort();
      return list;
    }
    this.#spill(list);
    const merged = new RunMerger(this.#runs.files.map((file) => new RunFileReader(file)));
    merged.next();
    return merged;
  }

  #spill(list: GatheredList): void {
    this.#runs ??= this.#ordering.newRuns();
    list.sort();
    this.#runs.add(list);
    list.begin(this.#cursor);
  }

  #endTerm(): void {
    if (this.#runs !== null) {
      this.#source?.close();
      this.#runs.remove();
      this.#runs = null;
    }
    this.#source = null;
  }

  close(): void {
    this.#endTerm();
    this.#cursor.close();
  }
}
