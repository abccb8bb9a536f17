/** Writes a run to a file in the format of run-file. Counterpart of run-file-reader. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { ByteWriter } from '../../../codec/byte-writer.ts';
import type { TermCursor } from '../../../shared/term-cursor.ts';
import { tuning } from '../../../shared/thresholds.ts';
import { MARK_BYTES, type RunFile, type RunMark } from './run-file.ts';

const WRITE_BYTES = tuning.runWriteBytes;

/** Maximum marks of a run. In longer runs, marks are farther apart. */
const MARKS_MAX = tuning.marksMax;

/** Receives the bytes of a run. */
export interface RunSink {
  /** Copies the bytes. */
  append(bytes: Uint8Array, start: number, end: number): void;
}

/** A run file that is being written. Its bytes come in pieces of any size, its marks at the beginnings of terms. */
export class RunFileOutput implements RunSink {
  readonly #path: string;
  readonly #file: number;
  #marks: RunMark[] = [];
  #markBytes = MARK_BYTES;
  #length = 0;
  /** The first term from this offset on must be marked before it is appended. */
  nextMark = 0;

  /** Creates a file, which the caller closes. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'wx');
  }

  mark(field: number, term: Uint8Array, offset: number): void {
    if (this.#marks.length === MARKS_MAX) {
      this.#marks = this.#marks.filter((_, n) => n % 2 === 0);
      this.#markBytes *= 2;
    }
    this.#marks.push({ field, term, offset });
    this.nextMark = offset + this.#markBytes;
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; ) at += writeSync(this.#file, bytes, at, end - at);
    this.#length += end - start;
  }

  get written(): RunFile {
    return { path: this.#path, bytes: this.#length, marks: this.#marks, markBytes: this.#markBytes };
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** A run whose bytes a kernel produces and buffers. */
export interface RunBytes {
  readonly isEnded: boolean;
  readonly waiting: number;
  /** The next term. Null within a term, and at the end. */
  nextTerm(): { readonly field: number; readonly term: Uint8Array } | null;
  /** Buffers more bytes until there are `enough` and a term ends, until the buffer is full, or to the end of the run. */
  write(enough: number): void;
  takeBytes(): Uint8Array;
}

/** Bytes taken at a time, at most the size of the buffer. */
export const RUN_BYTES_TAKEN = 1 << 18;

/** Writes a complete run to a new file. */
export function writeRunBytes(path: string, run: RunBytes): RunFile {
  const file = new RunFileOutput(path);
  try {
    for (let total = 0; !run.isEnded || run.waiting > 0; ) {
      const offset = total + run.waiting;
      const next = run.isEnded || offset < file.nextMark ? null : run.nextTerm();
      if (next !== null) file.mark(next.field, next.term, offset);
      run.write(Math.max(0, Math.min(file.nextMark - total, RUN_BYTES_TAKEN)));
      if (!run.isEnded && run.waiting < RUN_BYTES_TAKEN) continue;
      const bytes = run.takeBytes();
      file.append(bytes, 0, bytes.length);
      total += bytes.length;
    }
  } finally {
    file.close();
  }
  return file.written;
}

/** Writes all terms of a cursor to a new file. */
export function writeRunFile(path: string, cursor: TermCursor): RunFile {
  const file = new RunFileOutput(path);
  const out = new ByteWriter(WRITE_BYTES * 2);
  let total = 0;
  const flush = (): void => {
    file.append(out.bytes, 0, out.length);
    total += out.length;
    out.clear();
  };
  try {
    while (cursor.next()) {
      const offset = total + out.length;
      if (offset >= file.nextMark) {
        file.mark(cursor.field, cursor.bytes.slice(cursor.termStart, cursor.termEnd), offset);
      }
      out.varint(cursor.field + 1);
      out.varint(cursor.termEnd - cursor.termStart);
      out.copy(cursor.bytes, cursor.termStart, cursor.termEnd);
      let doc = 0;
      for (let count = cursor.read(); count > 0; count = cursor.read()) {
        const { docs, positions, from } = cursor;
        writePostings(docs, positions, from, from + count, doc, out, flush);
        doc = docs[from + count - 1]!;
      }
      out.varint(0);
      if (out.length >= WRITE_BYTES) flush();
    }
    out.varint(0);
    flush();
  } finally {
    file.close();
  }
  return file.written;
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
