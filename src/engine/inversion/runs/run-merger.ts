/** Merges sorted runs into one stream of terms with their postings (k-way merge). */
import { compareBytes } from '../../../codec/compare-bytes.ts';
import { firstFrom } from '../../../shared/sorting/binary-search.ts';
import type { TermCursor } from '../../../shared/term-cursor.ts';
import { Heap } from '../../columns/heap.ts';
import { TakingCursor } from '../taking-cursor.ts';

/**
 * Merges several cursors into one. Equal terms become one, with their occurrences by document. If a run ended within a
 * text, its document is in several runs, and its occurrences ascend in the order of the runs. If `areOrdered` is false,
 * documents of a cursor are in any order, and the occurrences of the cursors are returned one cursor after the other.
 */
export class RunMerger extends TakingCursor {
  /**
   * The runs that have a current term, the smallest last. For equal terms, the first run comes last. A list is enough,
   * because there are few runs.
   */
  readonly #byTerm: Entry[] = [];
  /** Runs that have the current term, and those of them that still have occurrences, by next document. */
  readonly #current: Entry[] = [];
  readonly #byDocument = new Heap<Entry>(compareDocuments);
  /** The run of the last returned occurrences. It advances only after they were used, because that may overwrite them. */
  #given: Entry | null = null;
  readonly #areOrdered: boolean;
  /** The current run, if documents are not merged. */
  #turn = 0;

  constructor(cursors: readonly TermCursor[], areOrdered = true) {
    super();
    this.#areOrdered = areOrdered;
    for (const [run, cursor] of cursors.entries()) {
      if (cursor.next()) this.#insert({ cursor, run, key: keyOf(cursor), at: 0, end: 0 });
      else cursor.close();
    }
  }

  next(): boolean {
    const current = this.#current;
    // Usually pops one run. Setting the length to 0 would call into V8 for each term.
    for (let entry = current.pop(); entry !== undefined; entry = current.pop()) {
      if (entry.cursor.next()) {
        entry.key = keyOf(entry.cursor);
        this.#insert(entry);
      } else entry.cursor.close();
    }
    const waiting = this.#byTerm;
    const first = waiting.pop();
    if (first === undefined) return false;
    current.push(first);
    while (waiting.length > 0 && compareTerms(waiting[waiting.length - 1]!, first) === 0) current.push(waiting.pop()!);
    this.#turn = 0;
    if (current.length > 1 && this.#areOrdered) {
      this.#byDocument.clear();
      this.#given = null;
      for (const entry of current) this.#fill(entry);
    }
    const { cursor } = first;
    this.takeTerm(cursor, cursor.field);
    return true;
  }

  #insert(entry: Entry): void {
    const waiting = this.#byTerm;
    let low = 0;
    let high = waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareEntries(waiting[middle]!, entry) > 0) low = middle + 1;
      else high = middle;
    }
    waiting.push(entry);
    for (let i = waiting.length - 1; i > low; i--) waiting[i] = waiting[i - 1]!;
    waiting[low] = entry;
  }

  read(): number {
    const only = this.#current[0]!;
    if (this.#current.length === 1) {
      const count = only.cursor.read();
      return this.#give(only.cursor, only.cursor.from, count);
    }
    if (!this.#areOrdered) return this.#readInTurn();
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
    return this.#give(entry.cursor, from, entry.at - from);
  }

  #readInTurn(): number {
    for (; this.#turn < this.#current.length; this.#turn++) {
      const { cursor } = this.#current[this.#turn]!;
      const count = cursor.read();
      if (count > 0) return this.#give(cursor, cursor.from, count);
    }
    return 0;
  }

  #give(cursor: TermCursor, from: number, count: number): number {
    this.takeOccurrences(cursor, from);
    return count;
  }

  #fill(entry: Entry): void {
    const count = entry.cursor.read();
    entry.at = entry.cursor.from;
    entry.end = entry.at + count;
    if (count > 0) this.#byDocument.push(entry);
  }

  close(): void {
    for (const { cursor } of [...this.#byTerm, ...this.#current]) cursor.close();
  }
}

/** A run, with the occurrences of its cursor that have not been returned yet. */
interface Entry {
  readonly cursor: TermCursor;
  readonly run: number;
  /** The field of the current term and the term's first four bytes. They decide most comparisons. */
  key: number;
  at: number;
  end: number;
}

function keyOf({ field, bytes, termStart, termEnd }: TermCursor): number {
  let key = field;
  for (let i = termStart; i < termStart + KEY_BYTES; i++) key = key * 256 + (i < termEnd ? bytes[i]! : 0);
  return key;
}

const KEY_BYTES = 4;

function compareTerms(a: Entry, b: Entry): number {
  if (a.key !== b.key) return a.key - b.key;
  const x = a.cursor;
  const y = b.cursor;
  return compareBytes(x.bytes, x.termStart, x.termEnd, y.bytes, y.termStart, y.termEnd);
}

function compareEntries(a: Entry, b: Entry): number {
  return compareTerms(a, b) || a.run - b.run;
}

function compareDocuments(a: Entry, b: Entry): number {
  return a.cursor.docs[a.at]! - b.cursor.docs[b.at]! || a.run - b.run;
}

/** Returns the end of the occurrences of an entry that precede the first occurrence of the next entry. */
function endBefore(entry: Entry, next: Entry | undefined): number {
  const { docs } = entry.cursor;
  if (next === undefined) return entry.end;
  // Documents up to here come first. This includes the first document of the next run if this run precedes it.
  const last = next.cursor.docs[next.at]! - (entry.run < next.run ? 0 : 1);
  if (docs[entry.end - 1]! <= last) return entry.end;
  return firstFrom(docs, last + 1, entry.at, entry.end - 1);
}
