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

/** The version is raised when members change. No part is added to an index whose record has another version. */
export const RECORD_VERSION = 2;

/** The findings of a build in one file. */
export interface FileContents {
  /** Records, including unusable ones. */
  readonly records: number;
  /** The documents of the file in the index. */
  readonly documents: readonly DocRange[];
  readonly problems: number;
}

/** Maximum number of ranges of all files together. If there are more, no file can be struck. */
export const RANGES_MAX = 2 ** 16;

export interface CaseFilesRecord extends Pick<CaseGrowth, 'basis'> {
  readonly version: typeof RECORD_VERSION;
  readonly files: readonly CaseSegment[];
  /** Facts that the format records about each file (`CaseReader.partFacts`). */
  readonly facts: readonly unknown[];
  /** The contents of each file. Null if documents are too scattered, or numbered by the case. */
  readonly contents: readonly FileContents[] | null;
  /** Records in the files, including unusable ones. */
  readonly records: number;
  /** Whether a record was dropped because an earlier one has its id. */
  readonly hasRepeatedIds: boolean;
  /** Whether the number of records differs from the number that the case announced. */
  readonly isMiscounted: boolean;
  /** The first and the last id, or -1 if there are no items. */
  readonly firstId: number;
  readonly lastId: number;
  /** The greatest id that an item names as its parent, or -1 if no item names one. */
  readonly lastParentId: number;
  readonly problems: ProblemSummary;
  /** Types that the case assigned to fields. */
  readonly types: readonly (readonly [field: string, type: FieldType])[];
  /** For fields without a header, because no searchable item has a value: the types that their values fit. */
  readonly possibleTypes: readonly (readonly [field: string, type: FieldType])[];
  /** The number of long values in each column of whole values. */
  readonly longValues: readonly (readonly [column: string, count: number])[];
  /** Subjects of mails, and subjects of replies that refer to no mail: sets of bits indexed by hash, in Base64. */
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
