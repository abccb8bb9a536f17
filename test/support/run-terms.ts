/** A cursor over the terms of an indexer that worked in the calling thread, which left them as runs on disk. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RunFileReader } from '../../src/engine/inversion/runs/run-file-reader.ts';
import { RunMerger } from '../../src/engine/inversion/runs/run-merger.ts';
import type { TermCursor } from '../../src/shared/term-cursor.ts';

const RUN = 'run-';

/** `directory` is that of the indexer, which must be finished and not closed. */
export function termsOfRuns(directory: string): TermCursor {
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => name.startsWith(RUN)) : [];
  const inOrder = names.toSorted((a, b) => Number(a.slice(RUN.length)) - Number(b.slice(RUN.length)));
  return new RunMerger(inOrder.map((name) => new RunFileReader({ path: join(directory, name), marks: [] })));
}
