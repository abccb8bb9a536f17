/** Reads the live documents of a segment (.liv), one bit for each. */
import { readChecked, readHeader } from './codec-header.ts';
import type { SegmentCommit } from './commit.ts';
import type { DataFile } from './data-file.ts';

export interface LiveDocs {
  isLive(doc: number): boolean;
}

export const ALL_LIVE: LiveDocs = { isLive: () => true };

export function readLiveDocs(file: DataFile, segment: SegmentCommit, maxDoc: number): LiveDocs {
  const input = readChecked(file);
  const suffix = (segment.delGen ?? 0).toString(36);
  readHeader(input, { codec: 'Lucene90LiveDocs', versionMin: 0, versionMax: 0, id: segment.id, suffix });
  const count = Math.ceil(maxDoc / 64) * 8;
  if (input.left !== count)
    throw file.damaged(`is inconsistent: it has ${input.left} bytes for ${maxDoc} documents, not ${count}`);
  const bits = input.take(count);
  let deleted = 0;
  for (let doc = 0; doc < maxDoc; doc++) if (((bits[doc >>> 3]! >>> (doc & 7)) & 1) === 0) deleted++;
  if (deleted !== segment.delCount) {
    throw file.damaged(`is inconsistent: it deletes ${deleted} documents, the commit says ${segment.delCount}`);
  }
  return { isLive: (doc) => ((bits[doc >>> 3]! >>> (doc & 7)) & 1) === 1 };
}
