/**
 * The interface of a kind of load file: names of its files, how they begin, and how their rows are read. `table-kinds.ts` lists
 * them.
 */
import type { Mapping } from './mapping.ts';
import type { RowSource } from './rows/row-source.ts';
import type { PositionReader } from './rows/text-encoding.ts';

/** An open file, or an entry of an archive. Sequential reads are fast. */
export interface TableInput extends PositionReader {
  readonly bytes: number;
  close(): Promise<void>;
}

/** Opens the file for one pass. The caller closes it. */
export type OpenTable = () => Promise<TableInput>;

export interface TableKind {
  readonly name: string;
  /** Suffixes of its file names, in lower case. The longest suffix of all kinds decides. */
  readonly endings: readonly string[];
  /** Further suffixes that count only if the path of the file is given, because other files also use them. */
  readonly givenEndings?: readonly string[];
  /** Whether it counts in folders below the case, where other tools store their output. */
  readonly isInFolders: boolean;
  /** Whether tables of this kind count only if the folder has none of other kinds. */
  readonly isWeak?: true;
  /** A list that belongs to the table of the same name, and is a table only if there is no other. */
  readonly isImageList?: true;
  /**
   * Whether a file with these first bytes is a table of this kind. Called if a folder has several tables. If absent, only the
   * name of the file decides.
   */
  isTable?(head: Buffer): boolean;
  /** Whether it needs random access. */
  readonly isSeeking?: true;
  /** `head`: its first bytes. */
  newRows(open: OpenTable, mapping: Mapping, head: Buffer): RowSource;
  /**
   * Returns the tables of a file that may have several. If absent, it has one. Throws AppError with a reason that a client may
   * see. `realFolder`: the real path of its folder, or null in an archive.
   */
  tablesIn?(open: OpenTable, realFolder: string | null): Promise<InnerTables>;
  /** The name of another file in its folder that contains the rows. */
  readonly companion?: string;
}

export interface InnerTables {
  readonly tables: readonly InnerTable[];
  /** Contents of the file that are not read, with the reasons. */
  readonly passedOver: readonly { readonly name: string; readonly reason: string }[];
}

/** A table inside a file: a sheet of a workbook. */
export interface InnerTable {
  readonly name: string;
  newRows(open: OpenTable, mapping: Mapping): RowSource;
}
