import { compareBytes, type TermSource } from './term-source.ts';

/**
 * One source out of several: equal terms become one, their occurrences in the order of the runs, which is the order of
 * documents because each run holds later documents than the one before it.
 */
export class RunMerger implements TermSource {
  /** A heap of the runs that have a current term, the smallest first, equal terms by run. */
  readonly #heap: { source: TermSource; run: number }[] = [];
  /** Runs that hold the current term, in order of run, and the one being read. */
  #current: { source: TermSource; run: number }[] = [];
  #reading = 0;
  field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  termStart = 0;
  termEnd = 0;
  docs: Uint32Array = new Uint32Array(0);
  positions: Uint32Array = new Uint32Array(0);
  from = 0;

  constructor(sources: readonly TermSource[]) {
    for (const [run, source] of sources.entries()) {
      if (source.next()) this.#push({ source, run });
      else source.close();
    }
  }

  next(): boolean {
    for (const entry of this.#current) {
      if (entry.source.next()) this.#push(entry);
      else entry.source.close();
    }
    this.#current = [];
    this.#reading = 0;
    const first = this.#pop();
    if (first === undefined) return false;
    this.#current.push(first);
    while (this.#heap.length > 0 && compareTerms(this.#heap[0]!.source, first.source) === 0)
      this.#current.push(this.#pop()!);
    this.field = first.source.field;
    this.bytes = first.source.bytes;
    this.termStart = first.source.termStart;
    this.termEnd = first.source.termEnd;
    return true;
  }

  read(): number {
    for (; this.#reading < this.#current.length; this.#reading++) {
      const source = this.#current[this.#reading]!.source;
      const count = source.read();
      if (count === 0) continue;
      this.docs = source.docs;
      this.positions = source.positions;
      this.from = source.from;
      return count;
    }
    return 0;
  }

  close(): void {
    for (const { source } of [...this.#heap, ...this.#current]) source.close();
  }

  #push(entry: { source: TermSource; run: number }): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (compareEntries(heap[parent]!, entry) <= 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  #pop(): { source: TermSource; run: number } | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && compareEntries(heap[child + 1]!, heap[child]!) < 0) child++;
      if (compareEntries(last, heap[child]!) <= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

function compareEntries(a: { source: TermSource; run: number }, b: { source: TermSource; run: number }): number {
  return compareTerms(a.source, b.source) || a.run - b.run;
}

function compareTerms(a: TermSource, b: TermSource): number {
  return a.field - b.field || compareBytes(a.bytes, a.termStart, a.termEnd, b.bytes, b.termStart, b.termEnd);
}
