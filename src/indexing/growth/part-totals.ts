/** Sums the figures of the parts of an index. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexReader } from '../../engine/index-reader.ts';
import { DATA_FILE } from '../../engine/store/lmdb-environment.ts';
import { CHECKSUM_FILE } from '../../engine/store/page-checksums.ts';
import { type BuildTotals, joinedProblems } from '../build-report.ts';
import type { CaseFilesRecord } from './case-files.ts';

export interface TotalledPart {
  readonly directory: string;
  readonly index: IndexReader;
  readonly record: Pick<CaseFilesRecord, 'problems'> | null;
}

/** The totals of an index. `record` is null for an index of a case that cannot grow. */
export function totalsOfParts(parts: readonly TotalledPart[]): BuildTotals {
  const headers = parts.map(({ index }) => index.header);
  const fields = new Set(parts.flatMap(({ index }) => [...index.fields.keys()]));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const streamBytes: Record<string, number> = {};
  for (const header of headers) {
    for (const [name, bytes] of Object.entries(header.streamBytes))
      streamBytes[name] = (streamBytes[name] ?? 0) + bytes;
  }
  return {
    isComplete: headers.every(({ isComplete }) => isComplete),
    items: sum(parts.map(({ index }) => index.itemCount)),
    itemsAdded: 0,
    parts: parts.length,
    searchable: sum(parts.map(({ index }) => index.searchableCount)),
    texts: sum(parts.map(({ index }) => textsOf(index))),
    longWords: sum(parts.flatMap(({ index }) => [...index.fields.values()].map((field) => field.longWords))),
    fields: fields.size,
    problems: joinedProblems(
      parts.map(({ index, record }) => record?.problems ?? { count: index.header.problemCount, byKind: {}, first: [] }),
    ),
    indexBytes: sum(
      parts.flatMap(({ directory }) => [DATA_FILE, CHECKSUM_FILE].map((name) => bytesOfFile(directory, name))),
    ),
    streamBytes,
  };
}

/** The number of texts of items that are not struck. */
export function textsOf(index: IndexReader): number {
  let texts = index.header.textCount;
  for (const doc of index.struck.documents()) if (index.item(doc).text !== null) texts--;
  return texts;
}

function bytesOfFile(directory: string, name: string): number {
  return statSync(join(directory, name)).size;
}
