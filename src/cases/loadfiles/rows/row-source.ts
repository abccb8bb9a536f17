/**
 * The common interface of all kinds of load files: rows of values under columns. A row becomes an item. Its number, counted
 * from 1, is the item's id.
 */
import type { CaseProblem } from '../../case-reader.ts';

export interface TableRow {
  readonly number: number;
  /** 1-based line in which it begins. */
  readonly line: number;
  /** Indexed by column. Several values if the kind of load file permits repeated values. */
  readonly values: readonly (string | readonly string[] | undefined)[];
  /** Properties without a column. A column of the same property takes precedence. */
  readonly properties?: readonly (readonly [name: string, values: readonly string[]])[];
}

export interface RowObserver {
  /** `id`: the number of the row, if it is an item. */
  problem(kind: CaseProblem['kind'], line: number | null, id: number | null, reason: string): void;
  /** Bytes of the load file read since the last call. */
  progress(bytes: number): void;
  /** Reports a family link, by document ids, that is stored separately from the rows. */
  link(parent: string, child: string): void;
}

/** The uses of columns that a kind of load file implies. */
export type FixedUse = 'document' | 'parent' | 'native' | 'text' | 'inline text';

export interface RowSource {
  /** The detected kind, encoding and dialect of the file, for display. */
  readonly description: string;
  /** Unique names of the columns. More may be added during the first pass. */
  readonly columns: readonly string[];
  readonly fixedUses: ReadonlyMap<string, FixedUse>;
  /** Properties by column. If present, names of other columns have no meaning, except in a mapping. */
  readonly ownNames?: ReadonlyMap<string, string>;
  /** The program that wrote the file, if its kind reveals it. */
  readonly tool?: string;
  /** Whether the values of a cell are already separate. Cells are then not split, unless a mapping specifies a separator. */
  readonly hasOwnLists?: boolean;
  /** The members of a mapping that reads the file in the same way. */
  readonly asMapping: Readonly<Record<string, unknown>>;
  /** Reads the beginning of the file. Throws AppError CASE_UNREADABLE if it has no table. */
  prepare(): Promise<void>;
  /** Yields the rows from the first, in batches. Never throws for the contents of the file. */
  rows(observer: RowObserver): AsyncIterable<readonly TableRow[]>;
}
