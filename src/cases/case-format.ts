/** What a case format is: a name, and how a directory of it is recognised and opened. docs/case-formats.md has the rest. */
import type { CaseReader, FormatVersion } from './case-reader.ts';

/** The directory of a case: as it was given, and its real path. */
export interface CaseLocation {
  readonly path: string;
  readonly realPath: string;
}

export interface CaseFormat extends FormatVersion {
  /**
   * What the directory lacks to be a case of this format, in words for people, or null if it looks like one. Looks only at
   * names; `open` reports anything else that is wrong.
   */
  detect(location: CaseLocation): Promise<string | null>;

  /** Throws AppError CASE_UNREADABLE, naming the file and the fault. */
  open(location: CaseLocation): Promise<CaseReader>;
}
