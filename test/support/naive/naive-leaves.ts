/**
 * The meaning of one leaf of a query on one field: `dropped` if it has no token, otherwise a matcher for an item's values. The
 * order of the cases in each function is the order of the rules in README.md.
 */
import type { LeafQuery, Pattern, PhraseQuery, RangeQuery, ZonedQuery } from '../../../grammar/ast.ts';
import { isUnit, queryTokens } from './naive-analysis.ts';
import type { NaiveCase, NaiveItem } from './naive-case.ts';
import { foldWhole } from './naive-folding.ts';
import { ipedMeaning } from './naive-iped.ts';
import {
  DROPPED,
  isDateBetween,
  isNumberBetween,
  isTermBetween,
  type LeafMeaning,
  phraseMeaning,
  termMeaning,
  valueMeaning,
} from './naive-meanings.ts';
import { nearMeaning, occurrences } from './naive-near.ts';
import { isNear, literal, plainText } from './naive-patterns.ts';
import { hasPhrase } from './naive-phrase.ts';
import { compileRegexp, NaiveQueryError } from './naive-regexp.ts';
import { compareNumbers, parseDate, parseNumber, sideOf } from './naive-values.ts';

/** Throws NaiveQueryError for a leaf that cannot run. */
export function meaningOf(query: LeafQuery, field: string, source: NaiveCase): LeafMeaning {
  if (query.field !== null && isUnfit(query, source.type(field)) && source.hasType(field)) {
    throw new NaiveQueryError(`the field ${query.field} cannot hold that`);
  }
  const isWhole = source.type(field) === 'whole';
  switch (query.kind) {
    case 'whole':
      if (['content', 'id', 'parentId'].includes(field)) throw new NaiveQueryError(`${field} has no whole values`);
      return valueMeaning((value) => foldWhole(value) === foldWhole(query.text));
    case 'exists':
      return { kind: 'exists' };
    case 'term':
      return literalMeaning({ ...query, pattern: [{ kind: 'text', text: query.text }], slop: 0 }, field, source);
    case 'wildcard':
      return phraseMeaning(query.pattern, 0, isWhole);
    case 'phrase': {
      const text = plainText(query.pattern);
      if (text !== null) return literalMeaning({ ...query, text }, field, source);
      return eitherOf([
        wildcardReading(query, isWhole),
        literalMeaning({ ...query, pattern: [asText(query.pattern)], text: asText(query.pattern).text }, field, source),
      ]);
    }
    case 'fuzzy':
      return fuzzyMeaning(query.text, query.distance, isWhole);
    case 'regexp':
      return termMeaning(compileRegexp(query.pattern, isWhole));
    case 'expression':
      throw new NaiveQueryError('expressions over texts have a twin of their own');
    case 'range':
      return rangeMeaning(query, field, source);
    case 'near':
      return nearMeaning(query, field, source);
    case 'iped':
      return ipedMeaning(query.meant, field, source);
  }
}

/** Whether no value of a field of this type can match the leaf, so that it is an error. */
export function isUnfit(query: LeafQuery, type: string): boolean {
  if (type !== 'number' && type !== 'date') return false;
  const fits = (text: string) => (type === 'number' ? parseNumber(text) : parseDate(text)) !== null;
  switch (query.kind) {
    case 'term':
      return !fits(query.text);
    case 'range':
      return ![query.lower, query.upper].every((bound) => bound === null || fits(bound.text));
    default:
      return ['wildcard', 'fuzzy', 'regexp', 'near'].includes(query.kind);
  }
}

export function leafMatches(meaning: LeafMeaning, item: NaiveItem, field: string, source: NaiveCase): boolean {
  switch (meaning.kind) {
    case 'dropped':
      return false;
    case 'exists':
      return source.values(item, field).length > 0;
    case 'any':
      return meaning.of.some((one) => leafMatches(one, item, field, source));
    case 'value':
      return source.values(item, field).some(meaning.matches);
    case 'near':
      return source.terms(item, field).some((terms) => occurrences(meaning.near, terms).length > 0);
    case 'phrase':
      return source.terms(item, field).some((terms) => hasPhrase(terms, meaning.parts, meaning.slop));
  }
}

/** If the wildcards are invalid, the literal text remains, if it has a token. */
function wildcardReading({ pattern, slop }: PhraseQuery, isWhole: boolean): LeafMeaning {
  try {
    return phraseMeaning(pattern, slop, isWhole);
  } catch (error) {
    const hasToken = phraseMeaning([asText(pattern)], slop, isWhole).kind !== 'dropped';
    if (error instanceof NaiveQueryError && hasToken) return DROPPED;
    throw error;
  }
}

/** Returns the text of a quote, with every wildcard as a literal character. */
function asText(pattern: Pattern): { readonly kind: 'text'; readonly text: string } {
  const signs = { anyRun: '*', anyOne: '?' };
  return { kind: 'text', text: pattern.map((part) => (part.kind === 'text' ? part.text : signs[part.kind])).join('') };
}

function eitherOf(meanings: readonly LeafMeaning[]): LeafMeaning {
  const of = meanings.filter(({ kind }) => kind !== 'dropped');
  return of.length === 0 ? DROPPED : { kind: 'any', of };
}

/** Text without wildcards means a value if the type of the field can read it as one, and otherwise the written form. */
function literalMeaning(
  { pattern, text, slop, timeZone }: ZonedQuery & { pattern: Pattern; text: string; slop: number },
  field: string,
  source: NaiveCase,
): LeafMeaning {
  const type = source.type(field);
  const number = type === 'number' ? parseNumber(text) : null;
  if (number !== null) {
    return valueMeaning((value) => {
      const other = parseNumber(value);
      return other !== null && compareNumbers(other, number) === 0;
    });
  }
  if (type === 'date' && parseDate(text) !== null) return valueMeaning((value) => sideOf(value, text, timeZone) === 0);
  return phraseMeaning(pattern, slop, type === 'whole');
}

function fuzzyMeaning(text: string, distance: number, isWhole: boolean): LeafMeaning {
  const elements = isWhole ? [] : queryTokens(text);
  if (elements.some(({ term }) => isUnit(Array.from(term)[0]!))) {
    throw new NaiveQueryError(`"${text}" is of a script without spaces: it cannot be fuzzy`);
  }
  const terms = isWhole ? [foldWhole(text)].filter((term) => term !== '') : elements.map(({ term }) => term);
  if (terms.length > 1) throw new NaiveQueryError(`"${text}" is several terms: none of them can be fuzzy`);
  const [term] = terms;
  if (term === undefined) return DROPPED;
  if (Array.from(term).length <= 2) return { kind: 'phrase', parts: [literal(term)], slop: 0 };
  return termMeaning((other) => isNear(term, other, distance));
}

function rangeMeaning({ lower, upper, timeZone }: RangeQuery, field: string, source: NaiveCase): LeafMeaning {
  if (lower === null && upper === null) return { kind: 'exists' };
  const type = source.type(field);
  const bounds = [lower, upper].filter((bound) => bound !== null);
  if (type === 'number' && bounds.every((bound) => parseNumber(bound.text) !== null)) {
    return valueMeaning((value) => isNumberBetween(value, lower, upper));
  }
  if (type === 'date' && bounds.every((bound) => parseDate(bound.text) !== null)) {
    return valueMeaning((value) => isDateBetween(value, lower, upper, timeZone));
  }
  return termMeaning((term) => isTermBetween(term, lower, upper));
}
