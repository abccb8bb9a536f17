/** Strikes the items that a case removed from its own index after parts of ours were built. */
import type { CaseReader, CaseRemovals } from '../../cases/case-reader.ts';
import { type DocRange, STRUCK_RANGES_MAX } from '../../engine/postings/struck-documents.ts';
import { growth } from '../../shared/thresholds.ts';
import type { ProblemSummary } from '../build-report.ts';
import type { EarlierPart } from './earlier-parts.ts';

/** Kinds of problems that concern the case, or texts without an item. They stay if an item is removed. */
const KINDS_THAT_STAY: ReadonlySet<string> = new Set(['case', 'orphan']);

/** Returns why removed items cannot be struck, or null. Parts have the segments of the case, in order. */
export function strikeRemoved(parts: readonly EarlierPart[], reader: CaseReader): string | null {
  const { removals } = reader;
  if (removals === undefined) return null;
  let ranges = 0;
  for (const part of parts) {
    const { index, record } = part;
    const removed = removedDocuments(part, removals);
    index.strike(removed.ranges);
    for (const { file, deletions } of record.files) {
      const own = reader.parts.find((one) => one.file === file)!;
      // Other documents are pieces of texts, items with the id of another item, and items that could not be read.
      if (removals.deletionsWithout(own, removed.numbers) !== deletions)
        return 'something other than items was removed';
    }
    if (removed.numbers.length === 0) continue;
    if (record.hasRepeatedIds || hasOwnProblems(record.problems)) return 'items were removed that may have problems';
    if (removed.numbers.length * growth.struckPart > index.documentCount) return 'too much was removed';
    ranges += removed.ranges.length;
    if (ranges > STRUCK_RANGES_MAX) return 'the items that were removed are too scattered';
  }
  return null;
}

interface RemovedDocuments {
  readonly ranges: readonly DocRange[];
  /** In the index of the case. */
  readonly numbers: readonly number[];
}

function removedDocuments({ index }: EarlierPart, removals: CaseRemovals): RemovedDocuments {
  const ranges: [number, number][] = [];
  const numbers: number[] = [];
  for (const [doc, number] of index.originNumbers().entries()) {
    if (!removals.isRemoved(number)) continue;
    numbers.push(number);
    const last = ranges.at(-1);
    if (last?.[1] === doc) last[1]++;
    else ranges.push([doc, doc + 1]);
  }
  return { ranges, numbers };
}

function hasOwnProblems({ byKind }: ProblemSummary): boolean {
  return Object.entries(byKind).some(([kind, count]) => count > 0 && !KINDS_THAT_STAY.has(kind));
}
