/** Reads a load file of a test, with the meanings of its columns. */
import type { ColumnUse, TableUse } from '../../src/cases/case-reader.ts';
import { CASE_FORMATS, openCase } from '../../src/cases/open-case.ts';
import { temporaryDir } from './endings.ts';
import { type ReadCase, readAll } from './read-case.ts';
import { writeCaseFile } from './tiny-case.ts';

export interface ReadTable extends ReadCase {
  readonly description: string;
  readonly columns: ReadonlyMap<string, ColumnUse>;
  /** All of its tables. `description` and `columns` are those of the first. */
  readonly tables: readonly TableUse[];
  readonly types: ReadonlyMap<string, 'number' | 'date'>;
}

export async function readTable(
  files: Readonly<Record<string, string | Uint8Array>>,
  mapping?: unknown,
): Promise<ReadTable> {
  const dir = temporaryDir();
  for (const [file, text] of Object.entries(files)) await writeCaseFile(dir, file, text);
  const reader = await openCase(dir, CASE_FORMATS, mapping === undefined ? {} : { mapping });
  try {
    const tables = await reader.columns!();
    const { description, columns } = tables[0]!;
    const byHeader = new Map(columns.map((column) => [column.column, column]));
    return { ...(await readAll(reader)), description, columns: byHeader, tables, types: reader.fieldTypes!() };
  } finally {
    await reader.close();
  }
}

export const readCsv = (text: string, mapping?: unknown): Promise<ReadTable> => readTable({ 'x.csv': text }, mapping);

/** The values of a property in each row, several joined by `|`. */
export function valuesOf({ items }: ReadCase, property: string): readonly (string | null)[] {
  return items.map(({ properties }) => properties.find(([name]) => name === property)?.[1].join('|') ?? null);
}

export function reasonsOf({ problems }: ReadCase): readonly string[] {
  return problems.map(({ reason }) => reason);
}
