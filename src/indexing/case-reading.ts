/**
 * Describes how a case was read when its index was built. It has the recognized format, the meaning of each column, and the
 * first problems of each kind. It is stored beside the index, so that it can be looked up without reading the case again.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaseProblem } from '../cases/case-problem.ts';
import type { CaseReader, TableUse } from '../cases/case-reader.ts';
import { checksummed, contentIn } from '../engine/checksummed-json.ts';
import { AppError } from '../shared/errors.ts';
import { currentGeneration, indexDirectory } from './generations.ts';

/** Maximum number of columns in all tables together. Further columns are counted but not listed. */
export const READING_COLUMNS_MAX = 5000;
/** Maximum length of a name or word of a case. Longer ones are cut and end with an ellipsis. */
const TEXT_UNITS_MAX = 500;
const FILE = 'reading.json';

export interface ReadTable extends Omit<TableUse, 'mapping'> {
  /** Number of columns that are not listed. */
  readonly columnsLeftOut: number;
}

export interface CaseReading {
  readonly format: string;
  /** How the case was understood, in lines for people. */
  readonly understood: readonly string[];
  readonly tables: readonly ReadTable[];
  readonly problems: {
    readonly count: number;
    readonly byKind: Readonly<Record<string, number>>;
    /** The first problem of each kind. */
    readonly first: readonly CaseProblem[];
  };
}

export async function writeReading(
  directory: string,
  reader: CaseReader,
  problems: CaseReading['problems'],
): Promise<void> {
  let left = READING_COLUMNS_MAX;
  const tables = ((await reader.columns?.()) ?? []).map(({ mapping: _mapping, columns, ...table }) => {
    const listed = columns.slice(0, left);
    left -= listed.length;
    return { ...table, columns: listed, columnsLeftOut: columns.length - listed.length };
  });
  const understood = (await reader.understood?.()) ?? [];
  const reading: CaseReading = { format: reader.format.name, understood, tables, problems };
  const text = JSON.stringify(reading, (_, value) => shortened(value));
  await writeFile(join(directory, FILE), checksummed(text, 'reading'));
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= TEXT_UNITS_MAX) return value;
  return `${value.slice(0, TEXT_UNITS_MAX).toWellFormed()}…`;
}

/** Null if the index was built by a version that did not store it. Throws AppError INDEX_CORRUPT if it was changed. */
export async function readReading(dataDir: string, caseRealPath: string): Promise<CaseReading | null> {
  const current = currentGeneration(indexDirectory(dataDir, caseRealPath));
  return current === null ? null : readReadingIn(current.path);
}

/** The same for a generation. */
export async function readReadingIn(directory: string): Promise<CaseReading | null> {
  const text = await readFile(join(directory, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const reading = contentIn(text, 'reading');
  if (reading === null) throw new AppError('INDEX_CORRUPT', DAMAGED);
  return JSON.parse(reading);
}

const DAMAGED = `${FILE}, which says how the case was read, does not match its checksum; build the index again: index build --force`;
