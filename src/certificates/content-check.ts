/** Checks a content against the case: reads it, and compares it with every hash in its record. */
import type { CaseItem, CaseReader } from '../cases/case-reader.ts';
import { RecordedHashes } from '../cases/recorded-hashes.ts';
import type { PartRef } from '../shared/part-ref.ts';
import { digestPart } from './part-digest.ts';

/** There is no hash to compare with. */
export const UNHASHED = 'unhashed';

/** Returns what is wrong with a content. Null if nothing is. */
export async function contentFinding(reader: CaseReader, item: CaseItem, content: PartRef): Promise<string | null> {
  const hashes = new RecordedHashes(item);
  if (hashes.count === 0) return UNHASHED;
  if ((await digestPart(reader, content, [hashes])) === null) return 'its content cannot be read';
  return hashes.finding();
}
