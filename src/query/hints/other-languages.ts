/** Finds operators of other tools and languages, which are plain words here. */
import type { Query } from '../../../grammar/ast.ts';
import { NoSpan, spanOf } from '../../../grammar/near/spans.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { Hint } from '../../search/hints.ts';
import { bareText, type PlacedLeaf } from './query-leaves.ts';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['&', 'AND'],
  ['|', 'OR'],
  [',', 'OR'],
  [';', 'OR'],
]);
/** Operators between two clauses, in upper case. */
const BETWEEN: ReadonlyMap<string, string> = new Map([
  ...['E', 'ET', 'UND', 'Y'].map((word) => [word, 'AND'] as const),
  ...['OU', 'ODER', 'O'].map((word) => [word, 'OR'] as const),
]);
/** Operators before a clause, in upper case. */
const BEFORE = new Set(['NÃO', 'NAO', 'NICHT', 'NON', 'SAUF']);
/** `w/3`, `PRE/5`, `NEAR/10`, `/5`, `/s`; `NEAR`, `NEAR5`, `ADJ3`. */
const PROXIMITY = /^(?:(?:w|pre|near|onear|adj|within|n|p)?\/(\d{1,3}|[sp])|(?:NEAR|ONEAR|ADJ)(\d{0,3}))$/i;
const ORDERED = /^(?:pre|onear)/i;
const EXAMPLE: readonly [Query, Query] = [
  { kind: 'term', field: null, text: 'a' },
  { kind: 'term', field: null, text: 'b' },
];
/** Distance in an example, if the query has none. */
const DISTANCE = 10;
/** Maximum number of words of an expression with blanks. */
const WORDS_MAX = 8;
/** A longer text is neither a slip nor a good example. */
const CHUNK_UNITS_MAX = 200;

export function otherOperator(placed: PlacedLeaf): Hint | null {
  const { leaf, clauses, at } = placed;
  const word = leaf.kind === 'term' && leaf.field === null ? leaf.text : null;
  if (word === null || word.length > CHUNK_UNITS_MAX) return null;
  const isBefore = at + 1 < clauses.length;
  const isBetween = isBefore && at > 0;
  const upper = word.toUpperCase();
  if (/^(?:and|or|not)$/i.test(word) && word !== upper) return { kind: 'operator', word, operator: upper };
  if (isBetween && BETWEEN.has(word)) return { kind: 'operator', word, operator: BETWEEN.get(word)! };
  if (isBefore && BEFORE.has(word)) return { kind: 'operator', word, operator: 'NOT' };
  if (isBetween && SIGNS.has(word)) return { kind: 'sign', sign: word, operator: SIGNS.get(word)! };
  if (isBetween && isProximity(word)) return proximity(word, placed);
  return alternatives(word);
}

/** A name without a number looks like an operator only in upper case. */
function isProximity(word: string): boolean {
  return PROXIMITY.test(word) && (word.includes('/') || word === word.toUpperCase());
}

/** Writes the neighbouring clauses in the syntax of NEAR or BEFORE. */
function proximity(word: string, { clauses, at }: PlacedLeaf): Hint {
  const [, afterSlash, behind] = PROXIMITY.exec(word)!;
  const named = Number(afterSlash ?? behind);
  const distance = named > 0 ? named : DISTANCE;
  const isOrdered = ORDERED.test(word);
  const near = nearOf(clauses[at - 1]!.query, clauses[at + 1]!.query, { isOrdered, distance });
  const printed = near === null ? null : printQuery(near);
  if (printed !== null && printed.length <= CHUNK_UNITS_MAX) {
    return { kind: 'proximity', word, instead: printed, isExact: true };
  }
  const example = printQuery(nearOf(EXAMPLE[0], EXAMPLE[1], { isOrdered, distance })!);
  return { kind: 'proximity', word, instead: example, isExact: false };
}

function nearOf(left: Query, right: Query, how: { isOrdered: boolean; distance: number }): Query | null {
  const [before, after] = [spanOf(left), spanOf(right)];
  if (before instanceof NoSpan || after instanceof NoSpan) return null;
  const [field, ...others] = new Set([...before.fields, ...after.fields]);
  if (others.length > 0) return null;
  return { kind: 'near', field: field!, isNot: false, ...how, left: before.query, right: after.query };
}

/** `heron|egret`: one chunk, which is read as a phrase. */
function alternatives(chunk: string): Hint | null {
  if (!/^[\p{L}\p{N}]+(?:\|[\p{L}\p{N}]+)+$/u.test(chunk)) return null;
  return { kind: 'alternatives', chunk, instead: chunk.split('|').join(' OR ') };
}

/** `/paypal login/`: words between a leading and a trailing slash. */
export function expressionWithBlanks({ clauses, at }: PlacedLeaf): Hint | null {
  const words: string[] = [];
  for (const { occur, query } of clauses.slice(at, at + WORDS_MAX)) {
    const text = bareText(query);
    if (text === null || occur === 'mustNot' || text.length > CHUNK_UNITS_MAX) return null;
    words.push(text);
    const isFirst = words.length === 1;
    const inner = isFirst ? text.slice(1) : text.slice(0, -1);
    if (isFirst && (!text.startsWith('/') || inner === '' || inner.includes('/'))) return null;
    if (isFirst || !text.includes('/')) continue;
    if (!text.endsWith('/') || inner === '' || inner.includes('/')) return null;
    return blanks(words.join(' '));
  }
  return null;
}

function blanks(written: string): Hint {
  const words = written.slice(1, -1);
  const instead = /^[\p{L}\p{N} ]+$/u.test(words) ? `"${words}"` : null;
  return { kind: 'blanks', written, instead };
}
