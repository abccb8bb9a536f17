/** How the case of an open source was read when its index was built. */
import { type CaseReading, readReading } from '../indexing/case-reading.ts';
import type { OpenSource } from './source.ts';

/** Null if its index was built by a version that did not store it. */
export function readingOf({
  indexedIn,
  caseReader,
}: Pick<OpenSource, 'indexedIn' | 'caseReader'>): Promise<CaseReading | null> {
  return readReading(indexedIn, caseReader.realPath);
}
