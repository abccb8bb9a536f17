/**
 * The interface of a case format: its name, and how to recognize and open a case. docs/case-formats.md describes the details.
 */
import type { CaseReader, FormatVersion } from './case-reader.ts';

/** Options of a case besides its path. Each format uses its own. */
export interface CaseOptions {
  /** Folders with evidence that a case may refer to outside itself, as given by the operator. */
  readonly evidenceRoots?: readonly string[];
  /** A case must be inside one of these folders. If absent, it may be anywhere. */
  readonly roots?: readonly string[];
  /** How to read the columns of a load file, as JSON. The format validates it. */
  readonly mapping?: unknown;
  /**
   * Whether another thread reads the same case, verifies the checksums of its large files, and stops everything if one is
   * wrong.
   */
  readonly isVerifiedElsewhere?: boolean;
}

/** The location of a case: its path as given, and its real path. It is a directory, or a file for single-file formats. */
export interface CaseLocation {
  readonly path: string;
  readonly realPath: string;
  readonly isFile: boolean;
  readonly options: CaseOptions;
}

export interface CaseFormat extends FormatVersion {
  /** Whether it accepts a mapping. A mapping for a case of another format is an error. */
  readonly takesMapping?: true;

  /**
   * Whether a case that another format also recognizes belongs to the other one. If all formats that recognize it give way, it
   * belongs to the first that is sure.
   */
  readonly givesWay?: boolean;

  /**
   * Whether a case that `detect` recognizes may belong to another format with `givesWay`, for example because it was found only
   * by searching folders. If several formats recognize a case and none is sure, it is refused, because each would leave out
   * items that another one reads.
   */
  isUnsure?(location: CaseLocation): Promise<boolean>;

  /**
   * Returns why the directory or file is not a case of this format, for display, or null if it looks like one. Reads only
   * names. `open` reports everything else that is wrong.
   */
  detect(location: CaseLocation): Promise<string | null>;

  /** Throws AppError CASE_UNREADABLE, naming the file and the fault. */
  open(location: CaseLocation): Promise<CaseReader>;
}
