/** The syntax of a delimited load file: which characters separate and enclose values. Detected from its header. */
import { CSV_HEADER, DELIMITERS } from '../../../shared/cells/table-cells.ts';

export interface Dialect {
  readonly delimiter: string;
  /** Encloses values that contain delimiters or line breaks. Null if values are never enclosed. */
  readonly quote: string | null;
  /** Represents a line break inside a value, or null. */
  readonly newline: string | null;
  /** Ends a row. A carriage return alone counts only if the file has no line feed. */
  readonly terminator: '\n' | '\r';
}

/** The part that a mapping may specify. */
export type GivenDialect = { readonly [K in 'delimiter' | 'quote' | 'newline']?: string | null | undefined };

/** A line before the header that declares the delimiter. */
const SAID_DELIMITER = /^"?sep=([^\r\n])"?$/i;

const THORN = 'þ';
const DEVICE_CONTROL_4 = '\x14';
const REGISTERED = '®';
const PLAIN_DELIMITERS = [',', ';', '\t', '|', DEVICE_CONTROL_4];
/** Delimiters of databases and log systems. They count only if the following rows have as many of them as the header. */
const RARE_DELIMITERS = ['\x01', '\x1f', '~', '^', '¦'];
/** Number of rows below the header that are compared with it, and of lines in which these rows must be. */
const ROWS_COMPARED = 5;
const LINES_READ = 100;

/**
 * Returns the dialect of a file that begins with `head`, from its name and its first row. The first character is the quote if
 * it is not a letter or digit and occurs again before a delimiter. The delimiter is the character after the first quoted value.
 * Without one, it is the character among `, ; tab |` and DC4 that occurs equally often in the following rows, or else the most
 * frequent. `headerLine`: the line of the first row, from 1.
 */
export function findDialect(head: string, isTabs: boolean, given: GivenDialect, headerLine = 1): Dialect {
  const terminator = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  const lines = head.split(terminator, headerLine + 1 + LINES_READ).map((line) => line.replace(/\r$/, ''));
  const said = SAID_DELIMITER.exec(lines[0]!)?.[1];
  const at = said === undefined || headerLine > 1 ? headerLine - 1 : 1;
  const row = lines[at] ?? '';
  // Recognizes exports of this program, whose titles may have any character.
  const own = DELIMITERS.find((one) => row.startsWith(CSV_HEADER.join(one)));
  const found = own === undefined ? findQuote(row, isTabs, head) : '"';
  const quote = given.quote === undefined ? found : given.quote;
  const below = rowsOf(lines.slice(at + 1), quote);
  const delimiter = given.delimiter ?? said ?? own ?? findDelimiter(row, below, quote) ?? (isTabs ? '\t' : ',');
  const isConcordance = quote === THORN || delimiter === DEVICE_CONTROL_4;
  const newline = given.newline === undefined ? (isConcordance ? REGISTERED : null) : given.newline;
  return { delimiter, quote, newline, terminator };
}

function findQuote(row: string, isTabs: boolean, head: string): string | null {
  const first = row[0];
  if (first === THORN || first === '^' || first === '~' || first === "'") {
    if (row.indexOf(first, 1) > 0) return first;
  }
  // Tables with tabs often have quotes that enclose nothing.
  if (isTabs || row.includes('\t')) return /(^|[\t\n])"(?:[^"\t]|"")*"(?=[\t\r\n]|$)/.test(head) ? '"' : null;
  return '"';
}

function findDelimiter(row: string, below: readonly string[], quote: string | null): string | null {
  if (quote !== null && row.startsWith(quote)) {
    const close = closingQuote(row, quote);
    const next = row[close + 1];
    if (close > 0 && next !== undefined && !/[\p{L}\p{N}]/u.test(next)) return next;
  }
  const header = outside(row, quote);
  const rows = below.map((line) => outside(line, quote));
  const alike = (candidate: string): number =>
    rows.filter((line) => countIn(line, candidate) === countIn(header, candidate)).length;
  const [best = null] = PLAIN_DELIMITERS.filter((candidate) => header.includes(candidate))
    .map((candidate) => ({ candidate, alike: alike(candidate), count: countIn(header, candidate) }))
    .sort((a, b) => b.alike - a.alike || b.count - a.count);
  if (best !== null) return best.candidate;
  const isRare = (candidate: string): boolean => header.includes(candidate) && alike(candidate) === rows.length;
  return rows.length === 0 ? null : (RARE_DELIMITERS.find(isRare) ?? null);
}

/** Joins the lines of a value in quotes. If the value does not end, its lines count as rows. */
function rowsOf(lines: readonly string[], quote: string | null): readonly string[] {
  const rows: string[] = [];
  let open: string[] = [];
  for (const line of lines) {
    if (rows.length === ROWS_COMPARED) return rows;
    open.push(line);
    const row = open.join('\n');
    if (quote !== null && isOpen(row, quote)) continue;
    open = [];
    if (row !== '') rows.push(row);
  }
  return [...rows, ...open].filter((row) => row !== '').slice(0, ROWS_COMPARED);
}

/** Whether the last value has a beginning quote and no ending one. Quotes elsewhere are ordinary characters. */
function isOpen(row: string, quote: string): boolean {
  const begins = [...PLAIN_DELIMITERS, ...RARE_DELIMITERS].some((one) => row.includes(one + quote));
  return (begins || row.startsWith(quote)) && countIn(row, quote) % 2 === 1;
}

function countIn(text: string, unit: string): number {
  return text.split(unit).length - 1;
}

function closingQuote(row: string, quote: string): number {
  let i = row.indexOf(quote, 1);
  while (i >= 0 && row[i + 1] === quote && i > 1) i = row.indexOf(quote, i + 2);
  return i;
}

/** Returns the row without its quoted parts. */
function outside(row: string, quote: string | null): string {
  return quote === null
    ? row
    : row
        .split(quote)
        .filter((_part, i) => i % 2 === 0)
        .join('');
}
