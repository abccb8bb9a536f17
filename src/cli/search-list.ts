/** `search --list`: runs one query per line. Keyword lists are long and old, so one bad line does not stop the others. */
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { CombinedRequest } from '../search/combined/coordinator.ts';
import { asWritten } from '../search/hints.ts';
import { AppError } from '../shared/errors.ts';
import { requireUtf8 } from '../shared/utf8-texts.ts';
import type { AskedSources } from './asked-sources.ts';
import { defaultFieldsOf, type QueryOptions } from './options.ts';
import { printHints } from './terminal/hints.ts';
import { printable, type Terminal } from './terminal/terminal.ts';

export interface ListOptions extends QueryOptions {
  readonly list?: string;
  readonly json?: boolean;
}

export interface ListedQuery {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Runs all lines. Returns whether every line was answered. */
export async function answerList(sources: AskedSources, options: ListOptions, terminal: Terminal): Promise<boolean> {
  const how = defaultFieldsOf(options);
  const { parseQueryText } = await import('./query-text.ts');
  let isWhole = true;
  for await (const { line, text } of listedQueries(options.list ?? '-')) {
    try {
      const query = parseQueryText(text, options);
      const { items, hints } = await countItems({ query, ...how, ...asWritten(text) }, sources, terminal.signal);
      printHints(hints, terminal, `line ${line}: `);
      const counted = { line, query: text, items, ...(hints.length === 0 ? {} : { hints }) };
      await terminal.write(options.json ? `${JSON.stringify(counted)}\n` : `${items}\t${text}\n`);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'QUERY_INVALID') throw error;
      isWhole = false;
      terminal.say(`case-access: line ${line}: ${printable(error.message)}`);
      if (options.json) await terminal.write(`${JSON.stringify({ line, query: text, error: error.message })}\n`);
    }
  }
  return isWhole;
}

/** Number of items in all of `sources`, and hints. */
export async function countItems(
  request: Omit<CombinedRequest, 'want'>,
  sources: AskedSources,
  signal: AbortSignal,
): Promise<{ readonly items: number; readonly hints: readonly string[] }> {
  const { count, hints } = await sources.search({ ...request, want: ['count', 'hints'] }, signal);
  return { items: count ?? 0, hints };
}

/** The non-blank lines of a file, or of stdin for `-`. Throws AppError USAGE if the file cannot be read. */
export async function* listedQueries(file: string): AsyncGenerator<ListedQuery> {
  const input = file === '-' ? process.stdin : await openList(file);
  let line = 0;
  // Split as bytes: in UTF-8 no character contains the bytes of another.
  input.setEncoding('latin1');
  for await (const read of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    const decoded = requireUtf8(Buffer.from(read, 'latin1'), `Line ${line} of the list`);
    const text = line === 1 ? decoded.replace(/^\uFEFF/, '') : decoded;
    if (text.trim() !== '') yield { line, text };
  }
}

/** Throws AppError USAGE. */
export async function openList(file: string): Promise<Readable> {
  try {
    const handle = await open(file);
    if ((await handle.stat()).isDirectory()) throw new AppError('USAGE', `The list ${file} is a directory.`);
    return handle.createReadStream();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const finding = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new AppError('USAGE', `The list ${file} ${finding}.`, { cause: error });
  }
}
