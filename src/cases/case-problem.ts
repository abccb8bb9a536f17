/** The problems of a case, as listed by builds, checks and reports. */

/** A part of the case that could not be used. Listed in the build report. */
export interface CaseProblem {
  readonly file: string;
  /** 1-based line in `file`, or null if the whole file is at fault. */
  readonly line: number | null;
  /** The item concerned, if known. */
  readonly id: number | null;
  /**
   * `record`: skipped completely. `value`: one value dropped. `part`: text, content or thumb cannot be read. `case`: a wrong
   * count, a truncated file. `limit`: cut by a limit. `type`: a value that does not fit the type of its field, and is
   * searchable only as text. `orphan`: terms that belong to no item, which are left out.
   */
  readonly kind: 'record' | 'value' | 'part' | 'case' | 'limit' | 'type' | 'orphan';
  readonly reason: string;
}

/** Problems of these kinds are reported, but do not affect what can be found or read. */
export const HARMLESS: ReadonlySet<string> = new Set<CaseProblem['kind']>(['type', 'orphan']);
