/**
 * A run on disk, between inversion and merge. It is made of varints and read from front to back, or from one mark to
 * another.
 *
 *   run     := {field + 1, term bytes, UTF-8, posting …, 0} … 0
 *   posting := tf, document - the one before, {position gap}{tf}
 *
 * A document with many positions may have several postings, one after the other.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { ByteWriter } from '../../codec/byte-writer.ts';
import { compareBytes } from '../../codec/compare-bytes.ts';
import type { TermSource } from './term-source.ts';

export interface RunFile {
  readonly path: string;
  readonly bytes: number;
  /** Terms at which the run can be entered, one every `markBytes` or so; the first term is among them. */
  readonly marks: readonly RunMark[];
  readonly markBytes: number;
}

export interface RunMark {
  readonly field: number;
  readonly term: Uint8Array;
  /** Where the term begins in the file. */
  readonly offset: number;
}

const WRITE_BYTES = 1 << 20;
const READ_BYTES = 1 << 16;
export const MARK_BYTES = 1 << 16;

/** Marks of a run: a longer one has them farther apart. */
const MARKS_MAX = 256;

/** Order of fields, then of terms. */
export function compareMarks(a: Omit<RunMark, 'offset'>, b: Omit<RunMark, 'offset'>): number {
  return a.field - b.field || compareBytes(a.term, 0, a.term.length, b.term, 0, b.term.length);
}

/** Writes all of a source to a new file. */
export function writeRun(path: string, source: TermSource): RunFile {
  const file = openSync(path, 'wx');
  const out = new ByteWriter(WRITE_BYTES * 2);
  let marks: RunMark[] = [];
  let markBytes = MARK_BYTES;
  let nextMark = 0;
  let total = 0;
  const flush = (): void => {
    for (let at = 0; at < out.length; ) at += writeSync(file, out.bytes, at, out.length - at);
    total += out.length;
    out.clear();
  };
  try {
    while (source.next()) {
      const offset = total + out.length;
      if (offset >= nextMark) {
        if (marks.length === MARKS_MAX) {
          marks = marks.filter((_, n) => n % 2 === 0);
          markBytes *= 2;
        }
        marks.push({ field: source.field, term: source.bytes.slice(source.termStart, source.termEnd), offset });
        nextMark = offset + markBytes;
      }
      out.varint(source.field + 1);
      out.varint(source.termEnd - source.termStart);
      out.copy(source.bytes, source.termStart, source.termEnd);
      let doc = 0;
      for (let count = source.read(); count > 0; count = source.read()) {
        const { docs, positions, from } = source;
        writePostings(docs, positions, from, from + count, doc, out, flush);
        doc = docs[from + count - 1]!;
      }
      out.varint(0);
      if (out.length >= WRITE_BYTES) flush();
    }
    out.varint(0);
    flush();
  } finally {
    closeSync(file);
  }
  return { path, bytes: total, marks, markBytes };
}

function writePostings(
  docs: Uint32Array,
  positions: Uint32Array,
  from: number,
  to: number,
  docBefore: number,
  out: ByteWriter,
  flush: () => void,
): void {
  let previous = docBefore;
  for (let i = from; i < to; ) {
    const doc = docs[i]!;
    let end = i + 1;
    while (end < to && docs[end] === doc) end++;
    out.varint(end - i);
    out.varint(doc - previous);
    previous = doc;
    let next = 0;
    for (; i < end; i++) {
      out.varint(positions[i]! - next);
      next = positions[i]! + 1;
      if (out.length >= WRITE_BYTES) flush();
    }
  }
}

/** Occurrences that one `read` hands out at the most. */
const OCCURRENCES = 1 << 13;

/** The terms of a range: from the first on, and below the second; null for no limit. */
export interface TermRange {
  readonly from: RunMark | null;
  readonly to: RunMark | null;
}

/** A run file as a source, or a range of one. */
export class RunReader implements TermSource {
  readonly #file: number;
  readonly #to: RunMark | null;
  readonly #buffer = new Uint8Array(READ_BYTES);
  #position = 0;
  /** Whether the current term was moved to already, while looking for the first of the range. */
  #isAhead = false;
  #isEnded = false;
  #at = 0;
  #end = 0;
  /** Whether the current term may have more postings. */
  #hasMore = false;
  #doc = 0;
  #positionsLeft = 0;
  #nextPosition = 0;
  field = 0;
  bytes = new Uint8Array(1024);
  readonly termStart = 0;
  termEnd = 0;
  readonly docs = new Uint32Array(OCCURRENCES);
  readonly positions = new Uint32Array(OCCURRENCES);
  readonly from = 0;

  constructor(run: Pick<RunFile, 'path' | 'marks'>, range: TermRange = { from: null, to: null }) {
    this.#file = openSync(run.path, 'r');
    this.#to = range.to;
    const { from } = range;
    if (from === null) return;
    for (const mark of run.marks) {
      if (compareMarks(mark, from) > 0) break;
      this.#position = mark.offset;
    }
    while (this.next()) {
      if (this.#compare(from) < 0) continue;
      this.#isAhead = true;
      break;
    }
  }

  next(): boolean {
    if (this.#isAhead) {
      this.#isAhead = false;
      return true;
    }
    if (this.#isEnded) return false;
    this.#isEnded = !this.#advance() || (this.#to !== null && this.#compare(this.#to) >= 0);
    return !this.#isEnded;
  }

  #compare(mark: RunMark): number {
    return this.field - mark.field || compareBytes(this.bytes, 0, this.termEnd, mark.term, 0, mark.term.length);
  }

  #advance(): boolean {
    while (this.read() > 0);
    const field = this.#varint();
    if (field === 0) return false;
    this.field = field - 1;
    const length = this.#varint();
    if (length > this.bytes.length) this.bytes = new Uint8Array(length * 2);
    for (let i = 0; i < length; i++) this.bytes[i] = this.#byte();
    this.termEnd = length;
    this.#hasMore = true;
    this.#doc = 0;
    return true;
  }

  read(): number {
    let count = 0;
    const { docs, positions } = this;
    while (count < OCCURRENCES) {
      if (this.#positionsLeft === 0) {
        if (this.#hasMore) this.#positionsLeft = this.#varint();
        this.#hasMore = this.#positionsLeft > 0;
        if (!this.#hasMore) break;
        this.#doc += this.#varint();
        this.#nextPosition = 0;
      }
      const doc = this.#doc;
      const end = Math.min(OCCURRENCES, count + this.#positionsLeft);
      this.#positionsLeft -= end - count;
      let next = this.#nextPosition;
      for (; count < end; count++) {
        const position = next + this.#varint();
        docs[count] = doc;
        positions[count] = position;
        next = position + 1;
      }
      this.#nextPosition = next;
    }
    return count;
  }

  close(): void {
    closeSync(this.#file);
  }

  #byte(): number {
    if (this.#at === this.#end) this.#fill();
    return this.#buffer[this.#at++]!;
  }

  #varint(): number {
    let byte = this.#byte();
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = this.#byte();
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }

  #fill(): void {
    this.#end = readSync(this.#file, this.#buffer, 0, READ_BYTES, this.#position);
    this.#position += this.#end;
    this.#at = 0;
    if (this.#end === 0) throw new Error('a run file ends early');
  }
}
