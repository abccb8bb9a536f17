/**
 * Checks a case without an index: counts, and everything that a build would have to leave out. Memory grows only with the
 * number of distinct item ids and the number of problems to keep.
 */
import { AppError } from '../shared/errors.ts';
import type { PartRef } from '../shared/part-ref.ts';
import type { CaseOptions } from './case-format.ts';
import { HARMLESS } from './case-problem.ts';
import type { CaseItem, CaseProblem, CaseReader, TableUse } from './case-reader.ts';
import { CASE_FORMATS, openCase } from './open-case.ts';
import { RecordedHashes } from './recorded-hashes.ts';

/** Maximum number of problems of one kind that are shown. A missing folder may cause a problem for every item. */
export const SHOWN_PER_KIND = 20;

export interface CaseCheckOptions {
  /** Also reads every text, content and thumbnail to its end, and compares contents with the hashes in their records. */
  readonly deep?: boolean;
  readonly caseOptions?: CaseOptions;
  /** Called for each problem when it is found. The report also has them, up to `problemsMax`. */
  readonly onProblem?: (problem: CaseProblem) => void;
  /** Maximum number of problems in the report, in addition to the first of each kind. Default: 10,000. All are counted. */
  readonly problemsMax?: number;
}

export interface CaseCheckProgress {
  readonly items: number;
  /** Bytes of all item files that were read. */
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

export interface CaseCheckReport {
  readonly path: string;
  readonly name: string | null;
  readonly fingerprint: string;
  readonly itemFiles: number;
  /** Usable items, including tree folders, without duplicates. */
  readonly items: number;
  readonly itemCountExpected: number | null;
  readonly treeNodes: number;
  readonly withText: number;
  readonly withContent: number;
  readonly withThumb: number;
  readonly duplicateIds: number;
  /**
   * Number of problems of all kinds. Greater than the length of `problems` if that list was cut, but it always contains the
   * first of each kind.
   */
  readonly problemCount: number;
  readonly problemsByKind: Readonly<Partial<Record<CaseProblem['kind'], number>>>;
  readonly problems: readonly CaseProblem[];
  /** How the case was interpreted, as lines for display. */
  readonly understood: readonly string[];
  /**
   * The mapping that describes how a case without tables was read. Null if the format takes no mapping, or no mapping can
   * express it.
   */
  readonly mapping: Readonly<Record<string, unknown>> | null;
  /** How the columns of its tables were interpreted. Empty without tables. */
  readonly tables: readonly TableUse[];
  /** Bytes of parts read, if `deep` was requested. */
  readonly partBytesRead: number;
  /** Whether nothing was lost, cut or unreadable. */
  readonly isComplete: boolean;
}

/** Throws AppError CASE_UNREADABLE if the case cannot be opened. */
export async function checkCase(
  path: string,
  onProgress: (progress: CaseCheckProgress) => void = () => undefined,
  options: CaseCheckOptions = {},
): Promise<CaseCheckReport> {
  const reader = await openCase(path, CASE_FORMATS, options.caseOptions);
  try {
    return await new CaseCheck(reader, onProgress, options).run();
  } finally {
    await reader.close();
  }
}

class CaseCheck {
  readonly #reader: CaseReader;
  readonly #onProgress: (progress: CaseCheckProgress) => void;
  readonly #options: CaseCheckOptions;
  readonly #ids = new Set<number>();
  readonly #problems: CaseProblem[] = [];
  readonly #byKind: Partial<Record<CaseProblem['kind'], number>> = {};
  readonly #counts = { treeNodes: 0, withText: 0, withContent: 0, withThumb: 0, duplicateIds: 0, partBytesRead: 0 };
  #records = 0;
  #problemCount = 0;
  #skippedByLimit = 0;
  #bytesDone = 0;

  constructor(reader: CaseReader, onProgress: (progress: CaseCheckProgress) => void, options: CaseCheckOptions) {
    this.#reader = reader;
    this.#onProgress = onProgress;
    this.#options = options;
  }

  async run(): Promise<CaseCheckReport> {
    const reader = this.#reader;
    const bytesTotal = reader.parts.reduce((sum, part) => sum + part.bytes, 0);
    const observer = {
      problem: (problem: CaseProblem): void => this.#add(problem),
      progress: (bytes: number): void => {
        this.#bytesDone += bytes;
      },
    };
    for (const part of reader.parts) {
      for await (const batch of reader.readItems(part, observer)) {
        for (const item of batch) await this.#checkItem(item, part.file);
        this.#onProgress({ items: this.#ids.size, bytesDone: this.#bytesDone, bytesTotal });
      }
    }
    this.#checkCount();
    return {
      path: reader.path,
      name: reader.name,
      fingerprint: await reader.fingerprint(),
      itemFiles: reader.parts.length,
      items: this.#ids.size,
      itemCountExpected: reader.itemCountExpected,
      ...this.#counts,
      problemCount: this.#problemCount,
      problemsByKind: this.#byKind,
      problems: this.#problems,
      understood: (await reader.understood?.()) ?? [],
      mapping: (await reader.asMapping?.()) ?? null,
      tables: (await reader.columns?.()) ?? [],
      isComplete: Object.keys(this.#byKind).every((kind) => HARMLESS.has(kind)),
    };
  }

  async #checkItem(item: CaseItem, file: string): Promise<void> {
    this.#records++;
    if (this.#ids.has(item.id)) {
      this.#counts.duplicateIds++;
      this.#add({
        file,
        line: item.line,
        id: item.id,
        kind: 'record',
        reason: `an earlier record has the id ${item.id}`,
      });
      return;
    }
    this.#ids.add(item.id);
    const isTreeNode = item.properties.some(([name, values]) => name === 'treeNode' && values.includes('true'));
    if (isTreeNode) this.#counts.treeNodes++;
    const hasOwnText = item.text !== null && item.isRowText !== true;
    if (hasOwnText || item.indexed?.hasSpelledText === true) this.#counts.withText++;
    if (item.content !== null) this.#counts.withContent++;
    if (item.thumb !== null) this.#counts.withThumb++;
    if (typeof item.text !== 'string') await this.#checkPart('text', item.text, item, file);
    const hashes = this.#options.deep === true && item.content !== null ? new RecordedHashes(item) : null;
    await this.#checkPart('content', item.content, item, file, hashes);
    await this.#checkPart('thumb', item.thumb, item, file);
  }

  async #checkPart(
    part: string,
    ref: PartRef | null,
    item: CaseItem,
    file: string,
    hashes: RecordedHashes | null = null,
  ): Promise<void> {
    if (ref === null) return;
    const report = (reason: string): void =>
      this.#add({ file, line: item.line, id: item.id, kind: 'part', reason: `${part}: ${reason}` });
    try {
      const source = await this.#reader.openPart(ref);
      try {
        if (this.#options.deep === true) {
          for await (const chunk of source.stream() as AsyncIterable<Buffer>) {
            this.#counts.partBytesRead += chunk.length;
            hashes?.update(chunk);
          }
          const finding = hashes?.finding() ?? null;
          if (finding !== null) report(finding);
        }
      } finally {
        await source.close();
      }
    } catch (error) {
      report(error instanceof AppError ? error.message : `cannot be read (${(error as Error).message})`);
    }
  }

  /** Checks the announced number of records. Unusable records were already reported one by one. */
  #checkCount(): void {
    const skipped = (this.#byKind.record ?? 0) - this.#counts.duplicateIds + this.#skippedByLimit;
    const problem = this.#reader.countProblem(this.#records + skipped);
    if (problem !== null) this.#add(problem);
  }

  #add(problem: CaseProblem): void {
    this.#problemCount++;
    this.#byKind[problem.kind] = (this.#byKind[problem.kind] ?? 0) + 1;
    if (problem.kind === 'limit' && problem.id === null) this.#skippedByLimit++;
    const problemsMax = this.#options.problemsMax ?? 10_000;
    // Keeps the first problems of each kind even if another kind fills the list.
    const isFirst = this.#byKind[problem.kind]! <= Math.min(SHOWN_PER_KIND, problemsMax);
    if (isFirst || this.#problems.length < problemsMax) this.#problems.push(problem);
    this.#options.onProblem?.(problem);
  }
}
