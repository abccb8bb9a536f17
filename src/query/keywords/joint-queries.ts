/**
 * Expands patterns and ranges of the next queries of a list together. One walk of the dictionary then serves many queries, and
 * a leaf that several queries have is expanded once.
 */
import type { LeafQuery, Query } from '../../../grammar/ast.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { AppError } from '../../shared/errors.ts';
import { freeMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import { gatherRanges } from '../plan/joint/gathered-ranges.ts';
import { expandJointly } from '../plan/joint-patterns.ts';
import { TermExpansion } from '../plan/term-expansion.ts';

/** Maximum queries of a group. Each query is read again when its turn comes. */
const QUERIES_AT_ONCE = tuning.jointQueries;
/** The fraction of the free memory that the documents of a group may take. The rest is for one query at a time. */
const MEMORY_PART = 1 / 2;
/** From this many patterns and ranges on, a query expands its own together without help, in less memory. */
const OWN_MIN = tuning.unitedLeaves;

/** Returns a query of the list, or null if it is left out, or will be refused when its turn comes. */
export type ReadQuery = (number: number) => Query | null;

interface Leaf {
  readonly leaf: LeafQuery;
  /**
   * Whether expanding it in the group is worthwhile: another query has it too, or its query has few leaves of this
   * kind.
   */
  isChosen: boolean;
}

export class JointQueries {
  readonly #index: IndexReader;
  readonly #defaultFields: readonly string[];
  readonly #count: number;
  readonly #read: ReadQuery;
  #end = 0;
  #expansion: TermExpansion | null = null;

  constructor(index: IndexReader, defaultFields: readonly string[], count: number, read: ReadQuery) {
    this.#index = index;
    this.#defaultFields = defaultFields;
    this.#count = count;
    this.#read = read;
  }

  /**
   * Whether a query begins the next group. Then {@link prepare} must be called, after the memory of the last one was released.
   */
  isNext(number: number): boolean {
    return number >= this.#end;
  }

  /** The expansions that the queries of the group share; null if there are none. */
  get expansion(): TermExpansion | null {
    return this.#expansion;
  }

  /** Drops the shared expansions of the group. The caller releases their memory. */
  drop(): void {
    this.#expansion = null;
  }

  /** Expands the leaves of the queries from `first` on. Claims memory for their documents. */
  *prepare(first: number): Generator<void, void> {
    this.#expansion = null;
    const leaves = yield* this.#gather(first);
    const chosen = [...leaves.values()].filter(({ isChosen }) => isChosen).map(({ leaf }) => leaf);
    if (chosen.length < 2) return;
    const held = heldMemory();
    try {
      this.#expansion = yield* this.#expanded(chosen);
    } catch (fault) {
      if (!isRefusal(fault)) throw fault;
      // A query is invalid or needs too much memory. It reports that itself when its turn comes.
      releaseMemoryTo(held);
    }
  }

  *#expanded(chosen: readonly LeafQuery[]): Generator<void, TermExpansion> {
    const expansion = new TermExpansion(this.#index, false);
    const patterns = chosen.filter(({ kind }) => kind !== 'range');
    yield* expandJointly(this.#index, this.#defaultFields, patterns, (some) => expansion.prepare(some, false));
    for (const ranges of yield* gatherRanges(this.#index, this.#defaultFields, chosen)) {
      yield* expansion.prepareRanges(ranges);
    }
    return expansion;
  }

  /** Returns the leaves of the next queries, as many as there is memory for. */
  *#gather(first: number): Generator<void, ReadonlyMap<string, Leaf>> {
    const leaves = new Map<string, Leaf>();
    let room = (MEMORY_PART * freeMemory()) / (4 * this.#index.bitmapWords);
    let number = first;
    for (; number < this.#count && number < first + QUERIES_AT_ONCE; number++) {
      const query = this.#read(number);
      yield;
      if (query === null) continue;
      const own = new Map<string, LeafQuery>();
      for (const leaf of leavesOf(query)) own.set(JSON.stringify(leaf), leaf);
      const more = [...own].filter(([key]) => !leaves.has(key));
      const fields = more.map(([, { field }]) => (field === null ? this.#defaultFields.length : 1));
      const needed = fields.reduce((sum, one) => sum + one, 0);
      if (needed > room && leaves.size > 0 && more.length === own.size) break;
      for (const key of own.keys()) {
        const known = leaves.get(key);
        if (known !== undefined) known.isChosen = true;
      }
      for (const [i, [key, leaf]] of more.entries()) {
        if (fields[i]! > room) break;
        room -= fields[i]!;
        leaves.set(key, { leaf, isChosen: own.size < OWN_MIN });
      }
    }
    this.#end = Math.max(number, first + 1);
    return leaves;
  }
}

/** Whether an error is about a query or its memory. Then the query may succeed without the others of its group. */
export function isRefusal(fault: unknown): boolean {
  return fault instanceof AppError && (fault.code === 'QUERY_INVALID' || fault.code === 'OVERLOADED');
}

/** Yields the leaves of a query that may match many words. */
function* leavesOf(query: Query): Generator<LeafQuery, void, undefined> {
  if (query.kind === 'boost') yield* leavesOf(query.query);
  else if (query.kind === 'boolean') for (const { query: clause } of query.clauses) yield* leavesOf(clause);
  else if (EXPANDED.has(query.kind)) yield query as LeafQuery;
}

const EXPANDED: ReadonlySet<Query['kind']> = new Set(['wildcard', 'fuzzy', 'regexp', 'range', 'iped']);
