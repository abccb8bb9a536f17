/** What a build, a check or a report says of a case that is not as it should be. */

/** Something in the case that could not be used. Listed in the build report. */
export interface CaseProblem {
  readonly file: string;
  /** 1-based line in `file`, or null if the file as a whole is at fault. */
  readonly line: number | null;
  /** The item concerned, if known. */
  readonly id: number | null;
  /** `record`: skipped whole. `value`: one value dropped. `part`: text, content or thumb cannot be read. `case`: a wrong count, a truncated file. `limit`: cut by a limit. `type`: a value that does not fit the type of its field, searchable as text only. `orphan`: terms that are of no item, left out. */
  readonly kind: 'record' | 'value' | 'part' | 'case' | 'limit' | 'type' | 'orphan';
  readonly reason: string;
}

/** Problems of these kinds are reported, but do not affect what can be found or read. */
export const HARMLESS: ReadonlySet<string> = new Set<CaseProblem['kind']>(['type', 'orphan']);
