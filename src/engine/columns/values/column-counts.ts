/**
 * Counts the documents of each distinct value of a column, log by log. Threads sort the logs anyway, and a sorted log
 * has each value once, so counting takes few lookups.
 */
import type { HeldValues } from './held-values.ts';

/** A column is not counted if it has more distinct values, or a value longer than `LONG_VALUE_UNITS`. */
export const DISTINCT_VALUES_MAX = 5000;

/** The values of a column in a log, in order of arrival, and the number of documents of each; null if there are too many. */
export interface CountedValues {
  readonly column: number;
  readonly values: string[] | null;
  readonly docs: number[];
}

/** Counts the values of some columns in a log, after its run was sorted. */
export function countColumnValues(held: HeldValues, columns: ReadonlySet<number>): readonly CountedValues[] {
  const found = new Map<number, CountedValues>();
  for (let value = 0; value < held.count; value++) {
    const column = held.columnOf(value);
    if (!columns.has(column)) continue;
    let counted = found.get(column);
    if (counted === undefined) {
      counted = { column, values: [], docs: [] };
      found.set(column, counted);
    }
    if (counted.values === null) continue;
    if (counted.values.length === DISTINCT_VALUES_MAX) found.set(column, { column, values: null, docs: [] });
    else {
      counted.values.push(held.text(value));
      counted.docs.push(held.docCount(value));
    }
  }
  return [...found.values()];
}

export class ColumnCounts {
  readonly #open = new Set<number>();
  readonly #counts = new Map<number, Map<string, number>>();
  /** Counts of logs that were sorted before an earlier log. */
  readonly #early = new Map<number, readonly CountedValues[]>();
  #next = 0;

  /** Columns that are still counted. */
  get columns(): ReadonlySet<number> {
    return this.#open;
  }

  open(column: number): void {
    this.#open.add(column);
    this.#counts.set(column, new Map());
  }

  /** Forgets a column that has too many values, or a value that is too long. */
  drop(column: number): void {
    this.#open.delete(column);
    this.#counts.delete(column);
  }

  /** Adds the counts of a log, by its number. Logs may come in any order. */
  add(log: number, counted: readonly CountedValues[]): void {
    this.#early.set(log, counted);
    for (let next = this.#early.get(this.#next); next !== undefined; next = this.#early.get(this.#next)) {
      this.#early.delete(this.#next++);
      for (const column of next) this.#addColumn(column);
    }
  }

  #addColumn({ column, values, docs }: CountedValues): void {
    const counts = this.#counts.get(column);
    if (counts === undefined) return;
    for (const [n, value] of (values ?? []).entries()) counts.set(value, (counts.get(value) ?? 0) + docs[n]!);
    if (values === null || counts.size > DISTINCT_VALUES_MAX) this.drop(column);
  }

  /** Returns the counts in order of first occurrence; null if the column was dropped. */
  of(column: number): ReadonlyMap<string, number> | null {
    return this.#counts.get(column) ?? null;
  }
}
