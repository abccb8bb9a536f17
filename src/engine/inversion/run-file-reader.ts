/** Reads a run from a file, in the format of run-file; its counterpart is run-file-writer. */

import { closeSync, openSync, readSync } from 'node:fs';
import { compareBytes } from '../../codec/compare-bytes.ts';
import type { TermBound, TermCursor, TermRange } from '../../shared/term-cursor.ts';
import { ways } from '../../shared/thresholds.ts';
import { compareMarks, type RunFile } from './run-file.ts';

const READ_BYTES = ways.runReadBytes;
/** Maximum number of occurrences that one `read` returns. */
const OCCURRENCES = ways.occurrencesAtOnce;

/** A run file as a cursor, or a range of one. */
export class RunFileReader implements TermCursor {
  readonly #file: number;
  readonly #to: TermBound | null;
  readonly #buffer = new Uint8Array(READ_BYTES);
  #position = 0;
  /** Whether the current term was already reached while looking for the first of the range. */
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

  #compare(mark: TermBound): number {
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
