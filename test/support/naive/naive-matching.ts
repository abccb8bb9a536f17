/**
 * Matches inside an item by their definition. Checks every token of every value, and for a phrase every sequence of tokens that
 * matches and contains no shorter match. A leaf counts if every list above it matches the item.
 */
import type { BooleanQuery, LeafQuery, Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { Match } from '../../../src/search/text-matching.ts';
import { type NaiveToken, placedTokens, tokenize } from './naive-analysis.ts';
import { isWhole, type NaiveCase, type NaiveItem } from './naive-case.ts';
import { answerOf, fieldsOf } from './naive-evaluator.ts';
import { foldWhole } from './naive-folding.ts';
import { meaningOf } from './naive-leaves.ts';
import type { LeafMeaning } from './naive-meanings.ts';
import { isPair, type NaiveSpan, occurrences, shortest } from './naive-near.ts';
import { literal, type PhrasePart } from './naive-patterns.ts';
import { hasPhrase } from './naive-phrase.ts';

/** Leaves that can match in a text or a value, each once, in the order of the query. */
export function clausesOf(query: Query): readonly string[] {
  return [...new Set(leavesOf(query, () => true).map(printQuery))];
}

/** All matches of an item, in order. */
export function matchesOf(
  query: Query,
  item: NaiveItem,
  source: NaiveCase,
  defaultFields: readonly string[],
  areHits: boolean,
): readonly Match[] {
  const isIn = (node: Query): boolean => answerOf(node, source, defaultFields)?.has(item.id) ?? false;
  if (!areHits && !isIn(query)) return [];
  const counting = new Set(leavesOf(query, isIn).map(printQuery));
  const matches = new Map<string, Match>();
  for (const leaf of leavesOf(query, () => true)) {
    const clause = clausesOf(query).indexOf(printQuery(leaf));
    if (!counting.has(printQuery(leaf))) continue;
    for (const field of fieldsOf(leaf, defaultFields)) {
      for (const match of leafMatches(meaningOf(leaf, field, source), leaf, field, item, source, clause)) {
        matches.set(JSON.stringify(match), match);
      }
    }
  }
  return [...matches.values()].sort(
    (a, b) =>
      compare(rankOf(a.field), rankOf(b.field)) ||
      a.value - b.value ||
      a.start - b.start ||
      a.end - b.end ||
      a.clause - b.clause,
  );
}

const rankOf = (field: string): string => (field === 'content' ? '' : field);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The leaves that are not prohibited, under lists that count. */
function leavesOf(query: Query, counts: (node: Query) => boolean, isCertain = true): LeafQuery[] {
  switch (query.kind) {
    case 'all':
    case 'set':
    case 'exists':
      return [];
    case 'boost':
      return leavesOf(query.query, counts, isCertain);
    case 'boolean':
      if (!isCertain && !isAnyOf(query) && !counts(query)) return [];
      return query.clauses.flatMap(({ occur, query: clause }) =>
        occur === 'mustNot' ? [] : leavesOf(clause, counts, occur === 'must'),
      );
    default:
      return [query];
  }
}

function isAnyOf({ clauses, minimumMatch }: BooleanQuery): boolean {
  return minimumMatch <= 1 && clauses.every(({ occur }) => occur === 'should');
}

const ALIASES = [
  ['length', 'size'],
  ['modified', 'modificationDate'],
];

function leafMatches(
  meaning: LeafMeaning,
  leaf: LeafQuery,
  asked: string,
  item: NaiveItem,
  source: NaiveCase,
  clause: number,
): Match[] {
  const names = ALIASES.find((group) => group.includes(asked)) ?? [asked];
  return names.flatMap((field) =>
    ownValues(item, field, source).flatMap((value, i) =>
      extentsIn(value, meaning, leaf, field, source).map(([start, end]) => ({ field, value: i, start, end, clause })),
    ),
  );
}

/** The values under exactly this name, without aliases. */
export function ownValues(item: NaiveItem, field: string, source: NaiveCase): readonly string[] {
  if (!ALIASES.flat().includes(field)) return source.values(item, field);
  return item.properties.filter(([name]) => name === field).flatMap(([, values]) => values);
}

function extentsIn(
  value: string,
  meaning: LeafMeaning,
  leaf: LeafQuery,
  field: string,
  source: NaiveCase,
): (readonly [number, number])[] {
  if (meaning.kind === 'any') return meaning.of.flatMap((one) => extentsIn(value, one, leaf, field, source));
  if (leaf.kind !== 'exists' && meaning.kind === 'value') return meaning.matches(value) ? [[0, value.length]] : [];
  if (meaning.kind === 'near') return nearExtents(value, meaning.near);
  if (meaning.kind !== 'phrase' || field === 'id' || field === 'parentId') return [];
  if (isWhole(field) || source.type(field) === 'whole') {
    const isMatched = value !== '' && hasPhrase([[foldWhole(value)]], meaning.parts, meaning.slop);
    return isMatched ? [[0, value.length]] : [];
  }
  const { parts, slop } = meaning;
  const positions = byPosition(placedTokens(value));
  const terms = positions.map((tokens) => tokens.map(({ term }) => term));
  if (!hasPhrase(terms, parts, slop)) return [];
  if (parts.length === 1) {
    return positions.flatMap((tokens, i) => (hasPhrase([terms[i]!], parts, 0) ? singleExtents(tokens, parts[0]!) : []));
  }
  const found: (readonly [number, number])[] = [];
  for (let last = 0; last < terms.length; last++) {
    const least = Math.max(0, last - (slop + parts.length - 1));
    for (let first = last; first >= least; first--) {
      if (!hasPhrase(terms.slice(first, last + 1), parts, slop)) continue;
      if (!hasPhrase(terms.slice(first, last), parts, slop)) {
        const begins = extentsAt(positions[first]!, slop === 0 ? [parts[0]!] : parts);
        const ends = extentsAt(positions[last]!, slop === 0 ? [parts.at(-1)!] : parts);
        found.push([Math.min(...begins.map(([start]) => start)), Math.max(...ends.map(([, end]) => end))]);
      }
      break;
    }
  }
  return found;
}

/**
 * Returns extents from the earliest beginning of a word at the first position to the latest end of a word at the last position.
 */
function nearExtents(value: string, span: NaiveSpan): (readonly [number, number])[] {
  const positions = byPosition(placedTokens(value));
  const terms = positions.map((tokens) => tokens.map(({ term }) => term));
  const parts = partsOf(span).flatMap((part) => part.pieces?.map(literal) ?? [part]);
  const pairs = parts.filter(isPair);
  const others = parts.filter((part) => !isPair(part));
  return shortest(occurrences(span, terms)).map(([first, last]) => {
    const begins = extentsAt(positions[first]!, parts).map(([start]) => start);
    const behind = last === 0 ? [] : extentsAt(positions[last - 1]!, pairs);
    const ends = [...extentsAt(positions[last]!, others), ...behind].map(([, end]) => end);
    return [Math.min(...begins), Math.max(...ends)];
  });
}

function partsOf(span: NaiveSpan): readonly PhrasePart[] {
  if (span.kind === 'row') return span.parts;
  if (span.kind === 'edge') return partsOf(span.of);
  return span.kind === 'either' ? span.of.flatMap(partsOf) : [...partsOf(span.left), ...partsOf(span.right)];
}

function byPosition(tokens: readonly NaiveToken[]): NaiveToken[][] {
  const positions: NaiveToken[][] = [];
  for (const token of tokens) {
    positions[token.position] ??= [];
    positions[token.position]!.push(token);
  }
  return positions;
}

/** Each matching token is a match. A part that matches any word matches the word or letter at the position. */
function singleExtents(tokens: readonly NaiveToken[], part: PhrasePart): (readonly [number, number])[] {
  if (part.isAny === true) return [extentOf(tokens[0]!, part)];
  const passed = tokens.filter(({ term }) => part.matches(term));
  return (part.pieces === undefined ? passed : passed.slice(0, 1)).map((token) => extentOf(token, part));
}

/** Returns for each part its first token at its position. */
function extentsAt(tokens: readonly NaiveToken[], parts: readonly PhrasePart[]): (readonly [number, number])[] {
  return parts.flatMap((part) => {
    const token = tokens.find(({ term }) => part.matches(term));
    return token === undefined ? [] : [extentOf(token, part)];
  });
}

function extentOf({ start, end, first }: NaiveToken, part: PhrasePart): readonly [number, number] {
  const isFirst = first !== null && (part.isUnit === true || part.isAny === true);
  return [start, isFirst ? first.end : end];
}

/**
 * Keyed by field and word: the items with a word that a pattern or range of the query matches. A star alone matches no word.
 */
export function matchedWords(
  query: Query,
  ids: readonly number[],
  source: NaiveCase,
  defaultFields: readonly string[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const leaf of everyLeaf(query)) {
    for (const asked of fieldsOf(leaf, defaultFields)) {
      const meaning = meaningOf(leaf, asked, source);
      if (meaning.kind !== 'phrase' || meaning.parts.length !== 1 || meaning.parts[0]!.term !== null) continue;
      for (const field of ALIASES.find((group) => group.includes(asked)) ?? [asked]) {
        for (const item of source.items.filter(({ id }) => ids.includes(id))) {
          const words = ownValues(item, field, source).flatMap((value) => wordsOf(value, field, source));
          for (const word of words.filter(meaning.parts[0]!.matches)) {
            const key = `${field}\0${word}`;
            found.set(key, (found.get(key) ?? new Set()).add(item.id));
          }
        }
      }
    }
  }
  return found;
}

/** Leaves that are not prohibited, of kinds that can match several words. */
function everyLeaf(query: Query): LeafQuery[] {
  if (query.kind === 'boost') return everyLeaf(query.query);
  if (query.kind === 'boolean')
    return query.clauses.flatMap((one) => (one.occur === 'mustNot' ? [] : everyLeaf(one.query)));
  return ['wildcard', 'fuzzy', 'regexp', 'range'].includes(query.kind) ? [query as LeafQuery] : [];
}

function wordsOf(value: string, field: string, source: NaiveCase): readonly string[] {
  if (field === 'id' || field === 'parentId') return [];
  if (isWhole(field) || source.type(field) === 'whole') return value === '' ? [] : [foldWhole(value)];
  return tokenize(value).map(({ term }) => term);
}
