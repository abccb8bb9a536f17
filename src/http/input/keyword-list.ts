/**
 * Reads a list of queries: the distinct texts, and the text of each line. Works in slices, because a list may have millions of
 * characters.
 */
import { SET_FIELDS } from '../../schema/well-known-fields.ts';
import { AppError } from '../../shared/errors.ts';
import { Slice } from '../../shared/slices.ts';
import { NotUtf8 } from '../../shared/utf8-texts.ts';
import { ELEMENT_UNITS_MAX, KEYWORDS_MAX } from '../limits.ts';
import { JsonMemberText } from './json-member-text.ts';

export interface KeywordLine {
  /** Position in the list, or line number in a text. */
  readonly n: number;
  /** Number of the line's text. */
  readonly text: number;
}

export class KeywordLines {
  readonly lines: KeywordLine[] = [];
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Throws AppError INVALID_REQUEST over the limit. */
  add(n: number, text: string): void {
    if (this.lines.length === KEYWORDS_MAX) {
      throw new AppError('INVALID_REQUEST', `The list has more than ${KEYWORDS_MAX} queries. Send it in parts.`);
    }
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    this.lines.push({ n, text: number });
  }
}

/** Lines between two checks of the clock. */
const LINES_AT_ONCE = 256;

/** `#` begins a comment, unless lines are literal; blank lines are skipped. Throws AppError INVALID_REQUEST. */
export async function listOfText(pieces: AsyncIterable<string>, areLiteral = false): Promise<KeywordLines> {
  const list = new KeywordLines();
  const slice = new Slice();
  let n = 0;
  const isComment = (line: string): boolean => !areLiteral && line.startsWith('#');
  const add = (line: string): void => {
    n++;
    if (isComment(line)) return;
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.trim() === '') return;
    requireShort(n, text);
    list.add(n, text);
  };
  let open = '';
  for await (const piece of namingLine(pieces, () => n + 1)) {
    const lines = (open + piece).split('\n');
    open = lines.pop()!;
    for (const line of lines) {
      add(line);
      if (n % LINES_AT_ONCE === 0 && slice.isOver) await slice.giveWay();
    }
    // Only the first character of a comment line is needed.
    if (isComment(open)) open = '#';
    else requireShort(n + 1, open);
  }
  if (open !== '') add(open);
  return list;
}

/** The text before an invalid byte always arrives first, so the current line is the one with the byte. */
async function* namingLine(pieces: AsyncIterable<string>, line: () => number): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    throw error instanceof NotUtf8 ? new NotUtf8(`Line ${line()} of the list`) : error;
  }
}

/** Throws AppError INVALID_REQUEST. */
function requireShort(line: number, text: string): void {
  if (text.length <= ELEMENT_UNITS_MAX) return;
  throw new AppError('INVALID_REQUEST', `Line ${line} of the list has more than ${ELEMENT_UNITS_MAX} characters.`);
}

/** Reads the member `queries` of an object; returns the rest of its text. Throws AppError INVALID_REQUEST. */
export async function listOfJson(
  pieces: AsyncIterable<string>,
): Promise<{ readonly list: KeywordLines; readonly rest: string }> {
  const body = new JsonMemberText('queries');
  const list = new KeywordLines();
  const slice = new Slice();
  const addAll = (elements: readonly unknown[]): void => {
    for (const element of elements) {
      const n = list.lines.length + 1;
      if (typeof element !== 'string') throw new AppError('INVALID_REQUEST', `Element ${n} of "queries" is not text.`);
      list.add(n, element);
    }
  };
  for await (const piece of pieces) {
    body.add(piece);
    for (let next = body.nextSlice(); next !== null; next = body.nextSlice()) {
      addAll(next);
      if (slice.isOver) await slice.giveWay();
    }
  }
  const { elements, rest } = body.finish();
  addAll(elements);
  return { list, rest };
}

/** Whether a text may name bookmarks, the selection, a source or an expression over texts. A false positive only changes where it is parsed. */
export function mayNameSets(text: string): boolean {
  return SET_BEGINNINGS.some((beginning) => text.includes(beginning));
}

/** Includes expressions over texts, because their items are also a set. */
const SET_BEGINNINGS: readonly string[] = [...SET_FIELDS, 'text:/', 'entity:', 'cased:'];
