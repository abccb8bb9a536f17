/** Translates a leaf on one field for a cluster. The planner of the embedded engine decides; only the output differs. */
import type { LeafQuery, WholeQuery } from '../../../grammar/ast.ts';
import { foldWhole } from '../../analysis/whole-value.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { TermRange } from '../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { refusalOf } from '../../query/columns/field-columns.ts';
import { Disjunction } from '../../query/operators/disjunction.ts';
import { ElsewhereOperator } from '../../query/operators/elsewhere.ts';
import { Nothing } from '../../query/operators/nothing.ts';
import type { Operator } from '../../query/operators/operator.ts';
import type { NearestTerms } from '../../query/plan/iped/nearest-terms.ts';
import type { LeafForms } from '../../query/plan/leaf-forms.ts';
import type { NearWords } from '../../query/plan/near/near-words.ts';
import { intersection, isEmpty, type NumberInterval } from '../../query/plan/number-ranges.ts';
import { partAutomaton } from '../../query/plan/pattern-automata.ts';
import type { TermPattern } from '../../query/plan/pattern-keys.ts';
import type { QueryPart } from '../../query/plan/query-parts.ts';
import { TermExpansion } from '../../query/plan/term-expansion.ts';
import { expressionElsewhere } from '../../query/plan/texts/expression-leaf.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import { COMPUTED_FIELDS, CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import { AppError } from '../../shared/errors.ts';
import { sortableText } from '../mapping/exact-numbers.ts';
import { exactField, numberField, termField, wholeField, wholeTerm } from '../mapping/field-names.ts';
import { allOf, anyOf, type Dsl, hasDsl, hasTokenDsl, NOTHING, noneOf, termDsl } from './dsl.ts';
import { nearCandidates } from './near.ts';
import { phraseCandidates, phraseDsl } from './phrases.ts';
import { type ClusterPlan, wordsPlan } from './plan.ts';
import { containing, PATTERN_MEMBERS_MAX, patternDsl, rangeDsl } from './term-patterns.ts';
import { nearestList, type WordList } from './word-lists.ts';

export class ClusterForms implements LeafForms {
  readonly #index: IndexReader;
  /** The leaf being planned. */
  leaf: LeafQuery | null = null;
  /** Keyed by spelling in the query: fuzzy words that mean the nearest words of the texts. */
  readonly nearest = new Map<string, WordList>();

  /** `index` is the item store of the case, which knows its fields and their types. */
  constructor(index: IndexReader) {
    this.#index = index;
  }

  expression(): Operator {
    throw expressionElsewhere();
  }

  exists(field: FieldHeader): Operator {
    return alike(hasDsl(field.name));
  }

  *wholeValue(_field: FieldHeader | undefined, { field, text }: WholeQuery): Generator<void, Operator> {
    const reason = refusalOf(this.#index, field);
    if (reason !== null)
      throw new AppError('QUERY_INVALID', `${reason} Search for its words instead: remove the = after the :.`);
    if (COMPUTED_FIELDS.includes(field) && this.#index.valueColumns.has(field)) {
      throw new AppError(
        'UNSUPPORTED',
        `On a cluster, "${field}" cannot be part of a query. Find an item of it, and use "expand":"${field}".`,
      );
    }
    const folded = foldWhole(text);
    const names = aliasesOf(field).filter((name) => this.#index.fields.has(name));
    if (names.length === 0) return new Nothing(field);
    return alike(anyOf(names.map((name) => termDsl(wholeField(name), wholeTerm(folded)))));
  }

  anyToken(field: FieldHeader): Operator {
    return alike(hasTokenDsl(field.name));
  }

  term(field: FieldHeader | undefined, term: string): Operator {
    return field === undefined ? new Nothing(term) : counted(termDsl(termField(field), term));
  }

  emptyValue(): Operator {
    throw new AppError('UNSUPPORTED', 'A case that brings its own terms cannot be searched on a cluster.');
  }

  *terms(field: FieldHeader, automaton: TermAutomaton, _source: string, pattern: TermPattern) {
    const at = termField(field);
    if (yield* automaton.isWithin(PATTERN_MEMBERS_MAX)) return alike(patternDsl(at, pattern));
    const needed = automaton.required.map((text) => containing(at, text));
    return this.#checked(field, needed.length === 0 ? hasTokenDsl(field.name) : allOf(needed));
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *termsInRange(field: FieldHeader, range: TermRange) {
    return alike(rangeDsl(termField(field), range));
  }

  *nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator> {
    if (field.name === CONTENT_FIELD) {
      const list = nearestList(automaton, source, nearest);
      this.nearest.set(source, list);
      return new ElsewhereOperator<ClusterPlan>({ kind: 'nearest', list });
    }
    yield* new TermExpansion(this.#index, false).eachTerm(field, automaton, source, nearest);
    return new ElsewhereOperator<ClusterPlan>(
      wordsPlan(
        termField(field),
        nearest.found().map(({ term }) => term),
      ),
    );
  }

  /**
   * The cluster does not know which dates are bare. Items that match as one kind but not as the other are checked one by one.
   */
  interval(field: FieldHeader, interval: NumberInterval): Operator {
    const moments = intervalDsl(field.name, interval);
    const { bare } = interval;
    if (bare === undefined || (field.numbers?.bare ?? null) === null) return alike(moments);
    const days = intervalDsl(field.name, bare);
    const both = intersection(interval, bare);
    const sure = isEmpty(both) ? NOTHING : intervalDsl(field.name, both);
    const unsure = this.#checked(field, noneOf(sure, anyOf([moments, days])));
    return isEmpty(both) ? unsure : new Disjunction([alike(sure), unsure]);
  }

  *phrase(field: FieldHeader | undefined, parts: readonly QueryPart[], slop: number): Generator<void, Operator> {
    // Compiled even if the field is missing, so that errors and our limits apply everywhere.
    for (const part of parts) {
      const isPattern = part.kind === 'units' || (part.kind === 'pattern' && !part.isAnyToken);
      if (isPattern) partAutomaton(part, this.#index.analyzer);
    }
    if (field === undefined) return new Nothing('phrase');
    const at = termField(field);
    const { analyzer } = this.#index;
    const isOfTerms = parts.every(({ kind }) => kind === 'term');
    const dsl = phraseDsl(at, parts, slop, analyzer.fold);
    if (dsl !== null) return new ElsewhereOperator<ClusterPlan>({ kind: 'leaf', dsl, isCounted: isOfTerms });
    const candidates = phraseCandidates(at, field.name, parts, analyzer);
    return this.#checked(field, candidates);
  }

  /** The cluster finds items with enough of the words, and our own matching checks each of them. */
  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *near(field: FieldHeader | undefined, near: NearWords): Generator<void, Operator> {
    return field === undefined ? new Nothing('near') : this.#checked(field, nearCandidates(field, near));
  }

  #checked(field: FieldHeader, candidates: Dsl): Operator {
    const query = { ...this.leaf!, field: field.name } as LeafQuery;
    return new ElsewhereOperator<ClusterPlan>({ kind: 'checked', candidates, query });
  }
}

const alike = (dsl: Dsl): Operator => new ElsewhereOperator<ClusterPlan>({ kind: 'leaf', dsl, isCounted: false });
const counted = (dsl: Dsl): Operator => new ElsewhereOperator<ClusterPlan>({ kind: 'leaf', dsl, isCounted: true });

/** Values that fit in a double are in one field, all others in another, so the union of the ranges in both is exact. */
function intervalDsl(name: string, { lower, upper }: NumberInterval): Dsl {
  const texts: Record<string, string> = {};
  const numbers: Record<string, number> = {};
  let hasNone = false;
  if (lower !== null) {
    texts[lower.isInclusive ? 'gte' : 'gt'] = sortableText(lower.at);
    const { value, residual } = lower.at;
    // A double is above the bound if it is above the rounded bound. If rounding went up or was exact, it may also equal the
    // rounded bound.
    const isOwn = residual < 0 || (residual === 0 && lower.isInclusive);
    if (Number.isFinite(value)) numbers[isOwn ? 'gte' : 'gt'] = value;
    else if (value > 0) hasNone = true;
  }
  if (upper !== null) {
    texts[upper.isInclusive ? 'lte' : 'lt'] = sortableText(upper.at);
    const { value, residual } = upper.at;
    const isOwn = residual > 0 || (residual === 0 && upper.isInclusive);
    if (Number.isFinite(value)) numbers[isOwn ? 'lte' : 'lt'] = value;
    else if (value < 0) hasNone = true;
  }
  const inDoubles: Dsl = hasNone ? NOTHING : { range: { [numberField(name)]: numbers } };
  return anyOf([inDoubles, { range: { [exactField(name)]: texts } }]);
}
