import { Heap } from './heap.ts';
import { compareBytes, type TermSource } from './term-source.ts';

/**
 * One source out of several: equal terms become one, with their occurrences by document. A document may be in several
 * runs, where a run ended within its text: its occurrences then ascend in the order of the runs.
 */
export class RunMerger implements TermSource {
  /** The runs that have a current term, the smallest first, equal terms by run. */
  readonly #byTerm = new Heap<Entry>((a, b) => compareTerms(a.source, b.source) || a.run - b.run);
  /** Runs that hold the current term, and those of them that have more of it, by the next document. */
  #current: Entry[] = [];
  readonly #byDocument = new Heap<Entry>(compareDocuments);
  /** Who gave the last occurrences: it goes on only when they were used, because it may overwrite them then. */
  #given: Entry | null = null;
  field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  termStart = 0;
  termEnd = 0;
  docs: Uint32Array = new Uint32Array(0);
  positions: Uint32Array = new Uint32Array(0);
  from = 0;

  constructor(sources: readonly TermSource[]) {
    for (const [run, source] of sources.entries()) {
      if (source.next()) this.#byTerm.push({ source, run, at: 0, end: 0 });
      else source.close();
    }
  }

  next(): boolean {
    for (const entry of this.#current) {
      if (entry.source.next()) this.#byTerm.push(entry);
      else entry.source.close();
    }
    this.#current = [];
    this.#byDocument.clear();
    this.#given = null;
    const first = this.#byTerm.pop();
    if (first === undefined) return false;
    this.#current.push(first);
    for (let top = this.#byTerm.top; top !== undefined; top = this.#byTerm.top) {
      if (compareTerms(top.source, first.source) !== 0) break;
      this.#current.push(this.#byTerm.pop()!);
    }
    if (this.#current.length > 1) for (const entry of this.#current) this.#fill(entry);
    this.field = first.source.field;
    this.bytes = first.source.bytes;
    this.termStart = first.source.termStart;
    this.termEnd = first.source.termEnd;
    return true;
  }

  read(): number {
    const only = this.#current[0]!;
    if (this.#current.length === 1) {
      const count = only.source.read();
      return this.#give(only.source, only.source.from, count);
    }
    const given = this.#given;
    if (given !== null) {
      if (given.at < given.end) this.#byDocument.push(given);
      else this.#fill(given);
    }
    const entry = this.#byDocument.pop();
    this.#given = entry ?? null;
    if (entry === undefined) return 0;
    const from = entry.at;
    entry.at = endBefore(entry, this.#byDocument.top);
    return this.#give(entry.source, from, entry.at - from);
  }

  #give(source: TermSource, from: number, count: number): number {
    this.docs = source.docs;
    this.positions = source.positions;
    this.from = from;
    return count;
  }

  #fill(entry: Entry): void {
    const count = entry.source.read();
    entry.at = entry.source.from;
    entry.end = entry.at + count;
    if (count > 0) this.#byDocument.push(entry);
  }

  close(): void {
    for (const { source } of [...this.#byTerm.entries(), ...this.#current]) source.close();
  }
}

/** A run, and which of the occurrences that its source gave are still to come. */
interface Entry {
  readonly source: TermSource;
  readonly run: number;
  at: number;
  end: number;
}

function compareTerms(a: TermSource, b: TermSource): number {
  return a.field - b.field || compareBytes(a.bytes, a.termStart, a.termEnd, b.bytes, b.termStart, b.termEnd);
}

function compareDocuments(a: Entry, b: Entry): number {
  return a.source.docs[a.at]! - b.source.docs[b.at]! || a.run - b.run;
}

/** The end of the occurrences of an entry that come before the first of the next one. */
function endBefore(entry: Entry, next: Entry | undefined): number {
  const { docs } = entry.source;
  if (next === undefined) return entry.end;
  // Up to here documents belong before: those of the other's first too, where the run comes first.
  const last = next.source.docs[next.at]! - (entry.run < next.run ? 0 : 1);
  if (docs[entry.end - 1]! <= last) return entry.end;
  let low = entry.at;
  let high = entry.end - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docs[middle]! <= last) low = middle + 1;
    else high = middle;
  }
  return low;
}
