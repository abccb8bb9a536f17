/**
 * Finds equal parts of a query, wherever they occur, so that each is planned and computed once. A query of a mebibyte
 * can repeat a costly pattern a hundred thousand times.
 */
import type { BooleanQuery, Clause, LeafQuery, Query } from '../../../grammar/ast.ts';
import { tuning } from '../../shared/thresholds.ts';

/**
 * A query with fewer lists and patterns is planned directly, because finding equal parts takes about as long as planning words.
 */
const PARTS_MIN = tuning.comparedParts;
/** From this many patterns and ranges on, those of a list are united in one bitmap, so that one walk matches many of them. */
const UNITED_MIN = tuning.unitedLeaves;

/** Takes time in proportion to the size of the queries. */
export class EqualParts {
  /** The first of each group of equal parts, keyed by contents. */
  readonly #firsts = new Map<string, Query>();
  readonly #firstOf = new Map<Query, Query>();
  readonly #numbers = new Map<Query, number>();
  readonly #inside = new Set<Query>();
  readonly #repeated = new Set<Query>();
  readonly #united = new Set<Query>();

  /**
   * Returns null if the queries are too small for any gain. `spared` is the number of leaves at the beginning of each list that
   * are not united; null: none are united.
   */
  static of(queries: readonly Query[], spared: number | null): EqualParts | null {
    let left = PARTS_MIN;
    for (const query of queries) left -= countParts(query, left);
    if (left > 0) return null;
    const parts = new EqualParts();
    for (const query of queries) parts.#add(query);
    if (spared !== null) for (const part of parts.#firsts.values()) parts.#unite(part, spared);
    return parts;
  }

  /** Returns the first part that equals `part`, possibly `part` itself. */
  first<Part extends Query>(part: Part): Part {
    return (this.#firstOf.get(part) as Part | undefined) ?? part;
  }

  /** Whether the part, or an equal one, is in two different lists. */
  isRepeated(part: Query): boolean {
    return this.#repeated.has(this.first(part));
  }

  /** Whether a clause is one of the many alternatives of a list that are in no other list. */
  isUnited({ occur, query }: Clause, list: BooleanQuery): boolean {
    return this.#united.has(this.first(query)) && isAnyEnough(occur, list);
  }

  /** Yields the leaves that may have patterns, each once, without the united ones and without the first `alone`. */
  *patterns(alone: number): Generator<LeafQuery, void, undefined> {
    let left = alone;
    for (const part of this.#firsts.values()) {
      if (part.kind !== 'boolean' && part.kind !== 'boost' && part.kind !== 'all' && part.kind !== 'set') {
        if (isPattern(part) && !walksFew(part) && !this.#united.has(part) && left-- <= 0) yield part;
      }
    }
  }

  /** Yields the ranges in the same way. */
  *ranges(alone: number): Generator<LeafQuery, void, undefined> {
    let left = alone;
    for (const part of this.#firsts.values()) {
      if (part.kind === 'range' && !this.#united.has(part) && left-- <= 0) yield part;
    }
  }

  #unite(list: Query, spared: number): void {
    if (list.kind !== 'boolean' || list.clauses.length < UNITED_MIN + spared) return;
    const leaves = new Set<Query>();
    for (const { occur, query } of list.clauses) {
      const leaf = this.first(query);
      if (isExpanded(leaf) && isAnyEnough(occur, list) && !this.#repeated.has(leaf)) leaves.add(leaf);
    }
    if (leaves.size < UNITED_MIN + spared) return;
    for (const leaf of [...leaves].slice(spared)) this.#united.add(leaf);
  }

  #add(query: Query): Query {
    const insides = insidesOf(query).map((inside) => this.#add(inside));
    const key = this.#keyOf(query, insides);
    const known = this.#firsts.get(key);
    this.#firstOf.set(query, known ?? query);
    if (known !== undefined) return known;
    this.#firsts.set(key, query);
    this.#numbers.set(query, this.#numbers.size);
    for (const inside of new Set(insides)) {
      if (this.#inside.has(inside)) this.#repeated.add(inside);
      this.#inside.add(inside);
    }
    return query;
  }

  /** Returns a key. Queries with the same key have the same answer and score. */
  #keyOf(query: Query, insides: readonly Query[]): string {
    if (query.kind === 'boost') return `${query.factor}^${this.#numbers.get(insides[0]!)}`;
    if (query.kind !== 'boolean') return JSON.stringify(query);
    let key = `@${query.minimumMatch}`;
    for (const [i, { occur }] of query.clauses.entries()) key += ` ${occur} ${this.#numbers.get(insides[i]!)}`;
    return key;
  }
}

function insidesOf(query: Query): readonly Query[] {
  if (query.kind === 'boost') return [query.query];
  return query.kind === 'boolean' ? query.clauses.map((clause) => clause.query) : NONE;
}

const NONE: readonly Query[] = [];

/** Returns the number of lists and patterns in a query, counted up to `most`. */
function countParts(query: Query, most: number): number {
  if (most <= 0) return 0;
  if (query.kind === 'boost') return countParts(query.query, most);
  if (query.kind !== 'boolean') return isPattern(query) ? 1 : 0;
  let count = 1;
  for (const clause of query.clauses) {
    if (count >= most) break;
    count += countParts(clause.query, most - count);
  }
  return count;
}

/** Whether any one of these clauses decides for or against a document of the list. */
function isAnyEnough(occur: Clause['occur'], { minimumMatch }: BooleanQuery): boolean {
  return occur === 'mustNot' || (occur === 'should' && minimumMatch <= 1);
}

/** Whether a leaf expands to many words or values. */
function isExpanded({ kind }: Query): boolean {
  return kind === 'wildcard' || kind === 'fuzzy' || kind === 'regexp' || kind === 'range' || kind === 'iped';
}

/** Whether the leaf is not a pattern, or begins with text. Then it walks few buckets of a dictionary. */
function walksFew(leaf: LeafQuery): boolean {
  return (
    leaf.kind === 'range' || leaf.kind === 'whole' || (leaf.kind === 'wildcard' && leaf.pattern[0]?.kind === 'text')
  );
}

function isPattern({ kind }: LeafQuery | { readonly kind: 'all' | 'set' }): boolean {
  return kind !== 'term' && kind !== 'exists' && kind !== 'all' && kind !== 'set';
}
