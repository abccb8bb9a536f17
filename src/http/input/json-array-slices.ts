/**
 * A large JSON array, parsed in slices: JSON.parse of 64 MiB at once would block every other request for a second and
 * keep millions of objects alive at the same time. The text is cut at commas between elements, and JSON.parse checks
 * every slice, so exactly JSON is accepted: the scan only chooses where to cut.
 */
import { AppError } from '../../shared/errors.ts';

const sliceUnits = 128 * 1024;
/** A longer element is rejected: it would have to be parsed in one piece. */
const ELEMENT_UNITS_MAX = 64 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openers: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closers: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Yields the elements of the array in order, in slices. Throws AppError INVALID_REQUEST if `text` is not a JSON array. */
export function* jsonArraySlices(text: string): Generator<readonly unknown[]> {
  const start = /^[ \t\r\n]*\[/.exec(text.slice(0, sliceUnits))?.[0].length;
  if (start === undefined) throw new AppError('INVALID_REQUEST', 'The body is not a JSON array.');
  const end = endOfArray(text);
  let from = start;
  for (let cut = nextCut(text, from, end); cut !== null; cut = nextCut(text, from, end)) {
    yield parseSlice(text, from, cut, false);
    from = cut + 1;
  }
  yield parseSlice(text, from, end, from === start);
}

/** The offset of the bracket that ends the text, white space aside. */
function endOfArray(text: string): number {
  let end = text.length - 1;
  while (end >= 0 && ' \t\r\n'.includes(text[end]!)) end--;
  if (end < 0 || text[end] !== ']') throw new AppError('INVALID_REQUEST', 'The body is not a complete JSON array.');
  return end;
}

/** The offset of a comma between elements at least a slice after `from`, or null if the rest is one slice. */
function nextCut(text: string, from: number, end: number): number | null {
  if (end - from <= sliceUnits) return null;
  let depth = 0;
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) i = endOfString(text, i, end);
    else if (code === comma && depth === 0 && i - from >= sliceUnits) return i;
    else if (openers.has(code)) depth++;
    else if (closers.has(code)) depth--;
    if (i - from > sliceUnits + ELEMENT_UNITS_MAX) {
      throw new AppError('INVALID_REQUEST', `The body has an element of more than ${ELEMENT_UNITS_MAX} characters.`);
    }
  }
  return null;
}

function endOfString(text: string, start: number, end: number): number {
  let i = start + 1;
  while (i < end) {
    const code = text.charCodeAt(i);
    if (code === quote) return i;
    i += code === backslash ? 2 : 1;
  }
  return end;
}

function parseSlice(text: string, from: number, to: number, mayBeEmpty: boolean): readonly unknown[] {
  let elements: unknown[];
  try {
    elements = JSON.parse(`[${text.slice(from, to)}]`) as unknown[];
  } catch (cause) {
    const where = from === 0 ? '' : ` after character ${from}`;
    throw new AppError('INVALID_REQUEST', `The body is not valid JSON${where}: ${(cause as Error).message}`, { cause });
  }
  if (elements.length === 0 && !mayBeEmpty) {
    throw new AppError('INVALID_REQUEST', `The body is not valid JSON: an element is missing after character ${from}.`);
  }
  return elements;
}
