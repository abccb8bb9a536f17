/** Writes a run to a file, in the format of run-file; its counterpart is run-file-reader. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { ByteWriter } from '../../codec/byte-writer.ts';
import type { TermCursor } from '../../shared/term-cursor.ts';
import { ways } from '../../shared/thresholds.ts';
import { MARK_BYTES, type RunFile, type RunMark } from './run-file.ts';

const WRITE_BYTES = ways.runWriteBytes;

/** Number of marks of a run: a longer run has them farther apart. */
const MARKS_MAX = ways.marksMax;

/** Writes all of a cursor to a new file. */
export function writeRunFile(path: string, cursor: TermCursor): RunFile {
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
    while (cursor.next()) {
      const offset = total + out.length;
      if (offset >= nextMark) {
        if (marks.length === MARKS_MAX) {
          marks = marks.filter((_, n) => n % 2 === 0);
          markBytes *= 2;
        }
        marks.push({ field: cursor.field, term: cursor.bytes.slice(cursor.termStart, cursor.termEnd), offset });
        nextMark = offset + markBytes;
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
