/** Plans the leaves of a query: a term, phrase, pattern or range becomes an operator over one index. */
import type { LeafQuery, Pattern } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import { analyze } from '../../analysis/analyze.ts';
import { isTokenCodePoint } from '../../analysis/fold-table.ts';
import { foldText } from '../../analysis/fold-text.ts';
import { toNfc } from '../../analysis/normalization.ts';
import { foldWhole } from '../../analysis/whole-value.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { compileFuzzy } from '../../automaton/fuzzy.ts';
import { compileRegexp } from '../../automaton/regexp.ts';
import { parseRegexp } from '../../automaton/regexp-parser.ts';
import type { RegexpNode } from '../../automaton/regexp-syntax.ts';
import { compileWildcard } from '../../automaton/wildcard.ts';
import type { DictionaryBlock } from '../../engine/dictionary/dictionary-block.ts';
import type { TermRange, TermVisitor } from '../../engine/dictionary/dictionary-walk.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { ListUnion } from '../../engine/postings/list-union.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import { aliasesOf } from '../../schema/field-aliases.ts';
import type { Expansion } from '../../search/search-engine.ts';
import { AppError } from '../../shared/errors.ts';
import { Disjunction } from '../operators/disjunction.ts';
import { DocBitmap } from '../operators/doc-bitmap.ts';
import { Nothing } from '../operators/nothing.ts';
import { NumberRange } from '../operators/number-range.ts';
import type { Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';
import { planPatternPhrase } from '../phrase/pattern-phrase.ts';
import { type PhraseElement, PhraseGatherer } from '../phrase/phrase-gatherer.ts';
import { PhraseOperator } from '../phrase/phrase-operator.ts';
import { compiled } from './compiled-patterns.ts';
import { intervalOfLiteral, intervalOfRange, type NumberInterval, pointsIn } from './number-ranges.ts';
import { analyzedParts, plainText, type QueryPart } from './query-parts.ts';
import { refusalOf } from './refused-query.ts';

/** What a leaf became: an operator, or null where it has no token and is dropped. */
export type Planned = Generator<void, Operator | null>;

const encoder = new TextEncoder();
/** Terms of an expansion that are kept to be shown. */
const SHOWN_TERMS = 50;

/** Plans leaves against one index. Yields now and then while it walks dictionaries. */
export class LeafPlanner {
  readonly #index: IndexReader;
  readonly #defaultFields: readonly string[];
  readonly #showsTerms: boolean;
  readonly expansions: Expansion[] = [];
  /** What each leaf became, field by field: for scoring. */
  readonly partsOf = new Map<LeafQuery, readonly Operator[]>();

  /** `showsTerms`: expansions name terms, which costs more than small expansions themselves. */
  constructor(index: IndexReader, defaultFields: readonly string[], showsTerms: boolean) {
    this.#index = index;
    this.#defaultFields = defaultFields;
    this.#showsTerms = showsTerms;
  }

  *plan(query: LeafQuery): Planned {
    const names = query.field === null ? this.#defaultFields : [query.field];
    const found: Operator[] = [];
    let isDropped = true;
    for (const name of names) {
      const meant: Operator[] = [];
      for (const alias of aliasesOf(name)) {
        const operator = yield* this.#tryField(query, alias);
        if (operator === null) continue;
        isDropped = false;
        if (operator.exactCount !== 0) meant.push(operator);
      }
      // A field of two names is one clause, scored as a value is: an item that has both is not worth twice as much.
      if (aliasesOf(name).length > 1 && meant.length > 0) found.push(new Disjunction(meant));
      else found.push(...meant);
    }
    this.partsOf.set(query, found);
    if (isDropped) return null;
    if (found.length === 0) return new Nothing(printQuery(query));
    return found.length === 1 ? found[0]! : new Disjunction(found);
  }

  *#tryField(query: LeafQuery, name: string): Planned {
    try {
      return yield* this.#onField(query, name);
    } catch (error) {
      throw refusalOf(error, query);
    }
  }

  *#onField(query: LeafQuery, name: string): Planned {
    const field = this.#index.fields.get(name);
    const isText = this.#index.analysisOf(name) === 'text';
    switch (query.kind) {
      case 'exists':
        return field === undefined ? new Nothing(name) : this.#exists(field);
      case 'term':
        return yield* this.#literal(query.text, 0, field, isText);
      case 'phrase': {
        const text = plainText(query.pattern);
        if (text !== null) return yield* this.#literal(text, query.slop, field, isText);
        return yield* this.#pattern(query.pattern, query.slop, field, isText);
      }
      case 'wildcard':
        return yield* this.#pattern(query.pattern, 0, field, isText);
      case 'fuzzy':
        return yield* this.#fuzzy(query.text, query.distance, field, isText);
      case 'regexp': {
        const automaton = compiled(isText ? 'text regexp' : 'regexp', query.pattern, () => {
          const compiledPattern = compileRegexp(toNfc(query.pattern));
          if (isText) refuseSeparators(query.pattern);
          return compiledPattern;
        });
        return yield* this.#multiTerm(field, automaton, `/${query.pattern}/`);
      }
      case 'range':
        return yield* this.#range(query, field);
    }
  }

  #exists(field: FieldHeader): Operator {
    return new TermOperator(this.#index.exists(field), 'exists', field.name);
  }

  *#literal(text: string, slop: number, field: FieldHeader | undefined, isText: boolean): Planned {
    const interval = field === undefined ? null : intervalOfLiteral(text, field.type);
    if (interval !== null) return this.#interval(field!, interval, () => text);
    if (!isText) {
      const term = foldWhole(text);
      return term === '' ? null : this.#term(field, term);
    }
    const tokens = analyze(text);
    return yield* this.#parts(
      tokens.map((term) => ({ kind: 'term', term })),
      slop,
      field,
    );
  }

  *#pattern(pattern: Pattern, slop: number, field: FieldHeader | undefined, isText: boolean): Planned {
    if (!isText) return yield* this.#multiTerm(field, wildcard(pattern), showPattern(pattern));
    return yield* this.#parts(analyzedParts(pattern), slop, field);
  }

  *#parts(parts: readonly QueryPart[], slop: number, field: FieldHeader | undefined): Planned {
    if (parts.length === 0) return null;
    const only = parts[0]!;
    if (parts.length > 1) return yield* this.#phrase(parts, slop, field);
    if (only.kind === 'term') return this.#term(field, only.term);
    if (only.isAnyToken) return field === undefined ? new Nothing('*') : this.#anyToken(field);
    return yield* this.#multiTerm(field, wildcard(only.pattern), showPattern(only.pattern));
  }

  #term(field: FieldHeader | undefined, term: string): Operator {
    const info = field === undefined ? null : this.#index.dictionary(field).find(term);
    if (info === null) return new Nothing(`${field?.name ?? '?'}:${term}`);
    return new TermOperator(this.#index.list(info), 'term', `${field!.name}:${term}`, field!);
  }

  /** Documents with at least one token in the field. */
  #anyToken(field: FieldHeader): Operator {
    if (field.termCount === 0) return new Nothing(`${field.name}:*`);
    if (field.lengths === null) return this.#exists(field);
    const lengths = this.#index.lengths(field);
    const words = new Uint32Array(this.#index.bitmapWords);
    for (let doc = 0; doc < lengths.length; doc++) if (lengths[doc]! > 0) words[doc >>> 5]! |= 1 << (doc & 31);
    return new DocBitmap(words, 'any token', field.name);
  }

  *#fuzzy(text: string, distance: 1 | 2, field: FieldHeader | undefined, isText: boolean): Planned {
    const tokens = isText ? analyze(text) : [foldWhole(text)].filter((term) => term !== '');
    if (tokens.length === 0) return null;
    if (tokens.length > 1) {
      throw new AppError(
        'QUERY_INVALID',
        `fuzzy search wants a single word, and "${text}" has ${tokens.length}: put ~${distance} behind one of them, or use a sloppy phrase "${text}"~n`,
      );
    }
    const term = tokens[0]!;
    if ([...term].length <= 2) return this.#term(field, term);
    return yield* this.#multiTerm(
      field,
      compiled('fuzzy', `${distance} ${term}`, () => compileFuzzy(term, distance)),
      `${term}~${distance}`,
    );
  }

  *#range(query: Extract<LeafQuery, { kind: 'range' }>, field: FieldHeader | undefined): Planned {
    const source = (): string => printQuery({ ...query, field: null });
    if (field === undefined) return new Nothing(source());
    const { lower, upper } = query;
    if (lower === null && upper === null) return this.#exists(field);
    const interval = intervalOfRange(lower, upper, field.type);
    if (interval !== null) return this.#interval(field, interval, source);
    const low = lower === null ? null : encoder.encode(foldText(lower.text));
    const high = upper === null ? null : encoder.encode(foldText(upper.text));
    const terms = {
      lower: low,
      isLowerExclusive: lower?.isInclusive === false,
      upper: high,
      isUpperExclusive: upper?.isInclusive === false,
    };
    return yield* this.#walked(field, source(), terms, null);
  }

  #interval(field: FieldHeader, interval: NumberInterval, source: () => string): Operator {
    const { numbers } = field;
    if (numbers === null) return new Nothing(`${field.name}:${source()}`);
    const { from, to } = pointsIn(this.#index.columns, numbers, interval);
    if (from >= to) return new Nothing(`${field.name}:${source()}`);
    return new NumberRange(this.#index, field, numbers, from, to, source);
  }

  /** All documents of all terms that an automaton accepts. */
  *#multiTerm(field: FieldHeader | undefined, automaton: TermAutomaton, source: string): Planned {
    if (field === undefined) return new Nothing(source);
    const range = prefixRange(automaton.prefix);
    return yield* this.#walked(field, source, range, stepped(automaton, range));
  }

  *#walked(field: FieldHeader, source: string, range: TermRange, automaton: TermAutomaton | null): Planned {
    const index = this.#index;
    let union = null as ListUnion | null;
    const shown: string[] = [];
    let termCount = 0;
    const visit: TermVisitor = (block, first, end) => {
      termCount += end - first;
      union ??= new ListUnion(index.postings, new Uint32Array(index.bitmapWords));
      if (this.#showsTerms) show(block, first, end, shown);
      block.unite(first, end, union);
    };
    yield* index.dictionary(field).walk(range, automaton, visit);
    this.expansions.push({ field: field.name, source, termCount, terms: shown });
    if (union === null) return new Nothing(`${field.name}:${source}`);
    return new DocBitmap(union.words, 'terms', `${field.name}:${source} (${termCount} terms)`);
  }

  *#phrase(parts: readonly QueryPart[], slop: number, field: FieldHeader | undefined): Planned {
    const detail = `${field?.name ?? '?'}:"${parts.map((part) => (part.kind === 'term' ? part.term : showPattern(part.pattern))).join(' ')}"${slop > 0 ? `~${slop}` : ''}`;
    const elements: PhraseElement[] = [];
    /** A pattern that the phrase repeats is expanded once. */
    const expanded = new Map<string, PhraseElement>();
    let isMissing = field === undefined;
    for (const part of parts) {
      if (part.kind === 'term') {
        const info = field === undefined ? null : this.#index.dictionary(field).find(part.term);
        if (info === null) isMissing = true;
        else elements.push({ kind: 'term', info });
      } else if (part.isAnyToken) elements.push({ kind: 'any' });
      else {
        // Compiled also where a term is missing: an error is an error wherever it stands.
        const automaton = wildcard(part.pattern);
        if (isMissing) continue;
        const source = showPattern(part.pattern);
        let element = expanded.get(source);
        if (element === undefined) {
          const infos = yield* this.#termsOf(field!, automaton, source);
          if (infos.length === 0) isMissing = true;
          element = infos.length === 1 ? { kind: 'term', info: infos[0]! } : { kind: 'terms', infos };
          expanded.set(source, element);
        }
        elements.push(element);
      }
    }
    if (isMissing) return new Nothing(detail);
    const gatherer = new PhraseGatherer(
      this.#index,
      field!,
      elements,
      slop,
      parts.some((part) => part.kind === 'pattern'),
    );
    const lists = new Set<Operator>();
    const seen = new Set<unknown>();
    for (const [i, element] of elements.entries()) {
      if (element.kind !== 'term') continue;
      const { list } = gatherer.termOf(element.info);
      if (!seen.has(list)) lists.add(new TermOperator(list, 'term', describe(parts[i]!)));
      seen.add(list);
    }
    if (elements.some((element) => element.kind === 'terms')) {
      return yield* planPatternPhrase(this.#index, field!, elements, gatherer, [...lists], detail);
    }
    if (lists.size === 0) lists.add(this.#exists(field!));
    return new PhraseOperator([...lists], gatherer, detail);
  }

  *#termsOf(field: FieldHeader, automaton: TermAutomaton, source: string): Generator<void, TermInfo[]> {
    const infos: TermInfo[] = [];
    const shown: string[] = [];
    const range = prefixRange(automaton.prefix);
    yield* this.#index.dictionary(field).walk(range, stepped(automaton, range), (block, first, end) => {
      for (let entry = first; entry < end; entry++) infos.push(block.info(entry));
      if (this.#showsTerms) show(block, first, end, shown);
    });
    this.expansions.push({ field: field.name, source, termCount: infos.length, terms: shown });
    return infos;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Adds the terms of some entries to those that are shown, as long as there is room. */
function show(block: DictionaryBlock, first: number, end: number, shown: string[]): void {
  for (let entry = first; entry < end && shown.length < SHOWN_TERMS; entry++) {
    shown.push(decoder.decode(block.term(entry)));
  }
}

function wildcard(pattern: Pattern): TermAutomaton {
  return compiled('wildcard', JSON.stringify(pattern), () => compileWildcard(pattern));
}

/** Terms that begin with a prefix lie between these. */
function prefixRange(prefix: string): TermRange {
  if (prefix === '') return { lower: null, upper: null };
  const lower = encoder.encode(prefix);
  const upper = new Uint8Array(lower.length + 1);
  upper.set(lower);
  upper[lower.length] = 0xff; // greater than every byte of UTF-8
  return { lower, upper };
}

function showPattern(pattern: Pattern): string {
  return pattern.map((part) => (part.kind === 'text' ? part.text : part.kind === 'anyRun' ? '*' : '?')).join('');
}

function describe(part: QueryPart): string {
  return part.kind === 'term' ? part.term : showPattern(part.pattern);
}

/** A literal that no term can hold is a mistake worth telling. Members of classes are left alone. */
function refuseSeparators(pattern: string): void {
  const stack: RegexpNode[] = [parseRegexp(toNfc(pattern))];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'sequence') stack.push(...node.parts);
    else if (node.kind === 'choice') stack.push(...node.options);
    else if (node.kind === 'repeat') stack.push(node.part);
    else if (node.kind === 'literal' && !isTokenCodePoint(node.codePoint)) {
      const character = String.fromCodePoint(node.codePoint);
      throw new AppError(
        'QUERY_INVALID',
        `the regular expression /${pattern}/ has ${JSON.stringify(character)}, and a term holds letters and digits only; search for the parts as a phrase, or write /.../ for one term`,
      );
    }
  }
}

/** What terms of the range of its prefix have to be asked: nothing, where the automaton accepts all of them. */
function stepped(automaton: TermAutomaton, { lower }: TermRange): TermAutomaton | null {
  return automaton.bytes.acceptsAllAfter(lower ?? NO_BYTES) ? null : automaton;
}

const NO_BYTES = new Uint8Array(0);
