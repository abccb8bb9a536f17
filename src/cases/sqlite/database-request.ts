/** Requests and answers of a process that reads databases. */
import type { EvidenceScope } from '../evidence/evidence-files.ts';

export interface DatabaseRequest {
  readonly scope: EvidenceScope;
  /** As the case spells it. */
  readonly file: string;
  /** Written by this program; what comes from the case is bound. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
  readonly want: RowsWanted | 'numbers' | ValueWanted;
}

/** Cells of all rows: `sql` is what follows the list of columns, `FROM …`. */
export interface RowsWanted {
  /** SQL expressions, in the order of the cells. */
  readonly columns: readonly string[];
  /** SQL before the SELECT: `WITH …`, or the empty string. */
  readonly before: string;
}

/** The first column of the first row, as bytes; `sql` is a SELECT of one column. */
export interface ValueWanted {
  readonly isGzip: boolean;
  /** What the value, decompressed, must have as MD5, in upper-case hexadecimal; null if that is not known. */
  readonly md5: string | null;
  readonly start: number;
  readonly end: number;
}

/** Integers are exact: a bigint if a number would round it. */
export type Cell = string | number | bigint | null | FaultyCell;

export type Row = readonly Cell[];

/** A cell that is not, or not in full, the text that the database holds. */
export interface FaultyCell {
  /** The readable part, or null. */
  readonly text: string | null;
  /** `limit`: cut. `value`: damaged, or bytes instead of text. */
  readonly kind: 'limit' | 'value';
  /** Fits behind the name of a column: `was cut at 65536 characters`. */
  readonly fault: string;
}

/** Null if there is no row. `piece` begins at `start` and may be shorter than what was asked for. */
export type ValueAnswer = { readonly bytes: number; readonly piece: Uint8Array } | null;
