/** What is asked of a process that reads databases. */
import type { EvidenceScope } from '../evidence/evidence-files.ts';

export interface DatabaseRequest {
  readonly scope: EvidenceScope;
  /** As the case spells it. */
  readonly file: string;
  /** Written by this program; what comes from the case is bound. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
  readonly want: 'rows' | 'numbers' | ValueWanted;
}

/** The first column of the first row, as bytes. */
export interface ValueWanted {
  readonly isGzip: boolean;
  /** What the value, decompressed, must have as MD5, in upper-case hexadecimal; null if that is not known. */
  readonly md5: string | null;
  readonly start: number;
  readonly end: number;
}

export type Row = readonly (string | number | null)[];

/** Null if there is no row. `piece` begins at `start` and may be shorter than what was asked for. */
export type ValueAnswer = { readonly bytes: number; readonly piece: Uint8Array } | null;
