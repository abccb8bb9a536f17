/** Reads the columns that column-values.ts writes: the spellings of a column by number, and the documents of each. */
import { readU40 } from '../../../codec/byte-reader.ts';
import { type Extent, SPELLINGS_PER_GROUP, type ValueColumn } from '../../format.ts';
import type { StreamReader } from '../../store/stream-reader.ts';
import { readPacked } from './packed-text.ts';
import { StreamVarints } from './stream-varints.ts';
import { foldedOf } from './value-run.ts';

const GROUP_ENTRY = 10;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Spellings are numbered in order of their folded values, then of their own code points. */
export class ValueColumnReader {
  readonly column: ValueColumn;
  readonly #stream: StreamReader;
  #group = -1;
  #spellings: readonly string[] = [];

  constructor(stream: StreamReader, column: ValueColumn) {
    this.#stream = stream;
    this.column = column;
  }

  /** Returns a spelling as the case has it. The last group stays decoded. */
  spelling(number: number): string {
    const group = Math.floor(number / SPELLINGS_PER_GROUP);
    if (group !== this.#group) {
      this.#spellings = this.#decode(group);
      this.#group = group;
    }
    return this.#spellings[number - group * SPELLINGS_PER_GROUP]!;
  }

  /** Whether the column has exactly this spelling. */
  has(spelling: string): boolean {
    const folded = Buffer.from(foldedOf(spelling));
    const own = Buffer.from(spelling);
    let low = 0;
    let high = this.column.spellingCount - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.spelling(middle);
      const order = Buffer.compare(Buffer.from(foldedOf(found)), folded) || Buffer.compare(Buffer.from(found), own);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }

  #decode(group: number): readonly string[] {
    const { spellings, spellingCount } = this.column;
    const from = this.#groupOffset(group, 0);
    const isLast = (group + 1) * SPELLINGS_PER_GROUP >= spellingCount;
    const to = isLast ? spellings.length : this.#groupOffset(group + 1, 0);
    const numbers = new StreamVarints(this.#stream, spellings.offset + from, spellings.offset + to);
    const count = Math.min(SPELLINGS_PER_GROUP, spellingCount - group * SPELLINGS_PER_GROUP);
    const found: string[] = [];
    let bytes: Uint8Array = new Uint8Array(256);
    for (let i = 0; i < count; i++) {
      const text = readPacked(numbers, bytes, numbers.varint(), spellings.length);
      bytes = text.bytes;
      found.push(decoder.decode(bytes.subarray(0, text.end)));
    }
    return found;
  }

  /** Returns the offset of a group: of spellings (part 0) or documents (part 1). */
  #groupOffset(group: number, part: 0 | 1): number {
    this.#stream.fetch(this.column.groups.offset + group * GROUP_ENTRY + part * 5, 5);
    return readU40(this.#stream.bytes, this.#stream.start);
  }

  /** Reads the documents of all spellings, in order of spellings, starting at a group. */
  documents(fromGroup = 0): SpellingDocuments {
    const { docs, spellingCount } = this.column;
    const from = spellingCount === 0 ? 0 : this.#groupOffset(fromGroup, 1);
    return new SpellingDocuments(new StreamVarints(this.#stream, docs.offset + from, docs.offset + docs.length));
  }

  /** Returns the value number of every spelling, or null if each equals the number of its spelling. */
  values(): Uint32Array | null {
    const { firsts, spellingCount } = this.column;
    if (firsts === null) return null;
    const bits = bytesOf(this.#stream, firsts);
    const values = new Uint32Array(spellingCount);
    let value = -1;
    for (let n = 0; n < spellingCount; n++) {
      if ((bits[n >>> 3]! & (1 << (n & 7))) !== 0) value++;
      values[n] = value;
    }
    return values;
  }
}

function bytesOf(stream: StreamReader, { offset, length }: Extent): Uint8Array {
  stream.fetch(offset, length);
  return stream.bytes.subarray(stream.start, stream.start + length);
}

/** A cursor over the documents of each spelling in turn. */
export class SpellingDocuments {
  readonly #numbers: StreamVarints;
  #doc = 0;
  #hasMore = false;

  constructor(numbers: StreamVarints) {
    this.#numbers = numbers;
  }

  /** Moves to the next spelling and returns its first document. The current spelling must be read to its end. */
  first(): number {
    const head = this.#numbers.varint();
    this.#hasMore = head % 2 === 0;
    this.#doc = Math.floor(head / 2);
    return this.#doc;
  }

  /** Returns the next document of the current spelling, or -1. */
  next(): number {
    if (!this.#hasMore) return -1;
    const distance = this.#numbers.varint();
    this.#hasMore = distance > 0;
    if (distance === 0) return -1;
    this.#doc += distance;
    return this.#doc;
  }

  get isAtEnd(): boolean {
    return this.#numbers.isAtEnd;
  }
}
