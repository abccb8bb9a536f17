/** Plans the leaves of a query: a term, phrase, pattern or range becomes an operator over one index. */
import type { LeafQuery, NearQuery, Pattern, WholeQuery, ZonedQuery } from '../../../grammar/ast.ts';
import { CLAUSES_MAX } from '../../../grammar/limits.ts';
import { wordCountOf } from '../../../grammar/near/spans.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { QueryAnalyzer } from '../../analysis/query-analyzer.ts';
import { PIECE_UNITS } from '../../analysis/word-cutter.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { CategoryNode } from '../../schema/case-origin.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import { fixedTypeOf, isOfSequences } from '../../schema/field-types.ts';
import { COMPUTED_FIELDS, THREAD_FIELD } from '../../schema/well-known-fields.ts';
import { DEFAULT_FIELDS, IPED_DEFAULT_FIELDS } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { Disjunction } from '../operators/disjunction.ts';
import { Nothing } from '../operators/nothing.ts';
import type { Operator } from '../operators/operator.ts';
import { CATEGORY_FIELD, CATEGORY_TREE_FIELD, categoriesBelow } from './category-tree.ts';
import { IpedLeafPlanner } from './iped/iped-leaf-planner.ts';
import { namesOfCase } from './iped/localized-names.ts';
import type { LeafForms } from './leaf-forms.ts';
import { nearWords } from './near/near-words.ts';
import { intervalOfLiteral, intervalOfRange } from './number-ranges.ts';
import {
  FUZZY_CODE_POINTS_MIN,
  fuzzyAutomaton,
  fuzzyWord,
  partAutomaton,
  regexpAutomaton,
  showPart,
  showPattern,
  wildcardAutomaton,
} from './pattern-automata.ts';
import type { TermPattern } from './pattern-keys.ts';
import { isPlanning, type Planned, type Planning, planned } from './planning.ts';
import { analyzedParts, plainText, type QueryPart, tokenParts } from './query-parts.ts';
import { refusalOf } from './refusal.ts';
import { readExpression } from './texts/expression-leaf.ts';
import { planSequence } from './texts/sequence-leaf.ts';
import { planReadings } from './two-readings.ts';
import { endsUnknown, isOfTexts, refuseSetField, refuseUnfit } from './unfit-value.ts';
import { isWordlessNote } from './wordless-note.ts';

const encoder = new TextEncoder();
/** Approximate memory of a leaf on one field. */
const LEAF_BYTES = 1024;
const LEAF_FIELDS_PER_SLICE = 256;

/** Plans leaves against one index. Yields regularly while it walks dictionaries. */
export class LeafPlanner {
  readonly #index: IndexReader;
  readonly #defaultFields: readonly string[];
  readonly #areFieldsNamed: boolean;
  readonly #forms: LeafForms;
  /** Created only for queries in IPED's syntax, which are few. */
  #iped: IpedLeafPlanner | null = null;
  #ipedDefaultFields: readonly string[] | null = null;
  #leafFields = 0;
  #lastText = '';
  #lastParts: readonly QueryPart[] | null = null;
  /**
   * Sloppy phrases, keyed by their text. Other phrases are not shared, because they are narrowed to neighbouring
   * clauses, which differ.
   */
  #sloppy: Map<string, { readonly query: LeafQuery; readonly operator: Operator | null }> | null = null;
  /** The operators of each leaf, field by field, or null if not needed. */
  readonly #operators: Map<LeafQuery, readonly Operator[]> | null;

  /** `isScored`: whether {@link partsOf} is used. */
  constructor(index: IndexReader, defaultFields: readonly string[], forms: LeafForms, isScored = true) {
    this.#index = index;
    this.#defaultFields = askedByDefault(index, defaultFields);
    this.#areFieldsNamed = defaultFields !== DEFAULT_FIELDS;
    this.#forms = forms;
    this.#operators = isScored ? new Map() : null;
  }

  /** Returns the operators of a planned leaf, field by field, for scoring. */
  partsOf(query: LeafQuery): readonly Operator[] {
    return this.#operators?.get(query) ?? [];
  }

  /** Plans a leaf. `itself`: only for {@link #planSloppy}, which would otherwise be called again. */
  plan(query: LeafQuery, itself = false): Planned {
    if (isWordlessNote(query)) return null;
    refuseSetField(query);
    if (query.kind === 'phrase' && query.slop > 0 && !itself) return this.#planSloppy(query);
    const names = this.#namesOf(query);
    const isTimeToYield = this.#account(names.length * wordCountOf(query));
    const [name] = names;
    const isOne = names.length === 1 && !isTimeToYield && query.kind !== 'whole';
    const aliases = isOne ? aliasesOf(name!) : names;
    if (!isOne || aliases.length !== 1) {
      return this.#refusing(query, this.#onFields(query, names, isTimeToYield));
    }
    try {
      const only = this.#onField(query, aliases[0]!);
      return isPlanning(only) ? this.#refusing(query, this.#whenPlanned(query, only)) : this.#only(query, only);
    } catch (error) {
      throw refusalOf(error, query);
    }
  }

  /** Equal sloppy phrases get the same operator. Otherwise each would check the positions of the same documents. */
  *#planSloppy(query: LeafQuery): Planning {
    const key = printQuery(query);
    this.#sloppy ??= new Map();
    const known = this.#sloppy.get(key);
    if (known !== undefined) {
      this.#operators?.set(query, this.partsOf(known.query));
      return known.operator;
    }
    const operator = yield* planned(this.plan(query, true));
    this.#sloppy.set(key, { query, operator });
    return operator;
  }

  *#whenPlanned(query: LeafQuery, planning: Planning): Planning {
    return this.#only(query, yield* planning);
  }

  /** Plans a leaf that is looked up in a single field. */
  #only(query: LeafQuery, operator: Operator | null): Operator | null {
    const isFound = operator !== null && !operator.isNothing;
    this.#operators?.set(query, isFound ? [operator] : []);
    // Both readings of a quote are shown, whatever they find.
    const isShown = operator === null || isFound || operator.children.length > 0;
    return isShown ? operator : new Nothing(printQuery(query));
  }

  *#onFields(query: LeafQuery, names: readonly string[], isTimeToYield: boolean): Planning {
    if (isTimeToYield) yield;
    const found: Operator[] = [];
    let isDropped = true;
    for (const name of names) {
      // The column of a field also has the values of its aliases.
      const aliases = query.kind === 'whole' ? [name] : aliasesOf(name);
      // A field with an alias is one clause, scored like a value, so that an item with both names does not count twice.
      const meant: Operator[] = aliases.length === 1 ? found : [];
      for (let i = 0; i < aliases.length; i++) {
        const operator = yield* planned(this.#onField(query, aliases[i]!));
        if (operator === null) continue;
        isDropped = false;
        if (!operator.isNothing) meant.push(operator);
      }
      if (aliases.length > 1 && meant.length > 0) found.push(new Disjunction(meant));
    }
    this.#operators?.set(query, found);
    if (isDropped) return null;
    if (found.length === 0) return new Nothing(printQuery(query));
    return found.length === 1 ? found[0]! : new Disjunction(found);
  }

  /**
   * Returns the fields of a leaf, by their own names. In IPED's syntax there are no aliases, and other default fields.
   */
  #namesOf({ kind, field }: LeafQuery): readonly string[] {
    if (field !== null) return [kind === 'iped' ? field : this.#index.ownName(field)];
    if (kind !== 'iped' || this.#areFieldsNamed) return this.#defaultFields;
    this.#ipedDefaultFields ??= asked(this.#index, IPED_DEFAULT_FIELDS);
    return this.#ipedDefaultFields;
  }

  /** Counts each word once per field, because each is a clause. Returns whether it is time to yield. */
  #account(fields: number): boolean {
    const before = this.#leafFields;
    this.#leafFields += fields;
    if (this.#leafFields > CLAUSES_MAX) {
      throw new AppError(
        'QUERY_INVALID',
        `the words of the query times the fields searched are more than ${CLAUSES_MAX}; name fewer fields, or split the query`,
      );
    }
    claimMemory(fields * LEAF_BYTES, 'words and fields');
    return Math.floor(before / LEAF_FIELDS_PER_SLICE) < Math.floor(this.#leafFields / LEAF_FIELDS_PER_SLICE);
  }

  *#refusing(query: LeafQuery, planning: Planning): Planning {
    try {
      return yield* planning;
    } catch (error) {
      throw refusalOf(error, query);
    }
  }

  #onField(query: LeafQuery, name: string): Planned {
    const field = this.#index.fields.get(name);
    if (query.kind === 'expression') return this.#forms.expression(field, readExpression(query.pattern), query.check);
    if (field === undefined && name === CATEGORY_TREE_FIELD) {
      return this.#inTree(asPhrase(query), this.#index.header.origin?.categories ?? []);
    }
    if (field === undefined && COMPUTED_FIELDS.includes(name)) {
      return this.#forms.wholeValue(field, asWhole(name, query));
    }
    const analysis = this.#index.analysisOf(name);
    if (isOfSequences(analysis) && query.kind !== 'iped') {
      return planSequence(this.#index, this.#forms, query, analysis, field);
    }
    const type = this.#index.statistics.typeOf(name) ?? fixedTypeOf(name) ?? 'text';
    refuseUnfit(query, type);
    const isText = analysis === 'text';
    switch (query.kind) {
      case 'whole':
        return this.#forms.wholeValue(field, { ...query, field: name });
      case 'exists':
        return field === undefined ? new Nothing(name) : this.#forms.exists(field);
      case 'term':
        return this.#literal(query, query.text, 0, field, isText);
      case 'phrase': {
        const text = plainText(query.pattern);
        if (text !== null) return this.#literal(query, text, query.slop, field, isText);
        return planReadings(query.pattern, isText, {
          withWildcards: () => this.#pattern(query.pattern, query.slop, field, isText),
          asText: (written) => this.#literal(query, written, query.slop, field, isText),
        });
      }
      case 'wildcard':
        return this.#pattern(query.pattern, 0, field, isText);
      case 'fuzzy':
        return this.#fuzzy(query.text, query.distance, field, isText);
      case 'regexp':
        return this.#regexp(query.pattern, field, isText, this.#index.analyzerOf(name));
      case 'range':
        return this.#range(query, field);
      case 'near':
        if (!isOfTexts(query, type, isText)) return new Nothing(printQuery(query));
        return this.#near(query, field);
      case 'iped':
        this.#iped ??= new IpedLeafPlanner(this.#index, this.#forms);
        return this.#iped.onField(query.meant, name);
    }
  }

  #near(query: NearQuery, field: FieldHeader | undefined): Planned {
    const near = nearWords(query, this.#index.analyzer);
    if (near.hasLast && this.#index.header.origin !== undefined) throw endsUnknown(query);
    return this.#forms.near(field, near, () => printQuery(query));
  }

  /** Plans the categories of a leaf, and all below them. */
  *#inTree(query: LeafQuery, tree: readonly CategoryNode[]): Planning {
    const itself = yield* planned(this.#onField(query, CATEGORY_FIELD));
    if (itself === null) return null;
    const field = this.#index.fields.get(CATEGORY_FIELD);
    const below = categoriesBelow(query, tree, this.#analyzerOf(field), (name) =>
      namesOfCase(this.#index).category(name),
    ).map((term) => this.#forms.term(field, term));
    const found = [itself, ...below].filter(({ isNothing }) => !isNothing);
    return found.length === 0 ? itself : new Disjunction(found);
  }

  #literal(
    { timeZone }: ZonedQuery,
    text: string,
    slop: number,
    field: FieldHeader | undefined,
    isText: boolean,
  ): Planned {
    const interval = field === undefined ? null : intervalOfLiteral(text, field.type, timeZone);
    if (interval !== null) return this.#forms.interval(field!, interval, () => text);
    if (!isText) {
      const term = this.#analyzerOf(field).foldWhole(text);
      return term === '' ? null : this.#forms.term(field, term);
    }
    const parts = this.#partsOfText(text);
    const [word] = parts;
    // Most leaves are one word.
    if (parts.length === 1 && word!.kind === 'term' && slop === 0) return this.#forms.term(field, word!.term);
    return this.#parts(parts, slop, field);
  }

  /** A leaf analyzes the same text for each of its fields. */
  #partsOfText(text: string): readonly QueryPart[] {
    if (this.#lastParts === null || this.#lastText !== text) {
      this.#lastText = text;
      this.#lastParts = tokenParts(text, this.#index.analyzer);
    }
    return this.#lastParts;
  }

  #pattern(pattern: Pattern, slop: number, field: FieldHeader | undefined, isText: boolean): Planned {
    const analyzer = this.#analyzerOf(field);
    if (!isText) return this.#wildcard(field, pattern, analyzer);
    return this.#parts(analyzedParts(pattern, analyzer), slop, field);
  }

  #parts(parts: readonly QueryPart[], slop: number, field: FieldHeader | undefined): Planned {
    if (parts.length === 0) return null;
    const only = parts[0]!;
    if (slop > 0) refuseLongWords(parts);
    if (parts.length > 1 || only.kind === 'pieces') return this.#forms.phrase(field, parts, slop);
    if (only.kind === 'term') return this.#forms.term(field, only.term);
    if (only.kind === 'units') {
      const { units } = only;
      return this.#multiTerm(field, partAutomaton(only, this.#index.analyzer), showPart(only), {
        kind: 'units',
        units,
      });
    }
    if (only.isAnyToken) return field === undefined ? new Nothing('*') : this.#forms.anyToken(field);
    return this.#wildcard(field, only.pattern, this.#index.analyzer);
  }

  #wildcard(field: FieldHeader | undefined, pattern: Pattern, analyzer: QueryAnalyzer): Planned {
    const automaton = wildcardAutomaton(pattern, analyzer);
    return this.#multiTerm(field, automaton, showPattern(pattern), { kind: 'wildcard', pattern, analyzer });
  }

  #regexp(pattern: string, field: FieldHeader | undefined, isText: boolean, analyzer: QueryAnalyzer): Planned {
    const automaton = regexpAutomaton(pattern, isText, analyzer);
    return this.#multiTerm(field, automaton, `/${pattern}/`, { kind: 'regexp', pattern, analyzer });
  }

  #fuzzy(text: string, distance: 1 | 2, field: FieldHeader | undefined, isText: boolean): Planned {
    const analyzer = this.#analyzerOf(field);
    const term = isText ? fuzzyWord(text, distance, analyzer) : analyzer.foldWhole(text);
    if (term === null || term === '') return null;
    if ([...term].length < FUZZY_CODE_POINTS_MIN) return this.#forms.term(field, term);
    const automaton = fuzzyAutomaton(term, distance);
    return this.#multiTerm(field, automaton, `${term}~${distance}`, { kind: 'fuzzy', term, distance });
  }

  #range(query: Extract<LeafQuery, { kind: 'range' }>, field: FieldHeader | undefined): Planned {
    const source = (): string => printQuery({ ...query, field: null });
    if (field === undefined) return new Nothing(source());
    const { lower, upper, timeZone } = query;
    if (lower === null && upper === null) return this.#forms.exists(field);
    const interval = intervalOfRange(lower, upper, field.type, timeZone);
    if (interval !== null) return this.#forms.interval(field, interval, source);
    const { fold } = this.#analyzerOf(field);
    const low = lower === null ? null : encoder.encode(fold(lower.text));
    const high = upper === null ? null : encoder.encode(fold(upper.text));
    const terms = {
      lower: low,
      isLowerExclusive: lower?.isInclusive === false,
      upper: high,
      isUpperExclusive: upper?.isInclusive === false,
    };
    return this.#forms.termsInRange(field, terms, source());
  }

  #analyzerOf(field: FieldHeader | undefined): QueryAnalyzer {
    return field === undefined ? this.#index.analyzer : this.#index.analyzerOf(field.name);
  }

  /** Finds all documents of all terms that an automaton accepts. */
  #multiTerm(field: FieldHeader | undefined, automaton: TermAutomaton, source: string, pattern: TermPattern): Planned {
    return field === undefined ? new Nothing(source) : this.#forms.terms(field, automaton, source, pattern);
  }
}

/** The pieces of a long word share a position, but the words of a sloppy phrase must not. */
function refuseLongWords(parts: readonly QueryPart[]): void {
  if (!parts.some(({ kind }) => kind === 'pieces')) return;
  throw new AppError(
    'QUERY_INVALID',
    `a sloppy phrase has words of up to ${PIECE_UNITS} characters: search for a longer word alone`,
  );
}

/** Turns a `whole` leaf into a phrase, because categories are whole values anyway. */
function asPhrase(query: LeafQuery): LeafQuery {
  if (query.kind !== 'whole') return query;
  const { field, text } = query;
  return { kind: 'phrase', field, pattern: text === '' ? [] : [{ kind: 'text', text }], slop: 0 };
}

const usuallyAsked = new WeakMap<IndexReader, readonly string[]>();

/** The default fields that a request names or, usually, omits. */
function askedByDefault(index: IndexReader, names: readonly string[]): readonly string[] {
  const known = names === DEFAULT_FIELDS ? usuallyAsked.get(index) : undefined;
  if (known !== undefined) return known;
  const own = asked(
    index,
    names.map((name) => index.ownName(name)),
  );
  if (names === DEFAULT_FIELDS) usuallyAsked.set(index, own);
  return own;
}

/**
 * Returns the fields in which a leaf without a field is looked up. A field that no item has matches nothing. Only its
 * type then decides whether a leaf has a token. So one field of each type represents all unknown fields, however many
 * the request names.
 */
function asked(index: IndexReader, names: readonly string[]): readonly string[] {
  if (names.every((name) => index.fields.has(name))) return names;
  const seen = new Set<string>();
  return names.filter((name) => {
    if (aliasesOf(name).some((alias) => index.fields.has(alias))) return true;
    const kind = aliasesOf(name)
      .map((alias) => index.analysisOf(alias))
      .join();
    if (seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/** Threads have no terms, so a query must give the whole name. */
function asWhole(field: string, query: LeafQuery): WholeQuery {
  const text = query.kind === 'whole' || query.kind === 'term' ? query.text : null;
  const written = text ?? (query.kind === 'phrase' ? plainText(query.pattern) : null);
  if (written !== null) return { kind: 'whole', field, text: written };
  throw new AppError(
    'QUERY_INVALID',
    field === THREAD_FIELD
      ? `"${field}" takes only the id of the first mail of a thread, without wildcards: ${field}:="id@example.org".`
      : `"${field}" takes only the name of a group, without wildcards: ${field}:0123456789abcdef.`,
  );
}
