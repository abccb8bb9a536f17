/**
 * Hints by their definition. Evaluates every leaf of a query over every item, in every field. Only the wording is the engine's
 * own. The engine may omit a hint that it need not check (about a leaf without hits next to leaves with hits), but must never
 * give a hint that is missing here.
 */
import type { LeafQuery, Pattern, PatternPart, Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import { type Hint, hintText } from '../../../src/search/hints.ts';
import type { NaiveCase } from './naive-case.ts';
import { answerOf } from './naive-evaluator.ts';
import { fieldHints, isField, namesOf, unknown } from './naive-field-hints.ts';
import { NaiveQueryError } from './naive-regexp.ts';

/** Longer words or phrases are not looked up in other fields. */
const LOOKED_UP_UNITS_MAX = 300;
/** Names of properties with another meaning in a query. */
const TAKEN = ['content', 'id', 'parentId', 'bookmark', 'selected', 'source', 'coding', 'reviewed', 'decided', 'note'];

export function leavesOf(query: Query): readonly LeafQuery[] {
  if (query.kind === 'boolean') return query.clauses.flatMap((clause) => leavesOf(clause.query));
  if (query.kind === 'boost') return leavesOf(query.query);
  return query.kind === 'all' || query.kind === 'set' ? [] : [query];
}

/** Hints for dropped clauses, unknown fields, mismatched types, patterns without matches, and words that only other fields have. */
export function naiveHints(query: Query, source: NaiveCase, defaultFields: readonly string[]): readonly string[] {
  const isAll = answerOf(query, source, defaultFields) === null;
  const names = namesIn(source);
  const ofDefaults = defaultFields.filter((name) => !isField(name, names)).map(unknown);
  const hints = leavesOf(query).flatMap((leaf): readonly Hint[] => {
    const found = answerOf(leaf, source, defaultFields);
    const ofField = fieldHints(leaf, source, names);
    if (found === null) return [{ kind: 'dropped', clause: printQuery(leaf), isAll }, ...ofField];
    if (found.size > 0) return ofField;
    return [...ofField, ...emptyPatterns(leaf, source, defaultFields), ...elsewhere(leaf, source, defaultFields)];
  });
  return [...new Set([...ofDefaults, ...hints].map(hintText))];
}

/** Each word of a phrase with a wildcard is searched separately. */
function emptyPatterns(leaf: LeafQuery, source: NaiveCase, defaultFields: readonly string[]): readonly Hint[] {
  if (leaf.kind !== 'phrase') return [];
  const words = wordsOf(leaf.pattern);
  if (words.length < 2) return [];
  const fields = leaf.field === null ? defaultFields : [leaf.field];
  return words
    .filter((word) => word.some(({ kind }) => kind !== 'text'))
    .filter((word) => word.some((part) => part.kind === 'text' && /[\p{L}\p{N}]/u.test(part.text)))
    .filter((pattern) => sizeOf({ kind: 'wildcard', field: leaf.field, pattern }, source, defaultFields, -1) === 0)
    .map((word) => ({ kind: 'pattern', pattern: shown(word), clause: printQuery(leaf), fields }));
}

function elsewhere(leaf: LeafQuery, source: NaiveCase, defaultFields: readonly string[]): readonly Hint[] {
  const isWord = leaf.kind === 'term' || (leaf.kind === 'phrase' && leaf.pattern.every(({ kind }) => kind === 'text'));
  if (leaf.field !== null || !isWord || lengthOf(leaf) > LOOKED_UP_UNITS_MAX) return [];
  const asked = defaultFields.flatMap(namesOf);
  const names = fieldsOf(source).filter((name) => !asked.includes(name) && name !== 'id' && name !== 'parentId');
  const found = names
    .map((field): LeafQuery => ({ ...leaf, field }))
    .map((own) => ({ query: printQuery(own), items: sizeOf(own, source, defaultFields) }))
    .filter(({ items }) => items > 0)
    .sort((a, b) => b.items - a.items || (a.query < b.query ? -1 : 1));
  if (found.length === 0) return [];
  const more = Math.max(0, found.length - 3);
  return [
    { kind: 'elsewhere', clause: printQuery(leaf), fields: defaultFields, found: found.slice(0, 3), more, cut: null },
  ];
}

function lengthOf(leaf: LeafQuery): number {
  if (leaf.kind === 'term') return leaf.text.length;
  return leaf.kind === 'phrase' ? shown(leaf.pattern).length : 0;
}

/** Returns no items for a query without a token, `ofError` for an invalid one. */
function sizeOf(query: Query, source: NaiveCase, defaultFields: readonly string[], ofError = 0): number {
  try {
    return answerOf(query, source, defaultFields)?.size ?? 0;
  } catch (fault) {
    if (fault instanceof NaiveQueryError) return ofError;
    throw fault;
  }
}

/** Names of all fields that an item has. */
export function namesIn(source: NaiveCase): ReadonlySet<string> {
  const derived = ['id', 'parentId', 'ext'];
  const isIn = (name: string) => source.searchable.some((item) => source.values(item, name).length > 0);
  return new Set([...fieldsOf(source).filter((name) => name !== 'ext'), ...derived.filter(isIn)]);
}

/** Returns fields. If several names mean one field, returns the first name that an item has. */
function fieldsOf(source: NaiveCase): readonly string[] {
  const own = source.searchable.flatMap(({ properties }) =>
    properties
      .filter(([, values]) => values.length > 0)
      .map(([name]) => (TAKEN.includes(name) ? `property:${name}` : name)),
  );
  const present = new Set([...own, 'ext', 'content']);
  return [...present].filter((name) => namesOf(name).find((alias) => present.has(alias)) === name);
}

function wordsOf(pattern: Pattern): readonly Pattern[] {
  const symbols = pattern.flatMap((part): readonly PatternPart[] =>
    part.kind === 'text' ? Array.from(part.text, (text) => ({ kind: 'text', text })) : [part],
  );
  const words: PatternPart[][] = [[]];
  for (const symbol of symbols) {
    if (symbol.kind === 'text' && /\s/u.test(symbol.text)) words.push([]);
    else words.at(-1)!.push(symbol);
  }
  return words.filter(({ length }) => length > 0).map(joined);
}

function joined(symbols: readonly PatternPart[]): Pattern {
  const parts: PatternPart[] = [];
  for (const symbol of symbols) {
    const last = parts.at(-1);
    if (symbol.kind === 'text' && last?.kind === 'text')
      parts[parts.length - 1] = { kind: 'text', text: last.text + symbol.text };
    else parts.push(symbol);
  }
  return parts;
}

function shown(pattern: Pattern): string {
  return pattern.map((part) => (part.kind === 'text' ? part.text : part.kind === 'anyRun' ? '*' : '?')).join('');
}
