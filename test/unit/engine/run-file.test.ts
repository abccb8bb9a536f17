import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { compareMarks, MARK_BYTES, markBefore, type RunFile } from '../../../src/engine/inversion/runs/run-file.ts';
import { RunFileReader } from '../../../src/engine/inversion/runs/run-file-reader.ts';
import { writeRunFile } from '../../../src/engine/inversion/runs/run-file-writer.ts';
import { RunMerger } from '../../../src/engine/inversion/runs/run-merger.ts';
import { dividedRuns, rangesOf } from '../../../src/engine/inversion/runs/run-ranges.ts';
import type { TermCursor, TermSpan } from '../../../src/shared/term-cursor.ts';
import { temporaryDir } from '../../support/endings.ts';

const TERMS = 300;
const OCCURRENCES = 65_536;

/** Terms with at least one byte per occurrence, so that every term of the run is as long as the distance between marks. */
class ManyOccurrences implements TermCursor {
  readonly field = 3;
  bytes = new Uint8Array(0);
  readonly termStart = 0;
  termEnd = 0;
  readonly docs = new Uint32Array(OCCURRENCES);
  readonly positions = Uint32Array.from({ length: OCCURRENCES }, (_, i) => i);
  readonly from = 0;
  #term = -1;
  #isRead = false;

  next(): boolean {
    if (++this.#term === TERMS) return false;
    this.bytes = Buffer.from(`term${String(this.#term).padStart(4, '0')}`);
    this.termEnd = this.bytes.length;
    this.docs.fill(this.#term);
    this.#isRead = false;
    return true;
  }

  read(): number {
    if (this.#isRead) return 0;
    this.#isRead = true;
    return OCCURRENCES;
  }

  close(): void {}
}

/** The terms of a source with their first document and number of occurrences, in ascending order of these. */
function contentOf(source: TermCursor): string[] {
  const found: string[] = [];
  while (source.next()) {
    const term = Buffer.from(source.bytes.subarray(source.termStart, source.termEnd)).toString();
    let count = 0;
    let doc = -1;
    for (let read = source.read(); read > 0; read = source.read()) {
      doc = source.docs[source.from]!;
      for (let i = 0; i < read; i++) if (source.positions[source.from + i] !== count++) throw new Error(term);
    }
    found.push(`${source.field} ${term} ${doc} ${count}`);
  }
  return found;
}

function rangesOfFiles(files: readonly RunFile[], ranges: readonly TermSpan[]): string[] {
  return ranges.flatMap((range) => {
    const source = new RunMerger(files.map((file) => new RunFileReader(file, range)));
    const content = contentOf(source);
    source.close();
    return content;
  });
}

describe('a long run', () => {
  test('has marks farther apart, from which it can be read, and so has one that was merged from it', async () => {
    const directory = temporaryDir();
    const expected = contentOf(new ManyOccurrences());
    const run = writeRunFile(join(directory, 'run'), new ManyOccurrences());
    // Read in pieces and written again, so the number of a term's occurrences is not known before.
    const reader = new RunFileReader(run);
    const again = writeRunFile(join(directory, 'again'), reader);
    reader.close();
    for (const file of [run, again]) {
      expect(file.markBytes).toBe(2 * MARK_BYTES);
      expect(file.marks.length).toBeLessThanOrEqual(256);
      expect(file.marks[0]).toMatchObject({ offset: 0 });
      const descending = file.marks.filter((mark, n) => n > 0 && compareMarks(file.marks[n - 1]!, mark) >= 0);
      expect(descending).toEqual([]);
      for (const rangeBytes of [1, MARK_BYTES * 16]) {
        const ranges = rangesOf([file], rangeBytes);
        expect(ranges.length).toBeGreaterThan(5);
        expect(rangesOfFiles([file], ranges)).toEqual(expected);
        // Threads get no more marks than ranges, and enter the run at the same places.
        const divided = dividedRuns([file], rangeBytes);
        expect(divided.ranges).toEqual(ranges);
        const [own] = divided.runs;
        expect(own!.marks.length).toBe(ranges.length - 1);
        for (const { from } of ranges.slice(1))
          expect(markBefore(own!.marks, from!)).toBe(markBefore(file.marks, from!));
      }
    }
  });
});
