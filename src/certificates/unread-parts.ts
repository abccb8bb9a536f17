/**
 * The parts of a case that its build could not read or search, from the report of the build. They give "no hit" an exact
 * meaning.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type CaseProblem, HARMLESS } from '../cases/case-problem.ts';
import { reportPath } from '../indexing/build-report.ts';
import { indexKey } from '../indexing/generations.ts';
import { AppError } from '../shared/errors.ts';

export interface Unreadable {
  readonly count: number;
  /** SHA-256 of the distinct lines `kind TAB file TAB line TAB id LF`, sorted by code unit. Missing numbers are `-`. */
  readonly digest: string;
}

/** Throws AppError INDEX_MISSING if the data directory has no report of the case. */
export async function readUnreadable(
  dataDir: string,
  realPath: string,
  onProblem: (problem: CaseProblem) => void = () => undefined,
): Promise<Unreadable> {
  const lines = new Set<string>();
  const input = createReadStream(reportPath(dataDir, indexKey(realPath)));
  try {
    for await (const text of createInterface({ input })) {
      const problem = JSON.parse(text) as CaseProblem & { readonly totals?: object };
      if (problem.totals !== undefined || HARMLESS.has(problem.kind)) continue;
      const { kind, file, line, id } = problem;
      lines.add(`${kind}\t${file}\t${line ?? '-'}\t${id ?? '-'}\n`);
      onProblem(problem);
    }
  } catch (cause) {
    const finding = 'The report of its build cannot be read; build the index again (index build --force)';
    throw new AppError('INDEX_MISSING', `${finding}.`, { cause });
  }
  const hash = createHash('sha256');
  for (const line of [...lines].sort((a, b) => (a < b ? -1 : 1))) hash.update(line);
  return { count: lines.size, digest: hash.digest('hex') };
}
