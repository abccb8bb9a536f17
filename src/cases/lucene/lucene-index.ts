/**
 * Opens an index of Lucene 9 (codec Lucene92) for sequential reading: documents, terms and postings. It does not depend on the
 * program that wrote the index, and does not search.
 */
import { AppError } from '../../shared/errors.ts';
import type { CaseProblem } from '../case-reader.ts';
import { type Commit, commitFiles, readCommit, readNewestCommit } from './commit.ts';
import { IndexDirectory, type IndexLocation } from './index-directory.ts';
import { OLDER_COMMITS_MAX, SHOWN_FILES_MAX } from './limits.ts';
import { LuceneSegment } from './lucene-segment.ts';
import { readSegmentInfo, type SegmentInfo } from './segment-info.ts';

export interface LuceneIndex {
  readonly commit: Commit;
  /** The segments, in the order of the index's documents. */
  readonly segments: readonly LuceneSegment[];
  /** Number of documents, including deleted ones. */
  readonly maxDoc: number;
  /** Anomalies of a complete commit. */
  readonly problems: readonly CaseProblem[];
  /** The files of the index, relative to the case, for the fingerprint. */
  readonly files: readonly string[];
  /** Compares the checksums of everything readable. See `LuceneSegment.verify`. */
  verify(): Promise<CaseProblem[]>;
  close(): Promise<void>;
}

/** Reads the metadata of the index, but no large file. Throws AppError CASE_UNREADABLE, naming the file and the fault. */
export async function openLuceneIndex(location: IndexLocation): Promise<LuceneIndex> {
  const directory = new IndexDirectory(location);
  try {
    const found = await directory.list();
    const commit = await readNewestCommit(directory, found);
    const segments: LuceneSegment[] = [];
    const files = [commit.file];
    let docBase = 0;
    for (const segment of commit.segments) {
      const infoFile = `${segment.name}.si`;
      const info = readSegmentInfo(await directory.open(infoFile, segment.name), segment.id);
      files.push(...namedFiles(info, infoFile, segment.name, segment.delGen));
      segments.push(await LuceneSegment.open(directory, segment, info, docBase));
      docBase += info.maxDoc;
    }
    const problems = await strayFiles(directory, commit, found, new Set(files));
    return {
      commit,
      segments,
      maxDoc: docBase,
      problems,
      files: [...new Set(files)].sort().map((name) => directory.path(name)),
      verify: async () => {
        const found: CaseProblem[] = [];
        for (const segment of segments) found.push(...(await segment.verify()));
        return found;
      },
      close: () => directory.close(),
    };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

function namedFiles(info: SegmentInfo, infoFile: string, segment: string, delGen: number | null): string[] {
  const own = info.files.filter((name) => /^_[0-9a-z]+[._][0-9A-Za-z_.]+$/.test(name));
  return [infoFile, ...own, ...(delGen === null ? [] : [`${segment}_${delGen.toString(36)}.liv`])];
}

/**
 * Finds files of segments that no commit names. A crash leaves such files, but so does a lost commit. If a commit was lost, the
 * newest remaining one must not be mistaken for the complete index.
 */
async function strayFiles(
  directory: IndexDirectory,
  commit: Commit,
  found: readonly string[],
  named: ReadonlySet<string>,
): Promise<CaseProblem[]> {
  let stray = found.filter((name) => /^_[0-9a-z]+[._]/.test(name) && !name.endsWith('.tmp') && !named.has(name));
  if (stray.length > 0 && commit.segments.length > 0) {
    const older = await filesOfOlderCommits(directory, commit, found);
    stray = stray.filter((name) => !older.has(name));
  }
  if (stray.length === 0) return [];
  const shown = stray.slice(0, SHOWN_FILES_MAX).join(', ') + (stray.length > SHOWN_FILES_MAX ? ', …' : '');
  if (commit.segments.length === 0) {
    throw directory.damaged(
      directory.path(commit.file),
      null,
      `is an empty commit with 0 segments, but ${stray.length} files of segments exist (${shown}): the newest commit is missing`,
    );
  }
  return [
    {
      file: directory.path(commit.file),
      line: null,
      id: null,
      kind: 'case',
      reason: `${stray.length} files of segments belong to no commit (${shown}): processing was interrupted, or the newest commit is missing`,
    },
  ];
}

/** Returns the files of commits before this one. IPED keeps one. An unreadable commit contributes none. */
async function filesOfOlderCommits(
  directory: IndexDirectory,
  { file }: Commit,
  found: readonly string[],
): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  for (const name of commitFiles(found)
    .filter((other) => other !== file)
    .slice(-OLDER_COMMITS_MAX)) {
    try {
      for (const { name: segment, id, delGen } of (await readCommit(directory, name)).segments) {
        const infoFile = `${segment}.si`;
        const info = readSegmentInfo(await directory.open(infoFile, segment), id);
        for (const own of namedFiles(info, infoFile, segment, delGen)) files.add(own);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return files;
}
