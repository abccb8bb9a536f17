/**
 * What every kind of load file is to the rest: rows of values under columns. A row becomes an item; its number, counted
 * from 1, is the item's id.
 */
import type { CaseProblem } from '../../case-reader.ts';

export interface Row {
  readonly number: number;
  /** 1-based line in which it begins. */
  readonly line: number;
  /** By column; a kind of load file that repeats values gives all of them. */
  readonly values: readonly (string | readonly string[] | undefined)[];
  /** Properties that no column is; a column that is one goes before. */
  readonly properties?: readonly (readonly [name: string, values: readonly string[]])[];
}

export interface RowObserver {
  /** `id` is the number of the row. */
  problem(kind: CaseProblem['kind'], line: number | null, id: number | null, reason: string): void;
  /** Bytes of the load file read since the last call. */
  progress(bytes: number): void;
  /** A family that is told apart from the rows, by document ids. */
  link(parent: string, child: string): void;
}

/** What a kind of load file says of a column by itself. */
export type FixedUse = 'document' | 'parent' | 'native' | 'text' | 'inline text';

export interface RowSource {
  /** What was found out about the file, for people: its kind, encoding and dialect. */
  readonly description: string;
  /** Names of the columns, unique; further ones are added while rows are read for the first time. */
  readonly columns: readonly string[];
  readonly fixedUses: ReadonlyMap<string, FixedUse>;
  /** Properties by column. The names of other columns mean nothing then, but in a mapping. */
  readonly ownNames?: ReadonlyMap<string, string>;
  /** The program that wrote the file, if its kind shows it. */
  readonly tool?: string;
  /** A cell has each of its values apart: none is split, unless a mapping gives a separator. */
  readonly hasOwnLists?: boolean;
  /** The members of a mapping by which the file is read in the same way. */
  readonly asMapping: Readonly<Record<string, unknown>>;
  /** Reads the beginning of the file. Throws AppError CASE_UNREADABLE if there is no table in it. */
  prepare(): Promise<void>;
  /** The rows from the first, in batches. Never throws for what the file contains. */
  rows(observer: RowObserver): AsyncIterable<readonly Row[]>;
}
