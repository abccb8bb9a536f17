/** Requests and answers of a process that reads databases. */
import type { EvidenceScope } from '../evidence/evidence-files.ts';

export interface DatabaseRequest {
  readonly scope: EvidenceScope;
  /** As the case spells it. */
  readonly file: string;
  /** A statement written by this program. Values from the case are bound parameters. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
  readonly want: RowsWanted | 'numbers' | ValueWanted;
}

/** Requests the cells of all rows. `sql` is the part after the list of columns: `FROM …`. */
export interface RowsWanted {
  /** SQL expressions, in the order of the cells. */
  readonly columns: readonly string[];
  /** SQL before the SELECT: `WITH …`, or the empty string. */
  readonly before: string;
}

/** Requests the first column of the first row, as bytes. `sql` must select one column. */
export interface ValueWanted {
  readonly isGzip: boolean;
  /** The MD5 of the decompressed value, in upper-case hexadecimal. Null if unknown. */
  readonly md5: string | null;
  readonly start: number;
  readonly end: number;
}

/** Integers are exact: a bigint if a number would be rounded. */
export type DatabaseCell = string | number | bigint | null | FaultyCell;

export type DatabaseRow = readonly DatabaseCell[];

/** A cell that is not valid text, or not all of it. */
export interface FaultyCell {
  /** The readable part, or null. */
  readonly text: string | null;
  /** `limit`: cut. `value`: damaged, or bytes instead of text. */
  readonly kind: 'limit' | 'value';
  /** Completes a message that begins with the name of a column: `was cut at 65536 characters`. */
  readonly fault: string;
}

/** Null if there is no row. `piece` begins at `start` and may be shorter than requested. */
export type ValueAnswer = { readonly bytes: number; readonly piece: Uint8Array } | null;
