/** Finds hints on one index: parts of a query that were probably not searched as intended. Uses the plan and the answer. */
import type { LeafQuery, Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import { type Hint, hintText } from '../../search/hints.ts';
import { DEFAULT_FIELDS } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { hasDocs } from '../execute.ts';
import type { OutsideSets } from '../plan/outside-sets.ts';
import { PlanNotes } from '../plan/plan-notes.ts';
import { Planner } from '../plan/planner.ts';
import { planned } from '../plan/planning.ts';
import { isField, nearValue, unknownField, withoutField, wrongType } from './field-hints.ts';
import { isLookedUp, LookupBudget, type Lookups, otherFields } from './other-fields.ts';
import { expressionWithBlanks, otherOperator } from './other-languages.ts';
import { emptyPatterns } from './pattern-hints.ts';
import { type FirstLeaves, firstLeaves, LEAVES_CHECKED_MAX } from './query-leaves.ts';
import { hiddenWord } from './unspaced-words.ts';

/** Maximum number of leaves without hits that are looked up in other fields. */
const LOOKED_UP_MAX = 16;

export interface HintedRequest {
  readonly query: Query;
  readonly filters?: readonly Query[];
  readonly defaultFields?: readonly string[];
  /** The text of the query. */
  readonly written?: string;
  readonly areTextsAway?: boolean;
}

export interface HintFacts {
  /** Notes of a plan with every leaf; null if there was no such plan. */
  readonly notes: PlanNotes | null;
  /** Whether the request found no item. */
  readonly isEmpty: boolean;
  /** The sets that clauses refer to, for a plan. */
  readonly sets?: () => OutsideSets;
  /** Shared by the queries of a list. */
  readonly budget?: LookupBudget;
  /** Shared by the parts of an index. */
  readonly lookups?: Lookups | undefined;
}

/** Returns hints for the author of the query, in the order of its leaves. Cheap unless a leaf finds nothing. */
export function* hintsFor(
  index: IndexReader,
  request: HintedRequest,
  facts: HintFacts,
): Generator<void, readonly string[]> {
  if (isPlain(index, request, facts)) return NO_HINTS;
  const hints = yield* findHints(index, request, facts);
  return hints.length === 0 ? NO_HINTS : [...new Set(hints.map(hintText))];
}

const NO_HINTS: readonly string[] = [];

/** Checks quickly for the most frequent case without hints: a word that was found. */
function isPlain(index: IndexReader, request: HintedRequest, { notes, isEmpty }: HintFacts): boolean {
  const { query, filters, defaultFields = DEFAULT_FIELDS } = request;
  if (query.kind !== 'term' || query.field !== null || defaultFields !== DEFAULT_FIELDS) return false;
  if (notes === null || isEmpty || notes.empty.size > 0 || notes.dropped.size > 0 || filters !== undefined)
    return false;
  return index.header.origin === undefined && PLAIN_WORD.test(query.text) && !OPERATOR.test(query.text);
}

const PLAIN_WORD = /^[\p{L}\p{N}]+$/u;
const OPERATOR = /^(?:and|or|not)$/i;

export function* findHints(
  index: IndexReader,
  { query, filters = [], defaultFields = DEFAULT_FIELDS, written, areTextsAway = false }: HintedRequest,
  { notes: known, isEmpty, sets, budget = new LookupBudget(), lookups = new Map() }: HintFacts,
): Generator<void, readonly Hint[]> {
  const hints: Hint[] = [];
  for (const name of defaultFields.slice(0, LEAVES_CHECKED_MAX)) {
    if (!isField(index, name)) hints.push(yield* withoutField(index, name, null));
  }
  const first = firstLeaves([query, ...filters]);
  const { leaves, isAll } = first;
  const notes = known ?? (yield* notesOf(index, { query, filters, defaultFields }, sets));
  const checks = new LeafChecks(index, defaultFields, { notes, isEmpty, budget, lookups });
  for (const placed of leaves) {
    const { leaf } = placed;
    const operator = otherOperator(placed);
    if (operator !== null) hints.push(operator);
    const blanks = expressionWithBlanks(placed);
    if (blanks !== null) hints.push(blanks);
    if (notes.dropped.has(leaf) && operator?.kind !== 'sign') {
      hints.push({ kind: 'dropped', clause: printQuery(leaf), isAll: isWithoutToken(first, placed.query, notes) });
    }
    const field = yield* unknownField(index, leaf, placed.query === 0 ? written : undefined);
    if (field !== null) hints.push(field);
    const type = wrongType(index, leaf);
    if (type !== null) hints.push(type);
    if (leaf.kind === 'whole' && /[*?]/.test(leaf.text)) hints.push({ kind: 'signsOfWhole' });
    const hidden = hiddenWord(index, leaf, defaultFields);
    if (hidden !== null) hints.push(hidden);
    const isOfTexts = (leaf.field === null ? defaultFields : [leaf.field]).includes(CONTENT_FIELD);
    const isKnown =
      !areTextsAway || !isOfTexts || (isEmpty && leaf === query && filters.length === 0 && isLookedUp(leaf));
    if (operator === null && isKnown) yield* checks.add(leaf, hints);
  }
  if (!isAll) hints.push({ kind: 'unchecked', checked: leaves.length });
  return hints;
}

/** Whether no clause of a query is left, so that it matches nothing. */
function isWithoutToken({ leaves, isAll, withOthers }: FirstLeaves, number: number, { dropped }: PlanNotes): boolean {
  if (!isAll || withOthers.has(number)) return false;
  return leaves.every(({ leaf, query }) => query !== number || dropped.has(leaf));
}

interface CheckFacts {
  readonly notes: PlanNotes;
  readonly isEmpty: boolean;
  readonly budget: LookupBudget;
  readonly lookups: Lookups;
}

/** Checks leaves that find nothing. */
class LeafChecks {
  readonly #index: IndexReader;
  readonly #defaultFields: readonly string[];
  readonly #facts: CheckFacts;
  #lookedUp = 0;

  constructor(index: IndexReader, defaultFields: readonly string[], facts: CheckFacts) {
    this.#index = index;
    this.#defaultFields = defaultFields;
    this.#facts = facts;
  }

  /** Leaves that cannot be planned for a hint get none, because the query itself could run. */
  *add(leaf: LeafQuery, hints: Hint[]): Generator<void, void> {
    try {
      yield* this.#add(leaf, hints);
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.code !== 'QUERY_INVALID') throw fault;
    }
  }

  *#add(leaf: LeafQuery, hints: Hint[]): Generator<void, void> {
    const { notes, isEmpty } = this.#facts;
    if (!notes.empty.has(leaf) && !isEmpty) return;
    if (notes.dropped.has(leaf) || this.#lookedUp === LOOKED_UP_MAX) return;
    if (!notes.empty.has(leaf) && !(isLookedUp(leaf) && (yield* this.#isWithoutHit(leaf)))) return;
    const value = yield* nearValue(this.#index, leaf);
    if (value !== null) hints.push(value);
    hints.push(...(yield* emptyPatterns(this.#index, leaf, this.#defaultFields)));
    if (!isLookedUp(leaf)) return;
    this.#lookedUp++;
    const elsewhere = yield* otherFields(this.#index, leaf, this.#defaultFields, this.#facts);
    if (elsewhere === null) return;
    hints.push({ kind: 'elsewhere', clause: printQuery(leaf), fields: this.#defaultFields, ...elsewhere });
  }

  /** A phrase may have all of its words and still no hit. */
  *#isWithoutHit(leaf: LeafQuery): Generator<void, boolean> {
    const planner = new Planner(this.#index, this.#defaultFields, { isScored: false });
    return !(yield* hasDocs(yield* planner.plan(leaf)));
  }
}

function* notesOf(
  index: IndexReader,
  { query, filters, defaultFields }: Required<Pick<HintedRequest, 'query' | 'filters' | 'defaultFields'>>,
  sets: (() => OutsideSets) | undefined,
): Generator<void, PlanNotes> {
  const notes = new PlanNotes();
  const planner = new Planner(index, defaultFields, {
    isScored: false,
    notes,
    ...(sets === undefined ? {} : { sets: sets() }),
  });
  yield* planned(planner.planFiltered(query, filters));
  return notes;
}
