/** Creates a grown generation from the parts that stay and a new part. */
import { join } from 'node:path';
import { partIdentity, partName, writeParts } from '../../engine/index-parts.ts';
import { IndexReader } from '../../engine/index-reader.ts';
import type { BuildTotals } from '../build-report.ts';
import type { CaseFilesRecord } from './case-files.ts';
import type { EarlierParts } from './earlier-parts.ts';
import { misfitOf } from './growth-check.ts';
import { linkParts } from './part-links.ts';
import { totalsOfParts } from './part-totals.ts';

interface BuiltPart {
  readonly record: CaseFilesRecord;
  readonly totals: BuildTotals;
}

/**
 * Completes a generation whose last part was built, and returns the totals of all parts, or the reason why the part cannot
 * follow the earlier ones. Then nothing was added.
 */
export async function joinParts(
  building: string,
  fingerprint: string,
  earlier: EarlierParts,
  { record, totals }: BuiltPart,
): Promise<BuildTotals | { readonly reason: string }> {
  const directory = join(building, partName(earlier.parts.length));
  const index = await IndexReader.open(directory);
  try {
    const reason = misfitOf(earlier, { index, record });
    if (reason !== null) return { reason };
    linkParts(
      building,
      earlier.parts.map((part) => part.directory),
    );
    const { firstId, lastId } = record;
    const added = { items: index.documentCount, firstId, lastId, identity: partIdentity(directory) };
    writeParts(building, { fingerprint, parts: [...earlier.list, added] });
    const all = [...earlier.parts, { directory, index, record }];
    return { ...totalsOfParts(all), itemsAdded: totals.items };
  } finally {
    await index.close();
  }
}
