/**
 * Decides how a build of a changed case uses the current generation: which parts stay, which of their documents are struck, and
 * which files are read. A merge makes the sizes of parts geometric, so that they stay few and each item is indexed a bounded
 * number of times.
 */
import type { CaseGrowth, CaseReader, CaseSegment, ItemPart } from '../../cases/case-reader.ts';
import { INDEX_PARTS_MAX, type ListedPart, listedParts } from '../../engine/index-parts.ts';
import {
  type DocRange,
  STRUCK_RANGES_MAX,
  StruckDocuments,
  unionOfRanges,
} from '../../engine/postings/struck-documents.ts';
import { AppError } from '../../shared/errors.ts';
import { growth } from '../../shared/thresholds.ts';
import { currentGeneration } from '../generations.ts';
import { type CaseFilesRecord, type FileContents, readCaseFiles } from './case-files.ts';
import { EarlierParts } from './earlier-parts.ts';
import { strikeRemoved } from './removed-items.ts';
import { strikeMisfit } from './strike-check.ts';

export interface GrowthPlan {
  /** The parts that stay. The caller closes them. */
  readonly earlier: EarlierParts;
  /** The parts of the case that become one new part of the index; none if files were only removed. */
  readonly added: readonly ItemPart[];
}

/** Why a case must be indexed completely; null if it has no index that could grow. */
export interface NoGrowth {
  readonly reason: string | null;
}

/** Whether files that are new or changed are built, or small parts together although no file is. */
export type GrowthGoal = 'add' | 'merge';

/** Decides about the current generation among those of a case in `directory`. */
export async function planGrowth(
  directory: string,
  reader: CaseReader,
  growing: CaseGrowth,
  goal: GrowthGoal = 'add',
): Promise<GrowthPlan | NoGrowth> {
  const chosen = chooseParts(directory, reader, growing, goal);
  if ('reason' in chosen) return chosen;
  const earlier = await EarlierParts.open(chosen.stay, reader);
  if (earlier === null) return { reason: DAMAGED };
  const misfit = orIfDamaged(() => strikeRemoved(earlier.parts, reader) ?? strikesMisfit(earlier), DAMAGED);
  if (misfit !== null) {
    await earlier.close();
    return { reason: misfit };
  }
  reader.resumeAfter?.(earlier.facts);
  return { earlier, added: chosen.added.map((index) => reader.parts[index]!) };
}

/**
 * A merge changes nothing in an index of fewer parts, because the first part stays, and a single other part is not built again.
 */
export const MERGEABLE_PARTS_MIN = 3;

/** Whether a merge would build parts of the current generation together. Opens no index, but reads the records of their files. */
export function isMergeDue(directory: string, reader: CaseReader, growing: CaseGrowth): boolean {
  return !('reason' in chooseParts(directory, reader, growing, 'merge'));
}

function chooseParts(
  directory: string,
  reader: CaseReader,
  { basis, segments }: CaseGrowth,
  goal: GrowthGoal,
): { readonly stay: readonly ListedPart[]; readonly added: readonly number[] } | NoGrowth {
  const current = currentGeneration(directory);
  if (current === null) return { reason: null };
  const known: (ListedPart & { readonly record: CaseFilesRecord })[] = [];
  for (const part of partsOf(current.path)) {
    const record = recordOf(part.directory);
    if (record === null) break;
    if (record.basis !== basis) return { reason: 'earlier items would be read differently' };
    known.push({ ...part, record });
  }
  const parts = known.map(({ record, struck }) => ({ ...record, struck }));
  const kept = keptParts(parts, segments, strikesOf(reader), goal);
  if (typeof kept === 'string') return { reason: known.length === 0 ? null : kept };
  const stay = kept.parts.map(({ n, struck }) => ({ directory: known[n]!.directory, struck }));
  return { stay, added: kept.added };
}

/** Documents that may be struck from a part: all documents of a file, items that the case removed from its own index, or none. */
export type Strikes = 'files' | 'items' | 'none';

function strikesOf({ resumeAfter, removals }: CaseReader): Strikes {
  if (removals !== undefined) return 'items';
  // In a format whose later files depend on earlier ones, ids follow from the order of all files.
  return resumeAfter === undefined ? 'files' : 'none';
}

const SEGMENT_CHANGED = 'a segment that was indexed was merged, or is read differently';
const DAMAGED = 'the index is damaged, incomplete or of another version';

function strikesMisfit({ parts }: EarlierParts): string | null {
  return parts.map(strikeMisfit).find((reason) => reason !== null) ?? null;
}

/** A part of the current generation. */
export interface KnownPart extends Pick<CaseFilesRecord, 'files' | 'contents' | 'hasRepeatedIds'> {
  readonly struck: readonly DocRange[];
}

export interface KeptParts {
  /** The parts that stay, by number, with all of their struck documents. */
  readonly parts: readonly { readonly n: number; readonly struck: readonly DocRange[] }[];
  /** The files that are read, by number, ascending. */
  readonly added: readonly number[];
}

/** A part that may stay, with the files of the case that it covers. */
interface Candidate {
  readonly n: number;
  readonly struck: readonly DocRange[];
  readonly bytes: number;
  readonly covered: readonly number[];
}

/**
 * Returns the parts that stay, or why the case must be indexed completely. A part stays if most of its files are unchanged. If
 * there are too many parts, and for a merge, parts that are small compared with those after them are built again. Unless files
 * may be struck, all files of a part must still be at the same place in the case. Struck items are left out.
 */
export function keptParts(
  parts: readonly KnownPart[],
  files: readonly CaseSegment[],
  strikes: Strikes,
  goal: GrowthGoal = 'add',
): KeptParts | string {
  const kept = strikes === 'files' ? unchanged(parts, files) : unchangedInOrder(parts, files);
  if (kept[0]?.n !== 0) return strikes === 'items' ? SEGMENT_CHANGED : 'a file that was indexed has changed';
  const covered = new Set(kept.flatMap((part) => part.covered));
  const added = [...files.keys()].filter((file) => !covered.has(file));
  const bytesOf = (some: readonly number[]): number => some.reduce((sum, file) => sum + files[file]!.bytes, 0);
  const takeSmall = (): void => {
    while (kept.length > 1 && kept.at(-1)!.bytes < growth.mergedFactor * bytesOf(added)) {
      added.push(...kept.pop()!.covered);
    }
  };
  if (goal === 'merge') {
    if (added.length > 0 || kept.length < parts.length) return 'the case has changed';
    if (kept.length > 1) added.push(...kept.pop()!.covered);
    takeSmall();
    if (kept.length > parts.length - 2) return 'no part is small enough to be merged';
    return { parts: kept, added: added.sort((a, b) => a - b) };
  }
  if (added.length === 0 && strikes === 'none') return 'no file was added';
  // The first of several records with one id counts.
  if (kept.some(({ n, covered }) => parts[n]!.hasRepeatedIds && !isAscending(covered))) {
    return 'records with one id are in another order';
  }
  const additions = kept.slice(1).reduce((sum, { bytes }) => sum + bytes, bytesOf(added));
  if (additions * growth.additionsPart > kept[0].bytes) return 'too much was added';
  if (kept.length >= growth.partsMax) takeSmall();
  const ranges = kept.reduce((sum, { struck }) => sum + struck.length, 0);
  if (ranges > STRUCK_RANGES_MAX) return 'the items that were removed or changed are too scattered';
  if (kept.length >= INDEX_PARTS_MAX) return 'the index has too many parts';
  return { parts: kept, added: added.sort((a, b) => a - b) };
}

function unchangedInOrder(parts: readonly KnownPart[], files: readonly CaseSegment[]): Candidate[] {
  const kept: Candidate[] = [];
  let from = 0;
  for (const [n, part] of parts.entries()) {
    const covered = part.files.map((_, at) => from + at);
    if (!part.files.every((file, at) => isSame(file, files[covered[at]!]))) break;
    kept.push({ n, struck: [], bytes: sizeOf(part), covered });
    from += part.files.length;
  }
  return kept;
}

function unchanged(parts: readonly KnownPart[], files: readonly CaseSegment[]): Candidate[] {
  const numbers = new Map(files.map(({ file }, number) => [file, number]));
  const kept: Candidate[] = [];
  for (const [n, part] of parts.entries()) {
    const { struck, contents } = part;
    const documents = contents?.reduce((sum, file) => sum + documentsIn(file.documents), 0) ?? 0;
    const known = new StruckDocuments(struck, Math.ceil(documents / 32));
    const covered: number[] = [];
    const gone: number[] = [];
    for (const [at, file] of part.files.entries()) {
      if (contents !== null && isStruck(contents[at]!, known)) continue;
      const number = numbers.get(file.file);
      if (isSame(file, number === undefined ? undefined : files[number])) covered.push(number!);
      else gone.push(at);
    }
    if (gone.length === 0) kept.push({ n, struck, bytes: sizeOf(part), covered });
    else if (contents !== null && mayLose(part, gone)) {
      const lost = gone.flatMap((at) => contents[at]!.documents);
      const all = unionOfRanges(struck, lost);
      if (documentsIn(all) * growth.struckPart <= documents)
        kept.push({ n, struck: all, bytes: sizeOf(part), covered });
    }
  }
  return kept;
}

/** Whether nothing that a build reported about the part depends on these files. */
function mayLose({ contents, hasRepeatedIds }: KnownPart, files: readonly number[]): boolean {
  return !hasRepeatedIds && files.every((at) => contents![at]!.problems === 0);
}

/** A file is struck as a whole. One without documents never is. */
function isStruck({ documents: [first] }: FileContents, struck: StruckDocuments): boolean {
  return first !== undefined && struck.has(first[0]);
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, i) => i === 0 || number > numbers[i - 1]!);
}

function documentsIn(ranges: readonly DocRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

function isSame({ file, bytes, modified }: CaseSegment, now: CaseSegment | undefined): boolean {
  return now?.file === file && now.bytes === bytes && now.modified === modified;
}

function sizeOf({ files }: KnownPart): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Damage is not an error here, because a complete build replaces the index. */
function partsOf(generation: string): readonly ListedPart[] {
  return orIfDamaged(() => listedParts(generation), []);
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
