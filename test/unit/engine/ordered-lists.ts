/** Reads terms whose documents come in any order through cursors that put them in order, under the thresholds of its caller. */
import { ListOrdering, OrderedCursor } from '../../../src/engine/analyzed/ordered-cursor.ts';
import { RunMerger } from '../../../src/engine/inversion/run-merger.ts';
import type { TermCursor } from '../../../src/shared/term-cursor.ts';

/** Terms in order, each with its occurrences. */
export type Lists = readonly (readonly [
  term: string,
  occurrences: readonly (readonly [doc: number, position: number])[],
])[];

/** Gives so many occurrences at a time. */
class AnyOrder implements TermCursor {
  readonly #lists: Lists;
  readonly #atOnce: number;
  #at = -1;
  #given = 0;
  readonly field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  readonly termStart = 0;
  termEnd = 0;
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
  readonly from = 0;

  constructor(lists: Lists, atOnce: number) {
    this.#lists = lists;
    this.#atOnce = atOnce;
    this.docs = new Uint32Array(atOnce);
    this.positions = new Uint32Array(atOnce);
  }

  next(): boolean {
    const next = this.#lists[++this.#at];
    if (next === undefined) return false;
    this.bytes = Buffer.from(next[0]);
    this.termEnd = this.bytes.length;
    this.#given = 0;
    return true;
  }

  read(): number {
    const some = this.#lists[this.#at]![1].slice(this.#given, this.#given + this.#atOnce);
    for (const [i, [doc, position]] of some.entries()) {
      this.docs[i] = doc;
      this.positions[i] = position;
    }
    this.#given += some.length;
    return some.length;
  }

  close(): void {}
}

/** What is read of the terms of all segments; every n-th term is passed without being read. */
export function orderedLists(
  segments: readonly Lists[],
  atOnce: number,
  directory: string,
  passedEvery: number,
): [string, [number, number][]][] {
  const merged = new RunMerger(
    segments.map((lists) => new AnyOrder(lists, atOnce)),
    false,
  );
  const cursor = new OrderedCursor(merged, new ListOrdering({ directory, prefix: 'list-' }));
  const found: [string, [number, number][]][] = [];
  try {
    for (let n = 1; cursor.next(); n++) {
      const own: [number, number][] = [];
      found.push([Buffer.from(cursor.bytes.subarray(cursor.termStart, cursor.termEnd)).toString(), own]);
      if (n % passedEvery === 0) continue;
      for (let count = cursor.read(); count > 0; count = cursor.read()) {
        const { docs, positions, from } = cursor;
        for (let i = from; i < from + count; i++) own.push([docs[i]!, positions[i]!]);
      }
    }
  } finally {
    cursor.close();
  }
  return found;
}
