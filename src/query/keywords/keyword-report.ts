/** Runs a list of queries on one index: plans each once, and counts its documents block by block. */
import type { Query } from '../../../grammar/ast.ts';
import { QuerySyntaxError } from '../../../grammar/errors.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import { asWritten } from '../../search/hints.ts';
import type { KeywordRefusal, KeywordsAnswer, KeywordsRequest } from '../../search/keywords.ts';
import { RefusedQueryError } from '../../search/refused-query.ts';
import { DEFAULT_FIELDS, type SourceScope } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { itemTree } from '../columns/field-columns.ts';
import { collectBitmap } from '../execute.ts';
import { BlockSet } from '../operators/block-set.ts';
import { NO_BLOCK, type Operator } from '../operators/operator.ts';
import type { OutsideSets } from '../plan/outside-sets.ts';
import { PlanNotes } from '../plan/plan-notes.ts';
import { Planner } from '../plan/planner.ts';
import { planned } from '../plan/planning.ts';
import { filtersOf, type SetsRequest, setsOf } from '../request-sets.ts';
import { familySizes } from './family-sizes.ts';
import { isRefusal, JointQueries } from './joint-queries.ts';
import { KeywordCounter } from './keyword-counter.ts';
import { ListHints } from './list-hints.ts';

const ALL: Query = { kind: 'all' };

export function* keywordReport(
  index: IndexReader,
  request: KeywordsRequest,
  scope: SourceScope,
): Generator<void, KeywordsAnswer> {
  const { defaultFields = DEFAULT_FIELDS, left, wantsOnlyHints } = request;
  const itemsAway = request.itemsAway?.get(scope.source);
  const shared: SetsRequest = { ...request, query: ALL, want: [] };
  const sets = setsOf(index, shared, scope);
  const filters = filtersOf(shared);
  const all = new Planner(index, defaultFields, { isScored: false, sets });
  const within =
    filters.length === 0
      ? null
      : yield* collectBitmap(yield* planned(all.planFiltered(ALL, filters)), index.bitmapWords);
  const families = yield* familySizes(yield* itemTree(index));
  const count = request.queries.ends.length;
  const counter = new KeywordCounter(index, count, families, within);
  const refused: KeywordRefusal[] = [];
  const queries = new QueryReader(request);
  const hints = new ListHints(index);
  const away = request.areTextsAway === true ? { areTextsAway: true } : {};
  const isLeft = (number: number): boolean => left !== null && left[number] === 1;
  const joint = new JointQueries(index, defaultFields, count, (number) =>
    isLeft(number) ? null : queries.get(number),
  );
  const planning = { index, defaultFields, sets, joint };
  const before = heldMemory();
  let held = before;
  for (let number = 0; number < count; number++) {
    if (isLeft(number)) continue;
    if (joint.isNext(number)) {
      releaseMemoryTo(before);
      yield* joint.prepare(number);
      held = heldMemory();
    }
    try {
      const query = queries.at(number);
      const notes = new PlanNotes();
      const operator = yield* planOf(query, notes, planning, before);
      if (joint.expansion === null) held = before;
      if (wantsOnlyHints !== true) yield* countQuery(operator, number, counter);
      const hinted = { query, defaultFields, ...queries.written(number), ...away };
      yield* hints.add(number, hinted, {
        notes,
        isEmpty: (wantsOnlyHints === true ? itemsAway : counter.items)?.[number] === 0,
        sets: () => sets,
      });
    } catch (fault) {
      refused.push(refusalOf(number, fault));
    }
    releaseMemoryTo(held);
    yield;
  }
  const { items, itemsWithFamily } = counter;
  const totals = yield* counter.totals();
  const ids = request.wantsIds === true ? yield* counter.foundIds(index, totals.total) : null;
  return { items, itemsWithFamily, ...totals, ids, refused, hints: hints.hints };
}

interface PlannedWith {
  readonly index: IndexReader;
  readonly defaultFields: readonly string[];
  readonly sets: OutsideSets;
  readonly joint: JointQueries;
}

/** Plans a query of the list. If it is refused, plans it once more with all memory except the first `held` bytes. */
function* planOf(
  query: Query,
  notes: PlanNotes,
  { index, defaultFields, sets, joint }: PlannedWith,
  held: number,
): Generator<void, Operator> {
  const planner = new Planner(index, defaultFields, { isScored: false, sets, notes, common: joint.expansion });
  try {
    return yield* planner.plan(query);
  } catch (fault) {
    if (joint.expansion === null || !isRefusal(fault)) throw fault;
    joint.drop();
    releaseMemoryTo(held);
    return yield* new Planner(index, defaultFields, { isScored: false, sets, notes }).plan(query);
  }
}

function* countQuery(operator: Operator, number: number, counter: KeywordCounter): Generator<void, void> {
  const set = BlockSet.take();
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    const base = block * BLOCK_SIZE;
    if (set.isSparse) counter.add(number, set.docs, set.length, base);
    else counter.addBitmap(number, set.words, base);
    yield;
  }
  set.release();
  counter.end(number);
}

/** Reads the queries of a request as trees. */
export class QueryReader {
  readonly #request: KeywordsRequest;
  readonly #trees: ReadonlyMap<number, Query>;

  constructor(request: KeywordsRequest) {
    this.#request = request;
    this.#trees = new Map(request.queries.trees);
  }

  /** Throws QuerySyntaxError. */
  at(number: number): Query {
    const tree = this.#trees.get(number);
    if (tree !== undefined) return tree;
    const { defaultOperator, syntax, timeZone } = this.#request;
    return parseQuery(this.#textAt(number), {
      defaultOperator,
      ...(syntax === undefined ? {} : { syntax }),
      ...(timeZone === undefined ? {} : { timeZone }),
    });
  }

  /** Returns the text of a query that was parsed from it. Trees from other processes have lost their offsets. */
  written(number: number): { readonly written?: string } {
    return this.#trees.has(number) ? {} : asWritten(this.#textAt(number));
  }

  /** Like `at`, but returns null instead of throwing. */
  get(number: number): Query | null {
    try {
      return this.at(number);
    } catch (fault) {
      if (fault instanceof QuerySyntaxError) return null;
      throw fault;
    }
  }

  #textAt(number: number): string {
    const { bytes, ends } = this.#request.queries;
    const start = number === 0 ? 0 : ends[number - 1]!;
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, ends[number]! - start).toString('utf8');
  }
}

/** Rethrows errors that are not about the query. */
export function refusalOf(number: number, fault: unknown): KeywordRefusal {
  if (fault instanceof QuerySyntaxError) {
    return { number, message: fault.message, position: fault.position, isOfSource: false };
  }
  if (!(fault instanceof AppError) || fault.code !== 'QUERY_INVALID') throw fault;
  const { message } = fault;
  if (!(fault instanceof RefusedQueryError)) return { number, message, position: null, isOfSource: false };
  return { number, message, position: fault.position, isOfSource: fault.unfit !== null };
}
