/** BM25 by its formula, for the order of answers. Lengths are exact. README.md defines what counts. */
import type { LeafQuery, Query } from '../../../grammar/ast.ts';
import type { NaiveCase, NaiveItem } from './naive-case.ts';
import { answerOf, evaluate, fieldsOf, type NaiveOptions } from './naive-evaluator.ts';
import { leafMatches, meaningOf } from './naive-leaves.ts';
import type { LeafMeaning } from './naive-meanings.ts';
import type { PhrasePart, TermTest } from './naive-patterns.ts';
import { countPhrase } from './naive-phrase.ts';

const K1 = 1.2;
const B = 0.75;
/** Fields with two names. All their matches score like a value. */
const OF_TWO_NAMES = new Set(['length', 'size', 'modified', 'modificationDate']);

export interface NaiveHit {
  readonly id: number;
  readonly score: number;
}

/** Returns every matching item, best first, ties by id. */
export function rank(query: Query, source: NaiveCase, options: NaiveOptions = {}): NaiveHit[] {
  const fields = options.defaultFields ?? ['content'];
  const ids = new Set(evaluate(query, source, options));
  return source.searchable
    .filter((item) => ids.has(item.id))
    .map((item) => ({ id: item.id, score: scoreOf(query, item, source, fields) }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}

/** The score that a query adds to an item; 0 if it does not match. */
export function scoreOf(query: Query, item: NaiveItem, source: NaiveCase, defaultFields: readonly string[]): number {
  switch (query.kind) {
    case 'all':
      return 1;
    case 'set':
      return answerOf(query, source, defaultFields)?.has(item.id) ? 1 : 0;
    case 'boost':
      return query.factor * scoreOf(query.query, item, source, defaultFields);
    case 'boolean': {
      if (!answerOf(query, source, defaultFields)?.has(item.id)) return 0;
      const wanted = query.clauses.filter(({ occur }) => occur !== 'mustNot');
      return sum(wanted.map((clause) => scoreOf(clause.query, item, source, defaultFields)));
    }
    default:
      return leafScore(query, item, source, defaultFields);
  }
}

function leafScore(query: LeafQuery, item: NaiveItem, source: NaiveCase, defaultFields: readonly string[]): number {
  return sum(
    fieldsOf(query, defaultFields).map((field) => {
      const meaning = meaningOf(query, field, source);
      if (!leafMatches(meaning, item, field, source)) return 0;
      return isOfPlainTerms(meaning) && !OF_TWO_NAMES.has(field) ? bm25(meaning, item, field, source) : 1;
    }),
  );
}

type PhraseMeaning = Extract<LeafMeaning, { kind: 'phrase' }>;

/** A term or a phrase of terms. A pattern anywhere in it makes the score constant. */
function isOfPlainTerms(meaning: LeafMeaning): meaning is PhraseMeaning {
  return meaning.kind === 'phrase' && meaning.parts.every((part) => part.term !== null);
}

function bm25(meaning: PhraseMeaning, item: NaiveItem, field: string, source: NaiveCase): number {
  const having = source.searchable.filter((other) => source.values(other, field).length > 0);
  const averageLength = sum(having.map((other) => lengthOf(other, field, source))) / having.length;
  const idf = sum(
    meaning.parts.flatMap(testsOf).map((matches) => {
      const documents = having.filter((other) =>
        source.terms(other, field).some((terms) => terms.flat().some(matches)),
      );
      return Math.log(1 + (having.length - documents.length + 0.5) / (documents.length + 0.5));
    }),
  );
  const frequency = sum(source.terms(item, field).map((terms) => countPhrase(terms, meaning.parts, meaning.slop)));
  const length = lengthOf(item, field, source);
  return (idf * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / averageLength));
}

/** Each piece of a long word counts. */
function testsOf({ matches, pieces }: PhrasePart): TermTest[] {
  return pieces === undefined ? [matches] : [...new Set(pieces)].map((piece) => (term) => term === piece);
}

/** In positions. */
function lengthOf(item: NaiveItem, field: string, source: NaiveCase): number {
  return sum(source.terms(item, field).map((terms) => terms.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
