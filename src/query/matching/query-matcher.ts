/**
 * A query compiled for the items of one index: the leaves in each field, and the leaves that count for an item. A leaf counts
 * if every list above it matches the item. For example, in `a OR (b NOT c)` the word b is not a match in an item with c.
 * Prohibited leaves never count.
 */
import type { BooleanQuery, LeafQuery, Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { collectBitmap, collectDocs } from '../execute.ts';
import { LeafPlanner } from '../plan/leaf-planner.ts';
import type { OutsideSets } from '../plan/outside-sets.ts';
import { Planner } from '../plan/planner.ts';
import { planned } from '../plan/planning.ts';
import { plainText } from '../plan/query-parts.ts';
import { TermExpansion } from '../plan/term-expansion.ts';
import type { FieldMatcher } from './field-matcher.ts';
import { MatcherForms } from './matcher-forms.ts';

/** Tests whether a list matches a document. */
export type DocTest = (doc: number) => boolean;

interface Leaf {
  readonly text: string;
  readonly query: LeafQuery;
  /** A leaf counts if all tests of one of these pass. */
  readonly conditions: (readonly DocTest[])[];
}

const LEAF_BYTES = 512;
const LEAVES_PER_SLICE = 64;
/** Weight of a pattern, a range or a value. */
const PATTERN_WEIGHT = 2;
/** The beginning of a phrase suffices, which may be as long as a page. */
const WEIGHED_UNITS_MAX = 1000;

export interface MatcherOptions {
  readonly defaultFields: readonly string[];
  readonly sets: OutsideSets;
  /** Whether all documents are known to match the query. */
  readonly areHits: boolean;
  /** Returns a test for the documents of a list that the index alone cannot evaluate. */
  readonly testOf?: (list: Query) => DocTest;
  /** The nearest words of texts to a fuzzy word, if the index does not have them. */
  readonly nearest?: ReadonlyMap<string, readonly string[]>;
}

export class QueryMatcher {
  readonly #index: IndexReader;
  readonly #options: MatcherOptions;
  readonly #forms: MatcherForms;
  readonly #planner: LeafPlanner;
  readonly #leaves: Leaf[] = [];
  readonly #byText = new Map<string, number>();
  readonly #weights = new Map<number, number>();

  private constructor(index: IndexReader, options: MatcherOptions) {
    this.#index = index;
    this.#options = options;
    this.#forms = new MatcherForms(index, new TermExpansion(index, false), options.nearest);
    this.#planner = new LeafPlanner(index, options.defaultFields, this.#forms);
  }

  /** Throws the errors of planning the query. */
  static *of(index: IndexReader, query: Query, options: MatcherOptions): Generator<void, QueryMatcher> {
    const matcher = new QueryMatcher(index, options);
    if (options.areHits) yield* matcher.#add(query, true, []);
    else yield* matcher.#add(query, true, [yield* matcher.#docsOf(query)]);
    return matcher;
  }

  /** The leaves as written in the query. */
  get clauses(): readonly string[] {
    return this.#leaves.map(({ text }) => text);
  }

  /** The fields with leaves: `content` first, then by name. */
  get fields(): readonly (readonly [name: string, matcher: FieldMatcher])[] {
    const rank = (name: string): string => (name === CONTENT_FIELD ? '' : name);
    return [...this.#forms.matchers].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
  }

  /** Returns the leaves that count for a document; null: all. */
  counting(doc: number): readonly boolean[] | null {
    const counting = this.#leaves.map(({ conditions }) => conditions.some((tests) => tests.every((has) => has(doc))));
    return counting.includes(false) ? counting : null;
  }

  /** Returns the weight of a leaf: the rarer its words, the higher. */
  weightOf(leaf: number): number {
    const known = this.#weights.get(leaf);
    if (known !== undefined) return known;
    const { query } = this.#leaves[leaf]!;
    const text = query.kind === 'term' ? query.text : query.kind === 'phrase' ? plainText(query.pattern) : null;
    const weight = text === null ? PATTERN_WEIGHT : this.#weightOf(text);
    this.#weights.set(leaf, weight);
    return weight;
  }

  #weightOf(text: string): number {
    const index = this.#index;
    const { statistics } = index;
    const tokens = index.analyzer.tokens(text.slice(0, WEIGHED_UNITS_MAX));
    let weight = 0;
    for (const term of new Set(tokens.flatMap((token) => (token.kind === 'term' ? [token.term] : [])))) {
      weight += Math.log(1 + statistics.documentCount / (statistics.docFreq(CONTENT_FIELD, term) + 1));
    }
    return weight;
  }

  *#add(query: Query, isCertain: boolean, conditions: readonly DocTest[]): Generator<void, void> {
    switch (query.kind) {
      case 'all':
      case 'set':
        return;
      case 'boost':
        yield* this.#add(query.query, isCertain, conditions);
        return;
      case 'boolean':
        yield* this.#addList(query, isCertain, conditions);
        return;
      default:
        yield* this.#addLeaf(query, conditions);
    }
  }

  *#addList(query: BooleanQuery, isCertain: boolean, above: readonly DocTest[]): Generator<void, void> {
    const isChecked = !isCertain && !isAnyOfItsClauses(query);
    const conditions = isChecked ? [...above, yield* this.#docsOf(query)] : above;
    for (const { occur, query: clause } of query.clauses) {
      if (occur !== 'mustNot') yield* this.#add(clause, occur === 'must' && (isCertain || isChecked), conditions);
    }
  }

  *#addLeaf(leaf: LeafQuery, conditions: readonly DocTest[]): Generator<void, void> {
    if (leaf.kind === 'exists') return;
    const text = printQuery(leaf);
    const known = this.#byText.get(text);
    if (known !== undefined) {
      this.#leaves[known]!.conditions.push(conditions);
      return;
    }
    claimMemory(LEAF_BYTES + 2 * text.length, 'the clauses of the query');
    this.#forms.leaf = this.#leaves.length;
    this.#byText.set(text, this.#leaves.length);
    this.#leaves.push({ text, query: leaf, conditions: [conditions] });
    if (this.#leaves.length % LEAVES_PER_SLICE === 0) yield;
    yield* planned(this.#planner.plan(leaf));
  }

  *#docsOf(query: Query): Generator<void, DocTest> {
    const index = this.#index;
    const { defaultFields, sets, testOf } = this.#options;
    if (testOf !== undefined) return testOf(query);
    const operator = yield* new Planner(index, defaultFields, { isScored: false, sets }).plan(query);
    if (operator.cost < index.bitmapWords) {
      const docs = new Set(yield* collectDocs(operator));
      claimMemory(32 * docs.size, 'the items of a list');
      return (doc) => docs.has(doc);
    }
    const words = yield* collectBitmap(operator, index.bitmapWords);
    return (doc) => ((words[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
  }
}

/** Whether one matching clause is enough for the list to match. */
function isAnyOfItsClauses({ clauses, minimumMatch }: BooleanQuery): boolean {
  return minimumMatch <= 1 && clauses.every(({ occur }) => occur === 'should');
}
