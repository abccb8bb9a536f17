/**
 * Decides how a build of a grown case uses the current generation: which parts stay, and which files are read. The sizes of
 * parts are geometric, so that they stay few and each item is indexed a bounded number of times.
 */
import type { CaseGrowth, CaseReader, CaseSegment, ItemPart } from '../../cases/case-reader.ts';
import { INDEX_PARTS_MAX, partDirectories } from '../../engine/index-parts.ts';
import { AppError } from '../../shared/errors.ts';
import { growth } from '../../shared/thresholds.ts';
import { currentGeneration } from '../generations.ts';
import { type CaseFilesRecord, readCaseFiles } from './case-files.ts';
import { EarlierParts } from './earlier-parts.ts';

export interface GrowthPlan {
  /** The parts that stay. The caller closes them. */
  readonly earlier: EarlierParts;
  /** The parts of the case that become one new part of the index. */
  readonly added: readonly ItemPart[];
}

/** Why a case must be indexed completely; null if it has no index that could grow. */
export interface NoGrowth {
  readonly reason: string | null;
}

/** Decides about the current generation among those of a case in `directory`. */
export async function planGrowth(
  directory: string,
  reader: CaseReader,
  { basis, segments }: CaseGrowth,
): Promise<GrowthPlan | NoGrowth> {
  const current = currentGeneration(directory);
  if (current === null || reader.analyzed !== null) return { reason: null };
  const known: { directory: string; record: CaseFilesRecord }[] = [];
  for (const part of directoriesOf(current.path)) {
    const record = recordOf(part);
    if (record === null) break;
    if (record.basis !== basis) return { reason: 'earlier items would be read differently' };
    known.push({ directory: part, record });
  }
  const kept = keptParts(
    known.map(({ record }) => record.files),
    segments,
  );
  if (typeof kept === 'string') return { reason: known.length === 0 ? null : kept };
  const covered = known.slice(0, kept).reduce((sum, { record }) => sum + record.files.length, 0);
  const earlier = await EarlierParts.open(
    known.slice(0, kept).map((part) => part.directory),
    reader,
  );
  if (earlier === null) return { reason: 'the index is damaged, incomplete or of another version' };
  reader.resumeAfter?.(earlier.facts);
  return { earlier, added: reader.parts.slice(covered) };
}

/**
 * Returns how many parts stay, or why the case must be indexed completely. A part stays if all its files are unchanged at the
 * same place of the case, and it is not too small beside what comes after it.
 */
export function keptParts(parts: readonly (readonly CaseSegment[])[], files: readonly CaseSegment[]): number | string {
  let kept = 0;
  let covered = 0;
  while (kept < parts.length && isAt(parts[kept]!, files, covered)) covered += parts[kept++]!.length;
  let added = bytesOf(files.slice(covered));
  if (kept === 0) return 'a file that was indexed has changed';
  if (covered === files.length) return 'no file was added';
  const sizes = parts.slice(0, kept).map(bytesOf);
  const additions = sizes.slice(1).reduce((sum, bytes) => sum + bytes, added);
  if (additions * growth.additionsPart > sizes[0]!) return 'too much was added';
  while (kept > 1 && sizes[kept - 1]! < growth.joinedFactor * added) added += sizes[--kept]!;
  return kept < INDEX_PARTS_MAX ? kept : 'the index has too many parts';
}

function isAt(part: readonly CaseSegment[], files: readonly CaseSegment[], from: number): boolean {
  return part.every(({ file, bytes, modified }, n) => {
    const now = files[from + n];
    return now?.file === file && now.bytes === bytes && now.modified === modified;
  });
}

function bytesOf(files: readonly CaseSegment[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Damage is not an error here, because a complete build replaces the index. */
function directoriesOf(generation: string): readonly string[] {
  return orIfDamaged(() => partDirectories(generation), []);
}

function recordOf(directory: string): CaseFilesRecord | null {
  return orIfDamaged(() => readCaseFiles(directory), null);
}

function orIfDamaged<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'INDEX_CORRUPT') return otherwise;
    throw error;
  }
}
