/** Reads a workbook with Python's standard library, a different program from the one that wrote it. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDir } from './endings.ts';

export type WorkbookCell =
  | readonly [kind: 'text' | 'number' | 'flag' | 'day' | 'UTC' | 'formula', value: string]
  | null;

export interface WorkbookRow {
  readonly line: number;
  readonly cells: readonly WorkbookCell[];
  /** Keyed by column letters, in the displayed form. */
  readonly shown: Readonly<Record<string, string>>;
}

export interface WorkbookSheet {
  readonly name: string;
  /** Rows that stay. */
  readonly frozen: string | null;
  readonly filter: string | null;
  readonly rows: readonly WorkbookRow[];
}

export interface ReadWorkbook {
  readonly files: readonly string[];
  readonly sheets: readonly WorkbookSheet[];
}

export async function readWorkbook(bytes: Buffer): Promise<ReadWorkbook> {
  const dir = temporaryDir();
  try {
    const file = join(dir, 'book.xlsx');
    await writeFile(file, bytes);
    const script = join(import.meta.dirname, 'python/read_workbook.py');
    const { stdout } = await promisify(execFile)('python3', [script, file], { maxBuffer: 64 * 1024 * 1024 });
    const { files, sheets } = JSON.parse(stdout) as { files: string[]; sheets: PrintedSheet[] };
    return { files, sheets: sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map(rowOf) })) };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

type PrintedCell = readonly [column: string, ...cell: NonNullable<WorkbookCell>, shown: string] | null;
type PrintedRow = readonly [line: number, cells: readonly PrintedCell[]];
type PrintedSheet = Omit<WorkbookSheet, 'rows'> & { readonly rows: readonly PrintedRow[] };

function rowOf([line, printed]: PrintedRow): WorkbookRow {
  const filled = printed.filter((cell) => cell !== null);
  return {
    line,
    cells: printed.map((cell) => (cell === null ? null : [cell[1], cell[2]])),
    shown: Object.fromEntries(filled.filter((cell) => cell[3] !== '').map((cell) => [cell[0], cell[3]])),
  };
}
