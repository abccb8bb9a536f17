/** Plans a phrase: looks up its terms, expands its patterns, and chooses how to find its candidates. */
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { LocatedTerm } from '../../engine/pairs/pairs-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import { Nothing } from '../operators/nothing.ts';
import type { Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';
import { planPatternPhrase } from '../phrase/pattern-phrase.ts';
import { type OpenedPositions, type PhraseElement, PhraseGatherer } from '../phrase/phrase-gatherer.ts';
import { PhraseOperator } from '../phrase/phrase-operator.ts';
import { mayShareAny } from '../phrase/shared-positions.ts';
import { openTerms, type TermPositions } from '../phrase/term-positions.ts';
import { existsOf } from './field-operators.ts';
import { partAutomaton, showPart } from './pattern-automata.ts';
import type { QueryPart } from './query-parts.ts';
import type { TermExpansion } from './term-expansion.ts';

/** Plans a phrase of at least two parts, or the pieces of a long word. Immediate without patterns. */
export function planPhrase(
  index: IndexReader,
  expansion: TermExpansion,
  parts: readonly QueryPart[],
  slop: number,
  field: FieldHeader | undefined,
): Operator | Generator<void, Operator> {
  if (!areWords(parts)) return planPatterns(index, expansion, parts, slop, field);
  const elements = field === undefined ? null : wordsOf(index, parts, field);
  if (field === undefined || elements === null) return new Nothing(detailOf(parts, slop, field));
  const pairs = slop > 0 ? NO_PAIRS : pairsOf(index, field, parts, elements);
  if (pairs === null) return new Nothing(detailOf(parts, slop, field));
  if (pairs.length === 1 && parts.length === 2) {
    return new TermOperator(pairs[0]!, 'pair', detailOf(parts, slop, field), field, docFreqsOf(elements));
  }
  const isShared = slop > 0 && field.hasSharedPositions && mayShareAny(parts);
  const gatherer = new PhraseGatherer(index, field, elements, slop, false, isShared);
  const paired = pairs.map((list) => new TermOperator(list, 'pair', ''));
  const detail = detailOf(parts, slop, field);
  return new PhraseOperator(singlesOf(gatherer, parts, elements), gatherer, detail, expansion.work, paired);
}

function areWords(parts: readonly QueryPart[]): parts is readonly WordPart[] {
  for (let i = 0; i < parts.length; i++) if (parts[i]!.kind !== 'term') return false;
  return true;
}

function detailOf(parts: readonly QueryPart[], slop: number, field: FieldHeader | undefined): string {
  return `${field?.name ?? '?'}:"${parts.map(showPart).join(' ')}"${slop > 0 ? `~${slop}` : ''}`;
}

function* planPatterns(
  index: IndexReader,
  expansion: TermExpansion,
  parts: readonly QueryPart[],
  slop: number,
  field: FieldHeader | undefined,
): Generator<void, Operator> {
  const detail = detailOf(parts, slop, field);
  const elements = yield* elementsOf(index, expansion, parts, field);
  if (field === undefined || elements === null) return new Nothing(detail);
  const isOfPatterns = parts.some(({ kind }) => kind === 'pattern' || kind === 'units');
  const opened = yield* openedTerms(index, elements);
  const gatherer = new PhraseGatherer(index, field, elements, slop, isOfPatterns, false, opened);
  const needed = singlesOf(gatherer, parts, elements);
  if (elements.some(({ kind }) => kind === 'terms')) {
    return expansion.defer(yield* planPatternPhrase(index, field, elements, gatherer, needed, detail, expansion.work));
  }
  return new PhraseOperator(needed.length === 0 ? [existsOf(index, field)] : needed, gatherer, detail, expansion.work);
}

function* openedTerms(index: IndexReader, elements: readonly PhraseElement[]): Generator<void, OpenedPositions> {
  const opened = new Map<TermInfo, TermPositions>();
  for (const element of new Set(elements)) {
    if (element.kind !== 'terms') continue;
    const terms = yield* openTerms(index, element.infos);
    for (let i = 0; i < terms.length; i++) opened.set(element.infos[i]!, terms[i]!);
  }
  return opened;
}

/** Returns the pair lists of adjacent words of the phrase; null if a pair never occurs. */
function pairsOf(
  index: IndexReader,
  field: FieldHeader,
  parts: readonly WordPart[],
  elements: readonly WordElement[],
): readonly PostingList[] | null {
  const pairs = index.pairs(field);
  if (pairs === null) return NO_PAIRS;
  const lists = new Set<PostingList>();
  for (let i = 1; i < parts.length; i++) {
    const info = pairs.find(locatedOf(parts[i - 1]!, elements[i - 1]!), locatedOf(parts[i]!, elements[i]!));
    if (info === null) return null;
    if (info !== undefined) lists.add(index.list(info));
  }
  return [...lists];
}

const NO_PAIRS: readonly PostingList[] = [];

function locatedOf({ term }: WordPart, { info }: WordElement): LocatedTerm {
  return { term, info };
}

function docFreqsOf(elements: readonly WordElement[]): number[] {
  return elements.map(({ docFreq }) => docFreq);
}

type WordPart = QueryPart & { readonly kind: 'term' };
type WordElement = PhraseElement & { readonly kind: 'term' };

/** Returns the elements of words, one object for each repeated word; null if one of them has no term. */
function wordsOf(index: IndexReader, parts: readonly WordPart[], field: FieldHeader): WordElement[] | null {
  const words: Words = new Map();
  const elements: WordElement[] = [];
  for (let i = 0; i < parts.length; i++) {
    const element = wordOf(index, field, parts[i]!.term, words);
    if (element === null) return null;
    elements.push(element);
  }
  return elements;
}

/** Words of a phrase that were looked up. A repeated word has one element. Null if the field does not have the term. */
type Words = Map<string, WordElement | null>;

function wordOf(index: IndexReader, field: FieldHeader, term: string, words: Words): WordElement | null {
  let element = words.get(term);
  if (element === undefined) {
    const info = index.dictionary(field).find(term);
    element = info === null ? null : { kind: 'term', info, docFreq: index.docFreqOf(field, term, info) };
    words.set(term, element);
  }
  return element;
}

/** Returns the elements of the phrase, or null if one of its parts has no term. */
function* elementsOf(
  index: IndexReader,
  expansion: TermExpansion,
  parts: readonly QueryPart[],
  field: FieldHeader | undefined,
): Generator<void, PhraseElement[] | null> {
  const elements: PhraseElement[] = [];
  const words: Words = new Map();
  /** A pattern that the phrase repeats is expanded once. */
  const expanded = new Map<string, PhraseElement>();
  let isMissing = field === undefined;
  for (const part of parts) {
    if (part.kind === 'term') {
      const element = field === undefined ? null : wordOf(index, field, part.term, words);
      if (element === null) isMissing = true;
      else elements.push(element);
    } else if (part.kind === 'pieces') {
      const found = field === undefined ? [null] : part.terms.map((term) => wordOf(index, field, term, words));
      const pieces = new Set(found.flatMap((element) => element ?? []));
      if (found.includes(null)) isMissing = true;
      else {
        const infos = [...pieces].map(({ info }) => info);
        elements.push({ kind: 'pieces', infos, docFreqs: [...pieces].map(({ docFreq }) => docFreq) });
      }
    } else if (part.kind === 'pattern' && part.isAnyToken) elements.push({ kind: 'any' });
    else {
      // Compiled even if a term is missing, so that errors do not depend on the index.
      const automaton = partAutomaton(part, index.analyzer);
      if (isMissing) continue;
      const source = showPart(part);
      let element = expanded.get(source);
      if (element === undefined) {
        const infos = yield* expansion.termsOf(field!, automaton, source);
        if (infos.length === 0) isMissing = true;
        element =
          infos.length === 1 ? { kind: 'term', info: infos[0]!, docFreq: infos[0]!.docFreq } : { kind: 'terms', infos };
        expanded.set(source, element);
      }
      elements.push(element);
    }
  }
  return isMissing ? null : elements;
}

/** Returns the lists of the single terms, each once. */
function singlesOf(
  gatherer: PhraseGatherer,
  parts: readonly QueryPart[],
  elements: readonly PhraseElement[],
): Operator[] {
  const singles: Operator[] = [];
  const seen = new Set<unknown>();
  for (const [i, element] of elements.entries()) {
    const infos = element.kind === 'term' ? [element.info] : element.kind === 'pieces' ? element.infos : [];
    for (const info of infos) {
      const { list } = gatherer.termOf(info);
      if (!seen.has(list)) singles.push(new TermOperator(list, 'term', showPart(parts[i]!)));
      seen.add(list);
    }
  }
  return singles;
}
