/**
 * The record of the files of a case that an index covers, beside its data. A later build that finds the same files unchanged
 * indexes only the added ones. The record also has the facts that such a build needs about the items of these files.
 *
 *   case-files.json := {"sha256": SHA-256 of the value of "content", "content": CaseFilesRecord}
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseGrowth, CaseSegment } from '../../cases/case-reader.ts';
import { checksummed, readChecksummed } from '../../engine/checksummed-json.ts';
import { CASE_FILES_FILE } from '../../engine/index-parts.ts';
import type { DocRange } from '../../engine/postings/struck-documents.ts';
import type { SubjectMarks } from '../../engine/structure/mail-circles.ts';
import type { FieldType } from '../../schema/field-types.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProblemSummary } from '../build-report.ts';

/** Raised when members change. An index with a record of another version is not followed by a part. */
export const RECORD_VERSION = 2;

/** The findings of a build in one file. */
export interface FileContents {
  /** Records, including unusable ones. */
  readonly records: number;
  /** Its documents in the index. */
  readonly documents: readonly DocRange[];
  readonly problems: number;
}

/** Of all files together. With more, no file can be struck. */
export const RANGES_MAX = 2 ** 16;

export interface CaseFilesRecord extends Pick<CaseGrowth, 'basis'> {
  readonly version: typeof RECORD_VERSION;
  readonly files: readonly CaseSegment[];
  /** Facts of the format about each of them (`CaseReader.partFacts`). */
  readonly facts: readonly unknown[];
  /** Of each file; null if documents are too scattered, or numbered by the case. */
  readonly contents: readonly FileContents[] | null;
  /** Records in the files, including unusable ones. */
  readonly records: number;
  /** Whether a record was dropped because an earlier one has its id. */
  readonly hasRepeatedIds: boolean;
  /** Whether the number of records differs from the number that the case announced. */
  readonly isMiscounted: boolean;
  /** First and last id; -1 without items. */
  readonly firstId: number;
  readonly lastId: number;
  /** The greatest id that an item names as its parent; -1 if none does. */
  readonly lastParentId: number;
  readonly problems: ProblemSummary;
  /** Types that the case assigned to fields. */
  readonly types: readonly (readonly [field: string, type: FieldType])[];
  /** The types that the values of a field fit, if the field has no header because no searchable item has a value. */
  readonly possibleTypes: readonly (readonly [field: string, type: FieldType])[];
  /** Numbers of long values in columns of whole values. */
  readonly longValues: readonly (readonly [column: string, count: number])[];
  /** Subjects of mails, and of replies that refer to no mail: bits by hash, in Base64. */
  readonly mailSubjects: string;
  readonly replySubjects: string;
}

/** For millions of files. */
const BYTES_MAX = 2 ** 29;

export function writeCaseFiles(directory: string, record: CaseFilesRecord): void {
  writeFileSync(join(directory, CASE_FILES_FILE), checksummed(JSON.stringify(record)));
}

/** Returns null for an index of a format that cannot grow, or of another version. Throws INDEX_CORRUPT if the file was changed. */
export function readCaseFiles(directory: string): CaseFilesRecord | null {
  const record = readChecksummed<CaseFilesRecord>(join(directory, CASE_FILES_FILE), BYTES_MAX, damaged);
  return record?.version === RECORD_VERSION ? record : null;
}

function damaged(_reason: string, cause?: unknown): AppError {
  const reason = `${CASE_FILES_FILE}, the list of the files that an index covers, is damaged; build the index again: index build --force`;
  return new AppError('INDEX_CORRUPT', reason, cause === undefined ? {} : { cause });
}

/** Returns the marks of subjects as bits in Base64. */
export function packedSubjects({
  mails,
  replies,
}: SubjectMarks): Pick<CaseFilesRecord, 'mailSubjects' | 'replySubjects'> {
  return { mailSubjects: packed(mails), replySubjects: packed(replies) };
}

function packed(marks: Uint8Array): string {
  const bits = Buffer.alloc(marks.length >>> 3);
  for (let i = 0; i < marks.length; i++) if (marks[i] !== 0) bits[i >>> 3]! |= 1 << (i & 7);
  return bits.toString('base64');
}

/** Whether two packed sets of subjects have a bit in common. */
export function haveCommonSubject(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a, 'base64'), Buffer.from(b, 'base64')];
  return one.some((byte, i) => (byte & (other[i] ?? 0)) !== 0);
}
