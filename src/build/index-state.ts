/** Decides whether the index of a case is missing, stale, damaged or current, for builds and for servers. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { ANALYSIS_VERSION } from '../analysis/analysis-version.ts';
import type { CaseReader } from '../cases/case-reader.ts';
import { type IndexHeader, WRITER_VERSION } from '../engine/format.ts';
import { IndexReader } from '../engine/index-reader.ts';
import { AppError } from '../shared/errors.ts';
import { type BuildReport, reportPath } from './build-report.ts';
import { currentGeneration, type Generation, indexDirectory, indexKey } from './generations.ts';

/** The state of a case's index in a data directory. */
export type IndexState =
  | { readonly kind: 'current'; readonly path: string; readonly generation: number; readonly report: BuildReport }
  | { readonly kind: 'stale'; readonly path: string; readonly generation: number; readonly reason: string }
  | { readonly kind: 'missing' | 'format' | 'corrupt'; readonly reason: string };

/** The facts about a case that decide whether an index belongs to it. */
export type IndexedCase = Pick<CaseReader, 'realPath' | 'format'>;

/** Checks the current generation of a case: whether it exists, has sound headers, and is current. */
export async function readIndexState(dataDir: string, reader: IndexedCase, fingerprint: string): Promise<IndexState> {
  const directory = indexDirectory(dataDir, reader.realPath);
  for (;;) {
    const current = currentGeneration(directory);
    if (current === null) return { kind: 'missing', reason: 'no index was built' };
    const state = await stateOf(current, reader, { dataDir, fingerprint });
    // A generation that was superseded while it was being opened is removed, so its state does not count.
    if (currentGeneration(directory)?.number === current.number) return state;
  }
}

async function stateOf(
  current: Generation,
  reader: IndexedCase,
  { dataDir, fingerprint }: { readonly dataDir: string; readonly fingerprint: string },
): Promise<IndexState> {
  let index: IndexReader;
  try {
    index = await IndexReader.open(current.path);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: error.code === 'INDEX_FORMAT' ? 'format' : 'corrupt', reason: error.message };
  }
  try {
    const { header } = index;
    if (header.writerVersion !== WRITER_VERSION) {
      const reason = `the index was written by writer ${header.writerVersion}, this program has ${WRITER_VERSION}`;
      return { kind: 'format', reason };
    }
    if (header.analysisVersion !== ANALYSIS_VERSION) {
      const reason = `the index was analyzed by version ${header.analysisVersion}, this program has ${ANALYSIS_VERSION}`;
      return { kind: 'format', reason };
    }
    if (!isOfFormat(header, reader)) {
      const { name, version } = reader.format;
      const reason = `the index was made of a case of another format than ${name} ${version}`;
      return { kind: 'format', reason };
    }
    if (header.caseFingerprint !== fingerprint) {
      const reason = 'the case changed after the index was built';
      return { kind: 'stale', path: current.path, generation: current.number, reason };
    }
    const listed = reportPath(dataDir, indexKey(reader.realPath));
    const report: BuildReport = {
      isUpToDate: true,
      isComplete: header.isComplete,
      items: header.documentCount,
      searchable: header.searchableCount,
      texts: header.textCount,
      longWords: [...index.fields.values()].reduce((sum, field) => sum + field.longWords, 0),
      fields: index.fields.size,
      problems: { count: header.problemCount, byKind: {}, first: [] },
      reportFile: existsSync(listed) ? listed : null,
      milliseconds: 0,
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      indexBytes: directoryBytes(current.path),
      streamBytes: header.streamBytes,
      generation: current.number,
      indexPath: current.path,
    };
    return { kind: 'current', path: current.path, generation: current.number, report };
  } finally {
    await index.close();
  }
}

/** Whether the case can decode the part references of the index. */
export function isOfFormat({ caseFormat }: IndexHeader, { format }: IndexedCase): boolean {
  return caseFormat.name === format.name && caseFormat.version === format.version;
}

function directoryBytes(path: string): number {
  return readdirSync(path)
    .filter((name) => name !== 'lock.mdb')
    .reduce((sum, name) => sum + fileBytes(`${path}/${name}`), 0);
}

function fileBytes(path: string): number {
  return statSync(path).size;
}
