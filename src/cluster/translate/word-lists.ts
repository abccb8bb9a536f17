/**
 * Makes the queries with which a cluster lists the words of texts that the patterns, fuzzy words and ranges of a query match.
 * It lists words only for expressions within a limit, so ranges are written as expressions, too.
 */
import type { Query } from '../../../grammar/ast.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { acceptsTerm } from '../../automaton/code-point-automaton.ts';
import { isInRange, type TermRange } from '../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { Operator } from '../../query/operators/operator.ts';
import type { NearestTerms } from '../../query/plan/iped/nearest-terms.ts';
import { LeafPlanner } from '../../query/plan/leaf-planner.ts';
import { NOTHING, PatternForms, patternsOf } from '../../query/plan/pattern-forms.ts';
import type { TermPattern } from '../../query/plan/pattern-keys.ts';
import { planned } from '../../query/plan/planning.ts';
import { TermExpansion } from '../../query/plan/term-expansion.ts';
import { CONTENT_FIELD } from '../../schema/well-known-fields.ts';
import { termField, textField } from '../mapping/field-names.ts';
import { type Dsl, termDsl } from './dsl.ts';
import { listedPattern, PATTERN_MEMBERS_MAX, patternDsl, rangeDsl, rangeExpression } from './term-patterns.ts';

export interface WordList {
  /** As written in the query. */
  readonly source: string;
  /** Finds the words, and is rewritten to them by the cluster. Null if the pattern is too complex. */
  readonly dsl: Dsl | null;
  /** Whether a word is meant. The cluster also lists others. */
  accepts(word: string): boolean;
  /** Chooses the words that count. Null if not only the nearest words count. */
  readonly nearest: NearestTerms | null;
}

export interface ListedWords {
  /** Set for texts. The item store has the words of everything else. */
  readonly lists: readonly WordList[];
  /** Finds the items with any of the words, including those of other fields. */
  readonly having: readonly Dsl[];
}

/**
 * Returns the lists of all leaves that are not prohibited and can match several words, each once. Throws the errors of planning
 * them.
 */
export function* wordListsOf(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
): Generator<void, ListedWords> {
  const forms = new WordListForms(index);
  const planner = new LeafPlanner(index, defaultFields, forms);
  for (const leaf of patternsOf(query)) yield* planned(planner.plan(leaf));
  return { lists: [...forms.lists.values()], having: forms.having };
}

/** Returns the words of texts that are nearest to a fuzzy word. */
export function nearestList(automaton: TermAutomaton, source: string, nearest: NearestTerms): WordList {
  const { text: term, edits: distance } = nearest;
  const dsl = listedPattern(textField(CONTENT_FIELD), { kind: 'fuzzy', term, distance });
  return { source, dsl, accepts: (word) => acceptsTerm(automaton, word), nearest };
}

class WordListForms extends PatternForms {
  readonly #index: IndexReader;
  readonly lists = new Map<string, WordList>();
  readonly having: Dsl[] = [];

  constructor(index: IndexReader) {
    super();
    this.#index = index;
  }

  *terms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    pattern: TermPattern,
  ): Generator<void, Operator> {
    const isSent = yield* automaton.isWithin(PATTERN_MEMBERS_MAX);
    if (isSent) this.having.push(patternDsl(termField(field), pattern));
    const dsl = isSent ? listedPattern(termField(field), pattern) : null;
    return this.#add(field, { source, dsl, accepts: (word) => acceptsTerm(automaton, word), nearest: null });
  }

  *termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator> {
    this.having.push(rangeDsl(termField(field), range));
    const dsl = rangeExpression(termField(field), range);
    return this.#add(field, { source, dsl, accepts: (word) => isInRange(Buffer.from(word), range), nearest: null });
  }

  *nearestTerms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    nearest: NearestTerms,
  ): Generator<void, Operator> {
    if (field.name === CONTENT_FIELD) return this.#add(field, nearestList(automaton, source, nearest));
    yield* new TermExpansion(this.#index, false).eachTerm(field, automaton, source, nearest);
    for (const { term } of nearest.found()) this.having.push(termDsl(termField(field), term));
    return NOTHING;
  }

  #add({ name }: FieldHeader, list: WordList): Operator {
    if (name === CONTENT_FIELD) this.lists.set(list.source, list);
    return NOTHING;
  }
}
