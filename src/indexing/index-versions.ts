/** Decides whether this program can use an index, and for which case. */
import { ANALYSIS_VERSION } from '../analysis/analysis-version.ts';
import type { CaseReader } from '../cases/case-reader.ts';
import { type IndexHeader, WRITER_VERSION } from '../engine/format.ts';

/** The facts about a case that decide whether an index belongs to it. */
export type IndexedCase = Pick<CaseReader, 'realPath' | 'format'>;

/** Returns why the index cannot be used by this program or for this case, or null. */
export function formatFault(header: IndexHeader, reader: IndexedCase): string | null {
  if (header.writerVersion !== WRITER_VERSION) {
    return `the index was written by writer ${header.writerVersion}, this program has ${WRITER_VERSION}`;
  }
  if (header.analysisVersion !== ANALYSIS_VERSION) {
    return `the index was analyzed by version ${header.analysisVersion}, this program has ${ANALYSIS_VERSION}`;
  }
  const { caseFormat } = header;
  const { format } = reader;
  // The case must be able to decode the part references of the index.
  if (caseFormat.name === format.name && caseFormat.version === format.version) return null;
  return `the index is of a case in another format than ${format.name} ${format.version}`;
}
