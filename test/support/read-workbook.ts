/** Reads a workbook with Python's standard library: another program than the one that wrote it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type WorkbookCell = readonly [kind: 'text' | 'number' | 'day' | 'UTC' | 'formula', value: string] | null;

export interface WorkbookSheet {
  readonly name: string;
  /** Rows that stay. */
  readonly frozen: string;
  readonly filter: string;
  readonly rows: readonly (readonly WorkbookCell[])[];
}

export interface ReadWorkbook {
  readonly files: readonly string[];
  readonly sheets: readonly WorkbookSheet[];
}

export async function readWorkbook(bytes: Buffer): Promise<ReadWorkbook> {
  const dir = await mkdtemp(join(tmpdir(), 'case-access-workbook-'));
  try {
    const file = join(dir, 'book.xlsx');
    await writeFile(file, bytes);
    const script = join(import.meta.dirname, 'python/read_workbook.py');
    const { stdout } = await promisify(execFile)('python3', [script, file], { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout) as ReadWorkbook;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
