/** Reads a whole case into memory, for tests. */
import { join } from 'node:path';
import type { CaseItem, CaseProblem, CaseReader } from '../../src/cases/case-reader.ts';
import { openCase } from '../../src/cases/open-case.ts';

export interface ReadCase {
  readonly items: readonly CaseItem[];
  readonly problems: readonly CaseProblem[];
  /** Bytes of item files reported as progress. */
  readonly bytes: number;
}

/** In the order of the case, or by id. In the second case `temporary` is a folder. */
export async function readAll(reader: CaseReader, temporary: string | null = null): Promise<ReadCase> {
  const items: CaseItem[] = [];
  const problems: CaseProblem[] = [];
  let bytes = 0;
  const observer = {
    problem(problem: CaseProblem): void {
      problems.push(problem);
    },
    progress(count: number): void {
      bytes += count;
    },
  };
  if (temporary !== null) {
    const all = reader.readItemsById!(join(temporary, 'lines'), observer);
    for await (const batch of all) items.push(...batch.items);
  } else {
    for (const part of reader.parts) for await (const batch of reader.readItems(part, observer)) items.push(...batch);
  }
  return { items, problems, bytes };
}

export async function readCaseAt(dir: string): Promise<ReadCase> {
  const reader = await openCase(dir);
  try {
    return await readAll(reader);
  } finally {
    await reader.close();
  }
}
