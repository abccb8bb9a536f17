/**
 * Serializes plain data to JSON in pieces. The text is the same as that of JSON.stringify, which blocks the event loop until
 * the last of a million values is written. `LazyArray` and `LazyObject` produce values while they are written.
 */
import { textPieces } from './text-pieces.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Size of a piece, in characters. The last short value may exceed it. */
const PIECE_UNITS = 32 * 1024;

/** Written as an array. `values` is called for each serialization, so it must start from the beginning each time. */
export class LazyArray {
  readonly values: () => Iterable<unknown>;

  constructor(values: () => Iterable<unknown>) {
    this.values = values;
  }
}

/** The same as an object; names must be unique. */
export class LazyObject {
  readonly members: () => Iterable<readonly [name: string, value: unknown]>;

  constructor(members: () => Iterable<readonly [name: string, value: unknown]>) {
    this.members = members;
  }
}

/** Serialized JSON: its bytes in pieces that never divide a character. */
export class WrittenJson {
  readonly pieces: readonly Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

/** An array or object that is being written. */
interface Open {
  /** Names and values. For an array, the names are not written. */
  readonly entries: Iterator<readonly [name: unknown, value: unknown]>;
  readonly isArray: boolean;
  isFirst: boolean;
}

export function* jsonPieces(whole: unknown): Generator<string, void, undefined> {
  const open: Open[] = [];
  let text = '';
  for (let value = whole; ; ) {
    if (typeof value === 'string' && value.length > PIECE_UNITS) {
      yield text;
      text = '';
      yield* jsonTextPieces([value]);
    } else if (value instanceof WrittenJson) {
      yield text;
      text = '';
      for (const piece of value.pieces) yield decoder.decode(piece);
    } else if (typeof value === 'object' && value !== null) {
      const isArray = Array.isArray(value) || value instanceof LazyArray;
      open.push({ entries: entriesOf(value), isArray, isFirst: true });
      text += isArray ? '[' : '{';
    } else text += JSON.stringify(value) ?? 'null';
    let next: readonly [unknown, unknown] | null = null;
    while (next === null) {
      const last = open.at(-1);
      if (last === undefined) {
        yield text;
        return;
      }
      const step = last.entries.next();
      if (step.done === true) {
        text += last.isArray ? ']' : '}';
        open.pop();
      } else if (last.isArray || step.value[1] !== undefined) {
        next = step.value;
        if (!last.isFirst) text += ',';
        if (!last.isArray) text += `${JSON.stringify(next[0])}:`;
        last.isFirst = false;
      }
      if (text.length >= PIECE_UNITS) {
        yield text;
        text = '';
      }
    }
    value = next[1];
  }
}

/** Yields the concatenated texts as one JSON string. No text may end within a surrogate pair. */
export function* jsonTextPieces(texts: Iterable<string>): Generator<string, void, undefined> {
  let written = '"';
  for (const text of texts) {
    for (const piece of textPieces(text, PIECE_UNITS)) {
      written += JSON.stringify(piece).slice(1, -1);
      if (written.length < PIECE_UNITS) continue;
      yield written;
      written = '';
    }
  }
  yield `${written}"`;
}

function entriesOf(value: object): Iterator<readonly [unknown, unknown]> {
  if (Array.isArray(value)) return value.entries();
  if (value instanceof LazyArray) return numbered(value.values());
  if (value instanceof LazyObject) return value.members()[Symbol.iterator]();
  return Object.entries(value)[Symbol.iterator]();
}

function* numbered(values: Iterable<unknown>): Generator<readonly [unknown, unknown], void, undefined> {
  let i = 0;
  for (const value of values) yield [i++, value];
}
