/** The report of a build: totals, and every problem of the case that cost data, one JSON line each. */
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CaseProblem, HARMLESS } from '../cases/case-problem.ts';

/** The result of a build: printed, and stored with all problems as JSON Lines in DATA/reports. */
export interface BuildReport {
  /** Whether the index was already current, so that nothing was done. */
  readonly isUpToDate: boolean;
  /** Whether the case was read without loss: no record was skipped, no value was dropped, and every part could be read. */
  readonly isComplete: boolean;
  readonly items: number;
  /** Number of items that this build indexed. The others are in parts of the index that were kept. */
  readonly itemsAdded: number;
  /** Parts of the index. */
  readonly parts: number;
  /** Why items that were already indexed were indexed again. Missing if there is no such reason. */
  readonly notAddedBecause?: string;
  readonly searchable: number;
  readonly texts: number;
  /** Number of words of more than 255 UTF-16 units, which were cut into pieces. */
  readonly longWords: number;
  readonly fields: number;
  readonly problems: ProblemSummary;
  readonly reportFile: string | null;
  readonly milliseconds: number;
  readonly peakMemoryBytes: number;
  readonly indexBytes: number;
  readonly streamBytes: Readonly<Record<string, number>>;
  readonly generation: number;
  readonly indexPath: string;
  /** The index of a cluster that has the words. Missing if the words are in this index. */
  readonly clusterIndex?: string;
}

/** The part of a report that depends on the index alone. */
export type BuildTotals = Pick<
  BuildReport,
  | 'isComplete'
  | 'items'
  | 'itemsAdded'
  | 'parts'
  | 'searchable'
  | 'texts'
  | 'longWords'
  | 'fields'
  | 'problems'
  | 'indexBytes'
  | 'streamBytes'
>;

export interface ProblemSummary {
  readonly count: number;
  readonly byKind: Readonly<Record<string, number>>;
  readonly first: readonly CaseProblem[];
}

/** The file in the directory of a part of an index with its problems, one per line. */
export const PROBLEMS_FILE = 'problems.jsonl';
const FIRST = 20;
const BUFFER = 1 << 16;
/**
 * Maximum number of problems of one kind in one record that get a line of their own. A record may have a million bad values.
 */
export const LINES_PER_RECORD_AND_KIND = 20;

/** Joins the problems of several parts, and keeps the first ones of each kind. */
export function joinedProblems(parts: readonly ProblemSummary[]): ProblemSummary {
  const byKind: Record<string, number> = {};
  const kept: Record<string, number> = {};
  const first: CaseProblem[] = [];
  for (const part of parts) {
    for (const [kind, count] of Object.entries(part.byKind)) byKind[kind] = (byKind[kind] ?? 0) + count;
    for (const problem of part.first) {
      kept[problem.kind] = (kept[problem.kind] ?? 0) + 1;
      if (kept[problem.kind]! <= FIRST) first.push(problem);
    }
  }
  return { count: parts.reduce((sum, { count }) => sum + count, 0), byKind, first };
}

/** Shortens the list to the first problems of any kind. */
export function withFirst(problems: ProblemSummary): ProblemSummary {
  return { ...problems, first: problems.first.slice(0, FIRST) };
}

/** Returns the file with the problems of the last build. `name` is the key of the case's index. */
export function reportPath(dataDir: string, name: string): string {
  return join(dataDir, 'reports', `${name}.jsonl`);
}

/** Counts problems and writes each to a file at once, so that millions of them take no memory. */
export class ProblemLog {
  readonly path: string;
  readonly #partial: string;
  readonly #file: number;
  #isClosed = false;
  #buffer = '';
  /** Bytes of the problems of earlier parts. */
  #ownFrom = 0;
  #count = 0;
  /** The current record, and its number of problems of each kind. */
  #record = '';
  readonly #ofRecord = new Map<CaseProblem['kind'], { count: number; last: CaseProblem }>();
  readonly #byKind: Record<string, number> = {};
  readonly #first: CaseProblem[] = [];
  readonly #firstOfKind: CaseProblem[] = [];
  isComplete = true;

  /** `earlier` has the directories of parts of the index that are kept. Their problems come first. */
  constructor(dataDir: string, name: string, earlier: readonly string[] = []) {
    this.path = reportPath(dataDir, name);
    mkdirSync(dirname(this.path), { recursive: true });
    this.#partial = `${this.path}.partial`;
    this.#file = openSync(this.#partial, 'w');
    try {
      for (const part of earlier) this.#ownFrom += copyInto(this.#file, join(part, PROBLEMS_FILE));
    } catch (error) {
      // If the disk is full, the incomplete file is removed.
      this.abandon();
      throw error;
    }
  }

  add(problem: CaseProblem): void {
    this.#count++;
    this.#byKind[problem.kind] = (this.#byKind[problem.kind] ?? 0) + 1;
    if (!HARMLESS.has(problem.kind)) this.isComplete = false;
    if (this.#countOfRecord(problem) > LINES_PER_RECORD_AND_KIND) return;
    if (this.#first.length < FIRST) this.#first.push(problem);
    if (this.#byKind[problem.kind]! <= FIRST) this.#firstOfKind.push(problem);
    this.#writeLine(problem);
  }

  /** The number of problems of this kind that the record has so far. */
  #countOfRecord(problem: CaseProblem): number {
    const record = `${problem.line} ${problem.id} ${problem.file}`;
    if (record !== this.#record) {
      this.#endRecord();
      this.#record = record;
    }
    const known = this.#ofRecord.get(problem.kind);
    const count = (known?.count ?? 0) + 1;
    this.#ofRecord.set(problem.kind, { count, last: problem });
    return count;
  }

  /** Writes one line with the number of problems without a line. */
  #endRecord(): void {
    for (const { count, last } of this.#ofRecord.values()) {
      const more = count - LINES_PER_RECORD_AND_KIND;
      if (more > 0) this.#writeLine({ ...last, reason: `and ${more} more of this kind in this record` });
    }
    this.#ofRecord.clear();
  }

  #writeLine(problem: CaseProblem): void {
    this.#buffer += `${JSON.stringify(problem)}\n`;
    if (this.#buffer.length > BUFFER) this.#flush();
  }

  get summary(): ProblemSummary {
    return { count: this.#count, byKind: { ...this.#byKind }, first: [...this.#first] };
  }

  /** Like `summary`, but with the first problems of each kind. */
  get firstOfKinds(): ProblemSummary {
    return { ...this.summary, first: [...this.#firstOfKind] };
  }

  /** Stores the problems so far beside a part of the index, without those of earlier parts, for the reports of later builds. */
  copyOwn(directory: string): void {
    if (this.#count === 0) return;
    this.#endRecord();
    this.#flush();
    const copy = openSync(join(directory, PROBLEMS_FILE), 'wx');
    try {
      copyInto(copy, this.#partial, this.#ownFrom);
    } finally {
      closeSync(copy);
    }
  }

  /** Ends the file with a line of totals. */
  end(totals: object): void {
    this.#endRecord();
    this.#buffer += `${JSON.stringify({ totals })}\n`;
    this.#flush();
    this.#close();
  }

  /** Renames the finished file into place. */
  publish(): void {
    renameSync(this.#partial, this.path);
  }

  /** Removes this report, so that the report of the previous build stays. */
  abandon(): void {
    this.#close();
    rmSync(this.#partial, { force: true });
  }

  #close(): void {
    if (!this.#isClosed) closeSync(this.#file);
    this.#isClosed = true;
  }

  #flush(): void {
    writeSync(this.#file, this.#buffer);
    this.#buffer = '';
  }
}

/** Appends the bytes of a file from `at` on. Returns their number; 0 if there is no such file. */
function copyInto(target: number, path: string, at = 0): number {
  if (!existsSync(path)) return 0;
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(BUFFER);
    let copied = 0;
    for (let count = -1; count !== 0; copied += count) {
      count = readSync(file, buffer, 0, BUFFER, at + copied);
      for (let from = 0; from < count; ) from += writeSync(target, buffer, from, count - from);
    }
    return copied;
  } finally {
    closeSync(file);
  }
}
