/**
 * Identifies the segments of a case, so that a build recognizes those that it indexed before. Lucene never changes the files of
 * a segment. It only replaces the list of live documents, which is not included in the identity.
 */
import { createHash } from 'node:crypto';
import type { CaseRemovals, CaseSegment } from '../case-reader.ts';
import type { CaseFiles } from '../files/safe-path.ts';
import { floorIndex } from '../floor-index.ts';
import type { LuceneIndex } from '../lucene/lucene-index.ts';
import type { LuceneSegment } from '../lucene/lucene-segment.ts';
import type { CaseSettings } from './case-settings.ts';
import { fieldsOf } from './field-specs.ts';
import type { ReadableCase } from './segments-reading.ts';

/**
 * Returns the settings that affect how items of all segments are read, and the problems that were reported with the first
 * segment. Types of fields are left out, because IPED adds types of new fields, and the identity of a segment includes the
 * types of its own fields.
 */
export function settingsBasis({ types: _types, ...settings }: CaseSettings, { problems }: LuceneIndex): string {
  return digestOf([settings, problems]);
}

export async function segmentIdentities(
  { index, settings, parts }: Pick<ReadableCase, 'index' | 'settings' | 'parts'>,
  files: CaseFiles,
): Promise<CaseSegment[]> {
  const { specs, types } = fieldsOf(
    index.segments.flatMap(({ fields }) => fields),
    settings,
  );
  const specOf = new Map(specs.map((spec) => [spec.name, [spec, types[spec.name] ?? null]]));
  const identities: CaseSegment[] = [];
  for (const [n, segment] of index.segments.entries()) {
    const { name, maxDoc } = segment;
    const own = [`iped/index/${name}.`, `iped/index/${name}_`];
    const stamps: unknown[] = [];
    let bytes = 0;
    for (const file of index.files) {
      if (file.endsWith(LIVE_DOCUMENTS) || !own.some((start) => file.startsWith(start))) continue;
      const { stats } = await files.locate(file);
      bytes += stats.size;
      stamps.push([file, stats.size, stats.mtimeMs]);
    }
    const fields = segment.fields.map((field) => [field.name, specOf.get(field.name) ?? null]);
    const modified = digestOf([name, index.commit.segments[n]!.id, maxDoc, stamps, fields]);
    identities.push({ file: parts[n]!.file, bytes, modified, deletions: deletionsOf(segment, []) });
  }
  return identities;
}

const LIVE_DOCUMENTS = '.liv';

type Deleting = Pick<LuceneSegment, 'docBase' | 'maxDoc' | 'isLive'>;

export function removalsOf(segments: readonly Deleting[]): CaseRemovals {
  const bases = segments.map(({ docBase }) => docBase);
  const segmentOf = (number: number): Deleting | undefined => segments[floorIndex(bases, number)];
  return {
    isRemoved: (number) => {
      const segment = segmentOf(number);
      const doc = number - (segment?.docBase ?? 0);
      return segment === undefined || doc >= segment.maxDoc || !segment.isLive(doc);
    },
    deletionsWithout: ({ index }, numbers) => {
      const { docBase, maxDoc } = segments[index]!;
      const own = numbers.filter((number) => number >= docBase && number < docBase + maxDoc);
      return deletionsOf(
        segments[index]!,
        own.map((number) => number - docBase),
      );
    },
  };
}

/** Identifies the deleted documents of a segment. Those in `live` count as live. */
function deletionsOf(segment: Pick<Deleting, 'maxDoc' | 'isLive'>, live: readonly number[]): string {
  const { maxDoc } = segment;
  const deleted = new Uint8Array(Math.ceil(maxDoc / 8));
  for (let doc = 0; doc < maxDoc; doc++) if (!segment.isLive(doc)) deleted[doc >>> 3]! |= 1 << (doc & 7);
  for (const doc of live) deleted[doc >>> 3]! &= ~(1 << (doc & 7));
  return deleted.every((byte) => byte === 0) ? '' : createHash('sha256').update(deleted).digest('hex');
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
