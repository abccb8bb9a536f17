/** Reads a run from a file in the format of run-file, for a merge here or in the encoder of lists. Counterpart of run-file-writer. */
import { closeSync, openSync, readSync } from 'node:fs';
import { compareBytes } from '../../../codec/compare-bytes.ts';
import type { TermBound, TermCursor, TermSpan } from '../../../shared/term-cursor.ts';
import { tuning } from '../../../shared/thresholds.ts';
import type { ListEncoder, RunPages } from '../../postings/list-encoder.ts';
import { VarintInput } from '../../store/varint-input.ts';
import { markBefore, type RunFile } from './run-file.ts';

const READ_BYTES = tuning.runReadBytes;
/** Maximum number of occurrences that one `read` returns. */
const OCCURRENCES = tuning.occurrencesAtOnce;

/** Reads a run, or a range of one, as a cursor. */
export class RunFileReader implements TermCursor {
  readonly #file: number;
  readonly #to: TermBound | null;
  readonly #input: VarintInput;
  /** Whether the search for the first term of the range has already reached the current term. */
  #isAhead = false;
  #isEnded = false;
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

  constructor(run: Pick<RunFile, 'path' | 'marks'>, range: TermSpan = { from: null, to: null }) {
    this.#to = range.to;
    const { from } = range;
    const before = from === null ? undefined : markBefore(run.marks, from);
    this.#file = openSync(run.path, 'r');
    const source = { file: this.#file, from: before?.offset ?? 0, to: Number.POSITIVE_INFINITY };
    this.#input = new VarintInput(source, READ_BYTES);
    if (from === null) return;
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
    const input = this.#input;
    const field = input.varint();
    if (field === 0) return false;
    this.field = field - 1;
    const length = input.varint();
    if (length > this.bytes.length) this.bytes = new Uint8Array(length * 2);
    this.#input.copy(this.bytes, length);
    this.termEnd = length;
    this.#hasMore = true;
    this.#doc = 0;
    return true;
  }

  read(): number {
    let count = 0;
    const { docs, positions } = this;
    const input = this.#input;
    while (count < OCCURRENCES) {
      if (this.#positionsLeft === 0) {
        if (this.#hasMore) this.#positionsLeft = input.varint();
        this.#hasMore = this.#positionsLeft > 0;
        if (!this.#hasMore) break;
        this.#doc += input.varint();
        this.#nextPosition = 0;
      }
      const doc = this.#doc;
      const end = Math.min(OCCURRENCES, count + this.#positionsLeft);
      this.#positionsLeft -= end - count;
      let next = this.#nextPosition;
      for (; count < end; count++) {
        const position = next + input.varint();
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
}

/** Begins to merge a range of runs. */
export function mergeRuns(lists: ListEncoder, runs: readonly RunFile[], { from, to }: TermSpan): void {
  const pages = runs.map(({ path, marks }) => {
    const before = from === null ? undefined : markBefore(marks, from);
    return new PagesOfFile(path, before?.offset ?? 0);
  });
  lists.open(pages, READ_BYTES, from, to);
}

/**
 * Opens its file for each page. Every thread reads the runs of all threads, and a process may not have that many files
 * open.
 */
class PagesOfFile implements RunPages {
  readonly #path: string;
  #position: number;

  constructor(path: string, from: number) {
    this.#path = path;
    this.#position = from;
  }

  read(into: Uint8Array): number {
    const file = openSync(this.#path, 'r');
    try {
      const count = readSync(file, into, 0, Math.min(into.length, READ_BYTES), this.#position);
      this.#position += count;
      return count;
    } finally {
      closeSync(file);
    }
  }
}
