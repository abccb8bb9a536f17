/** A list of queries as it comes: distinct texts, and for each line which of them it is. Millions of characters, in slices. */
import { SET_FIELDS } from '../../schema/well-known-fields.ts';
import { AppError } from '../../shared/errors.ts';
import { Slice } from '../../shared/work.ts';
import { KEYWORDS_MAX } from '../limits.ts';
import { JsonMemberText } from './json-member-text.ts';

export interface KeywordLine {
  /** Place in the list; of a text, its line. */
  readonly n: number;
  /** Number of its text. */
  readonly text: number;
}

export class KeywordLines {
  readonly lines: KeywordLine[] = [];
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Throws AppError INVALID_REQUEST for one too many. */
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

/** `#` begins a comment, blank lines do not count. */
export async function listOfText(pieces: AsyncIterable<string>): Promise<KeywordLines> {
  const list = new KeywordLines();
  const slice = new Slice();
  let n = 0;
  const add = (line: string): void => {
    n++;
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.trim() !== '' && !text.startsWith('#')) list.add(n, text);
  };
  let open = '';
  for await (const piece of pieces) {
    const lines = (open + piece).split('\n');
    open = lines.pop()!;
    for (const line of lines) {
      add(line);
      await slice.giveWay();
    }
  }
  if (open !== '') add(open);
  return list;
}

/** The member `queries` of an object, and the text of the rest of it. Throws AppError INVALID_REQUEST. */
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
      await slice.giveWay();
    }
  }
  const { elements, rest } = body.finish();
  addAll(elements);
  return { list, rest };
}

/** Whether a text may name bookmarks, the selection or a source: anything else that this finds is only parsed elsewhere. */
export function mayNameSets(text: string): boolean {
  return [...SET_FIELDS].some((field) => text.includes(field));
}
