/** What a kind of load file is: how its files are called, how they begin, and how their rows are read. `table-kinds.ts` lists them. */
import type { Mapping } from './mapping.ts';
import type { RowSource } from './rows/row-source.ts';
import type { ByteReader } from './rows/text-encoding.ts';

/** An open file, or an entry of an archive: reads in order are quick. */
export interface TableInput extends ByteReader {
  readonly bytes: number;
  close(): Promise<void>;
}

/** Opens the file for one way through it. Whoever opened it closes it. */
export type OpenTable = () => Promise<TableInput>;

export interface TableKind {
  readonly name: string;
  /** How names of its files end, in lower case. The longest ending of all kinds decides. */
  readonly endings: readonly string[];
  /** Further endings that count only if the path of the file is given: other files are called so, too. */
  readonly givenEndings?: readonly string[];
  /** Whether it counts in folders below the case, where other tools keep their output. */
  readonly isInFolders: boolean;
  /** A table of another kind in its folder is the case without it, as if alone. */
  readonly isWeak?: true;
  /** A list that belongs to the table of the same name, and is a table only where there is no other. */
  readonly isImageList?: true;
  /**
   * Whether a file that begins with these bytes is one. It is asked where a folder has several tables. Absent: each file of the name is one.
   */
  isTable?(head: Buffer): boolean;
  /** It is read out of order. */
  readonly isSeeking?: true;
  /** `head`: its first bytes. */
  newRows(open: OpenTable, mapping: Mapping, head: Buffer): RowSource;
  /** The tables of a file that may hold several. Absent: it is one. Throws AppError with a reason fit for a client. */
  tablesIn?(open: OpenTable): Promise<InnerTables>;
}

export interface InnerTables {
  readonly tables: readonly InnerTable[];
  /** What is in the file and is not read, by name, and why. */
  readonly passedOver: readonly { readonly name: string; readonly reason: string }[];
}

/** A table inside a file: a sheet of a workbook. */
export interface InnerTable {
  readonly name: string;
  newRows(open: OpenTable, mapping: Mapping): RowSource;
}
