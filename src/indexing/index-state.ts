/** Decides whether the index of a case is missing, stale, damaged or current, for builds and for servers. */
import { existsSync } from 'node:fs';
import { listedParts, readParts } from '../engine/index-parts.ts';
import { IndexReader } from '../engine/index-reader.ts';
import { AppError } from '../shared/errors.ts';
import { type BuildReport, reportPath } from './build-report.ts';
import { currentGeneration, type Generation, indexDirectory, indexKey } from './generations.ts';
import { type TotalledPart, totalsOfParts } from './growth/part-totals.ts';
import { formatFault, type IndexedCase } from './index-versions.ts';

/** The state of a case's index in a data directory. */
export type IndexState =
  | { readonly kind: 'current'; readonly path: string; readonly generation: number; readonly report: BuildReport }
  | { readonly kind: 'stale'; readonly path: string; readonly generation: number; readonly reason: string }
  | { readonly kind: 'missing' | 'format' | 'corrupt'; readonly reason: string };

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
  const parts: TotalledPart[] = [];
  try {
    for (const { directory, struck } of listedParts(current.path)) {
      const index = await IndexReader.open(directory);
      parts.push({ directory, index, record: null });
      index.strike(struck);
    }
    const found = parts.map(({ index }) => formatFault(index.header, reader)).find((fault) => fault !== null);
    if (found !== undefined) return { kind: 'format', reason: found! };
    const built = readParts(current.path)?.fingerprint ?? parts[0]!.index.header.caseFingerprint;
    if (built !== fingerprint) {
      const reason = 'the case changed after the index was built';
      return { kind: 'stale', path: current.path, generation: current.number, reason };
    }
    const { number, path } = current;
    return { kind: 'current', path, generation: number, report: reportOf(current, reader, dataDir, parts) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: error.code === 'INDEX_FORMAT' ? 'format' : 'corrupt', reason: error.message };
  } finally {
    for (const { index } of parts) await index.close();
  }
}

function reportOf(
  { path, number }: Generation,
  reader: IndexedCase,
  dataDir: string,
  parts: readonly TotalledPart[],
): BuildReport {
  const listed = reportPath(dataDir, indexKey(reader.realPath));
  return {
    isUpToDate: true,
    ...totalsOfParts(parts),
    reportFile: existsSync(listed) ? listed : null,
    milliseconds: 0,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    generation: number,
    indexPath: path,
  };
}
