/**
 * The input of `verify-certificate --keywords`: a list of queries, or the report on it. The lines of a report are compared,
 * too.
 */
import { lineText } from '../../certificates/certified-report.ts';
import { KeywordLines, listOfText } from '../../http/input/keyword-list.ts';
import { type KeywordReport, reportLines } from '../../http/routes/lists/keyword-lines.ts';
import { AppError } from '../../shared/errors.ts';
import { readTextFile } from './certificate-files.ts';

export interface GivenReport {
  readonly list: KeywordLines;
  /** The hashed lines of the report in the order of the list. Null if only the list was given. */
  readonly lines: readonly string[] | null;
}

/** Throws AppError NOT_FOUND, USAGE. */
export async function readReport(file: string, areLiteral: boolean): Promise<GivenReport> {
  const text = await readTextFile(file);
  if (!/^\{"(?:n|done)":/.test(text)) return { list: await listOfText(whole(text), areLiteral), lines: null };
  const list = new KeywordLines();
  const lines: string[] = [];
  const rows = text.split('\n').filter((line) => line !== '');
  for (const [i, line] of rows.entries()) {
    const { n, query, done, error, position: _, hints: __, ...counts } = parsed(line, file, i + 1);
    if (done === true && i === rows.length - 1) return { list, lines };
    if (typeof n !== 'number' || typeof query !== 'string') throw noReport(file, i + 1);
    list.add(n, query);
    lines.push(lineText({ n, query, counts: error === undefined ? counts : null }));
  }
  throw new AppError('USAGE', `The report ${file} is incomplete: its last line is missing.`);
}

/** Yields a message for each line of the report that differs. */
export function* differentLines({ lines }: GivenReport, report: KeywordReport): Generator<string> {
  if (lines === null) return;
  let i = 0;
  for (const line of reportLines(report)) {
    const [given, again] = [lines[i++]!, lineText(line)];
    if (given !== again) yield `line of the report: ${given.trimEnd()}, and ${again.trimEnd()}`;
  }
}

function parsed(line: string, file: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw noReport(file, number);
}

function noReport(file: string, line: number): AppError {
  return new AppError('USAGE', `The report ${file} is not a report: line ${line} does not belong to a report.`);
}

async function* whole(text: string): AsyncGenerator<string, void, undefined> {
  yield text;
}
