/** What a case format is: a name, and how a case of it is recognised and opened. docs/case-formats.md has the rest. */
import type { CaseReader, FormatVersion } from './case-reader.ts';

/** What is said of a case besides its path. Each format takes what concerns it. */
export interface CaseOptions {
  /** Folders with evidence that a case may name outside itself, as the operator gave them. */
  readonly evidenceRoots?: readonly string[];
  /** A case lies below one of these folders, or does not open. Everywhere where they are not given. */
  readonly roots?: readonly string[];
  /** How the columns of a load file are to be understood, as JSON; the format checks it. */
  readonly mapping?: unknown;
  /** Another thread reads the same case, compares the checksums of its large files, and ends the work of all if one is wrong. */
  readonly isVerifiedElsewhere?: boolean;
}

/** Where a case lies: the path as it was given, and its real path; a directory, or a file for formats that are one. */
export interface CaseLocation {
  readonly path: string;
  readonly realPath: string;
  readonly isFile: boolean;
  readonly options: CaseOptions;
}

export interface CaseFormat extends FormatVersion {
  /** Whether it takes a mapping. One that is given for a case of another format is a fault. */
  readonly takesMapping?: true;

  /** A case that another format recognises, too, is of that one; if all of them give way, of the first that is sure. */
  readonly givesWay?: boolean;

  /**
   * Whether a case that `detect` recognises may be of another format that gives way: it was found only by searching folders, say. If none is
   * sure and several recognise it, it is refused: each would leave out what another one reads.
   */
  isUnsure?(location: CaseLocation): Promise<boolean>;

  /**
   * What the directory or file lacks to be a case of this format, in words for people, or null if it looks like one. Looks
   * only at names; `open` reports anything else that is wrong.
   */
  detect(location: CaseLocation): Promise<string | null>;

  /** Throws AppError CASE_UNREADABLE, naming the file and the fault. */
  open(location: CaseLocation): Promise<CaseReader>;
}
