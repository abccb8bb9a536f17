/**
 * The answer of a query by its definition. Evaluates every leaf on every item, and combines lists as plain sets. It shares only
 * the types of the query tree with the engine. README.md lists its decisions.
 */
import type { BooleanQuery, LeafQuery, Query } from '../../../grammar/ast.ts';
import { NaiveCase, type NaiveItem } from './naive-case.ts';
import { leafMatches, meaningOf } from './naive-leaves.ts';
import { NaiveQueryError } from './naive-regexp.ts';

export interface NaiveOptions {
  /** Fields of a leaf without a field. Default: `['content']`. */
  readonly defaultFields?: readonly string[];
}

/** Returns ids in ascending order. Throws NaiveQueryError for an invalid query. */
export function evaluate(query: Query, items: readonly NaiveItem[] | NaiveCase, options: NaiveOptions = {}): number[] {
  const source = items instanceof NaiveCase ? items : new NaiveCase(items);
  const answer = answerOf(query, source, options.defaultFields ?? ['content']);
  return Array.from(answer ?? []).sort((a, b) => a - b);
}

/** Returns the ids, or null if the query is dropped as a clause. Every leaf is evaluated, to find every error. */
export function answerOf(query: Query, source: NaiveCase, defaultFields: readonly string[]): Set<number> | null {
  switch (query.kind) {
    case 'all':
      return allOf(source);
    case 'set':
      return setOf(query.name, source);
    case 'boost':
      return answerOf(query.query, source, defaultFields);
    case 'boolean':
      return booleanAnswer(query, source, defaultFields);
    default:
      return leafAnswer(query, source, defaultFields);
  }
}

/** The fields in which a leaf is searched. */
export function fieldsOf(query: LeafQuery, defaultFields: readonly string[]): readonly string[] {
  return query.field === null ? defaultFields : [query.field];
}

function leafAnswer(query: LeafQuery, source: NaiveCase, defaultFields: readonly string[]): Set<number> | null {
  const fields = fieldsOf(query, defaultFields);
  const meanings = fields.map((field) => meaningOf(query, field, source));
  if (meanings.every((meaning) => meaning.kind === 'dropped')) return null;
  const hits = source.searchable.filter((item) =>
    meanings.some((meaning, i) => leafMatches(meaning, item, fields[i]!, source)),
  );
  return new Set(hits.map((item) => item.id));
}

function booleanAnswer(query: BooleanQuery, source: NaiveCase, defaultFields: readonly string[]): Set<number> | null {
  const answers = query.clauses
    .map(({ occur, query: clause }) => ({ occur, ids: answerOf(clause, source, defaultFields) }))
    .filter((clause): clause is { occur: typeof clause.occur; ids: Set<number> } => clause.ids !== null);
  if (answers.length === 0) return null;
  const must = answers.filter(({ occur }) => occur === 'must').map(({ ids }) => ids);
  const should = answers.filter(({ occur }) => occur === 'should').map(({ ids }) => ids);
  const mustNot = answers.filter(({ occur }) => occur === 'mustNot').map(({ ids }) => ids);
  const wanted = must.length === 0 && should.length > 0 ? Math.max(1, query.minimumMatch) : query.minimumMatch;
  const ids = Array.from(allOf(source)).filter(
    (id) =>
      must.every((set) => set.has(id)) &&
      should.filter((set) => set.has(id)).length >= wanted &&
      !mustNot.some((set) => set.has(id)),
  );
  return new Set(ids);
}

function setOf(name: string, source: NaiveCase): Set<number> {
  const ids = source.sets.get(name);
  if (ids === undefined) throw new NaiveQueryError(`no set ${name}`);
  return new Set(Array.from(allOf(source)).filter((id) => ids.has(id)));
}

function allOf(source: NaiveCase): Set<number> {
  return new Set(source.searchable.map((item) => item.id));
}
