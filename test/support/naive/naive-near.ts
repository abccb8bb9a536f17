/**
 * Words near each other by definition. Compares every occurrence of the left side with every occurrence of the right side. An
 * occurrence is the first and the last of its positions in a value.
 */
import type { NearQuery, Pattern, SpanQuery } from '../../../grammar/ast.ts';
import { isUnit, queryTokens } from './naive-analysis.ts';
import type { NaiveCase, NaiveTerms } from './naive-case.ts';
import type { LeafMeaning } from './naive-meanings.ts';
import { analyzedParts, isNear, literal, type PhrasePart, plainText, remembering } from './naive-patterns.ts';
import { isAt } from './naive-phrase.ts';
import { compileRegexp, NaiveQueryError } from './naive-regexp.ts';

export type Occurrence = readonly [first: number, last: number];

export type NaiveSpan =
  | { readonly kind: 'row'; readonly parts: readonly PhrasePart[] }
  | { readonly kind: 'either'; readonly of: readonly NaiveSpan[] }
  | { readonly kind: 'edge'; readonly query: NearQuery; readonly isLast: boolean; readonly of: NaiveSpan }
  | {
      readonly kind: 'near';
      readonly query: NearQuery;
      readonly left: NaiveSpan;
      readonly right: NaiveSpan;
    };

/** Throws NaiveQueryError for a side without words, and for a field without texts. */
export function nearMeaning(query: NearQuery, field: string, source: NaiveCase): LeafMeaning {
  if (source.type(field) !== 'text') {
    if (query.field !== null) throw new NaiveQueryError('NEAR is for texts');
    return { kind: 'any', of: [] };
  }
  return { kind: 'near', near: spanOf(query) };
}

function spanOf(query: SpanQuery): NaiveSpan {
  switch (query.kind) {
    case 'near':
      if (query.right.kind === 'edge') {
        return { kind: 'edge', query, isLast: query.right.isLast, of: spanOf(query.left) };
      }
      return { kind: 'near', query, left: spanOf(query.left), right: spanOf(query.right) };
    case 'alternatives':
      return { kind: 'either', of: query.of.map(spanOf) };
    case 'term':
      return row(analyzedParts([{ kind: 'text', text: query.text }]));
    case 'wildcard':
      return row(analyzedParts(query.pattern));
    case 'phrase':
      return quoted(query.pattern);
    case 'regexp':
      return row([{ term: null, matches: remembering(compileRegexp(query.pattern, false)) }]);
    case 'fuzzy': {
      const terms = queryTokens(query.text).map(({ term }) => term);
      const [only] = terms;
      if (only === undefined || terms.length > 1 || isUnit(Array.from(only)[0]!))
        throw new NaiveQueryError('not one word');
      if (Array.from(only).length <= 2) return row([literal(only)]);
      return row([{ term: null, matches: remembering((other) => isNear(only, other, query.distance)) }]);
    }
  }
}

function row(parts: readonly PhrasePart[]): NaiveSpan {
  if (parts.length === 0) throw new NaiveQueryError('NEAR needs words');
  if (parts.every(({ isAny }) => isAny === true)) throw new NaiveQueryError('NEAR needs a letter');
  return { kind: 'row', parts };
}

/** The one or two readings of a quote that have a word. */
function quoted(pattern: Pattern): NaiveSpan {
  if (plainText(pattern) !== null) return row(analyzedParts(pattern));
  const signs = { anyRun: '*', anyOne: '?' };
  const text = pattern.map((part) => (part.kind === 'text' ? part.text : signs[part.kind])).join('');
  const written = analyzedParts([{ kind: 'text', text }]);
  const readings = written.length === 0 ? [] : [row(written)];
  try {
    readings.push(row(analyzedParts(pattern)));
  } catch (error) {
    if (written.length === 0 || !(error instanceof NaiveQueryError)) throw error;
  }
  return { kind: 'either', of: readings };
}

/** All occurrences in a value, possibly with repeats. */
export function occurrences(span: NaiveSpan, terms: NaiveTerms): readonly Occurrence[] {
  switch (span.kind) {
    case 'row':
      return terms.flatMap((_, first) => {
        const last = first + span.parts.length - 1;
        if (!span.parts.every((part, i) => first + i < terms.length && isAt(part, terms[first + i]!))) return [];
        return [[first, isPair(span.parts.at(-1)!) ? last + 1 : last]];
      });
    case 'either':
      return span.of.flatMap((one) => occurrences(one, terms));
    case 'near':
      return nearOccurrences(span, terms);
    case 'edge': {
      // An imaginary word before the first word or after the last word.
      const edge: Occurrence = span.isLast ? [terms.length, terms.length] : [-1, -1];
      return occurrences(span.of, terms).filter((own) => areNear(own, edge, span.query) !== span.query.isNot);
    }
  }
}

function nearOccurrences(
  { query, left, right }: NaiveSpan & { kind: 'near' },
  terms: NaiveTerms,
): readonly Occurrence[] {
  const others = distinct(occurrences(right, terms));
  return distinct(occurrences(left, terms)).flatMap((own): Occurrence[] => {
    const near = others.filter((other) => areNear(own, other, query));
    if (query.isNot) return near.length === 0 ? [own] : [];
    return near.map((other) => [Math.min(own[0], other[0]), Math.max(own[1], other[1])]);
  });
}

function areNear(own: Occurrence, other: Occurrence, { isOrdered, distance }: NearQuery): boolean {
  const behind = other[0] - own[1];
  const before = own[0] - other[1];
  return (behind >= 1 && behind <= distance) || (!isOrdered && before >= 1 && before <= distance);
}

/** The occurrences that contain no other. */
export function shortest(all: readonly Occurrence[]): readonly Occurrence[] {
  const once = distinct(all);
  return once.filter((one) => !once.some((other) => other !== one && other[0] >= one[0] && other[1] <= one[1]));
}

/** The second letter of a pair is at the next position. */
export function isPair({ term, pieces, isUnit: isFirst, isAny }: PhrasePart): boolean {
  if (pieces !== undefined || isFirst === true || isAny === true) return false;
  if (term !== null) return isUnit(Array.from(term)[0]!) && lettersOf(term) > 1;
  return isFirst === false;
}

const lettersOf = (term: string): number => (term.match(/\P{M}/gu) ?? []).length;

function distinct(all: readonly Occurrence[]): readonly Occurrence[] {
  return [...new Map(all.map((one) => [one.join(), one])).values()];
}
