/** Is a content what the case says? It is read, and compared with every hash that the record has of it. */
import type { CaseItem, CaseReader } from '../cases/case-reader.ts';
import { RecordedHashes } from '../cases/recorded-hashes.ts';
import type { PartRef } from '../shared/part-ref.ts';
import { digestPart } from './part-digest.ts';

/** Nothing can be said of it. */
export const UNHASHED = 'unhashed';

/** What is wrong with a content; null: nothing. */
export async function contentFinding(reader: CaseReader, item: CaseItem, content: PartRef): Promise<string | null> {
  const hashes = new RecordedHashes(item);
  if (hashes.count === 0) return UNHASHED;
  if ((await digestPart(reader, content, [hashes])) === null) return 'its content cannot be read';
  return hashes.finding();
}
