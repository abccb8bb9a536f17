/** Operators of other tools and languages, which are words here. */
import type { Pattern } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { Hint } from '../../search/hints.ts';
import { bareText, type PlacedLeaf, phrasePattern } from './query-leaves.ts';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['&', 'AND'],
  ['|', 'OR'],
  [',', 'OR'],
  [';', 'OR'],
]);
/** Between two clauses, in upper case. */
const BETWEEN: ReadonlyMap<string, string> = new Map([
  ...['E', 'ET', 'UND', 'Y'].map((word) => [word, 'AND'] as const),
  ...['OU', 'ODER', 'O'].map((word) => [word, 'OR'] as const),
]);
/** Before a clause, in upper case. */
const BEFORE = new Set(['NÃO', 'NAO', 'NICHT', 'NON', 'SAUF']);
/** `w/3`, `PRE/5`, `NEAR/10`, `/5`, `/s`; `NEAR`, `NEAR5`, `ADJ3`. */
const PROXIMITY = /^(?:(?:w|pre|near|onear|adj|within|n|p)?\/(\d{1,3}|[sp])|(?:NEAR|ONEAR|ADJ)(\d{0,3}))$/i;
/** Distance of an example, if the query names none. */
const DISTANCE = 10;
/** Maximum number of words of an expression with blanks. */
const WORDS_MAX = 8;
/** A longer text is no slip, and no example. */
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

/** Words alone are words: only in upper case do they look like an operator. */
function isProximity(word: string): boolean {
  return PROXIMITY.test(word) && (word.includes('/') || word === word.toUpperCase());
}

/** Words up to n apart in either order are found by a sloppy phrase of n + 1. */
function proximity(word: string, { clauses, at }: PlacedLeaf): Hint {
  const [, afterSlash, behind] = PROXIMITY.exec(word)!;
  const distance = Number(afterSlash ?? behind);
  const slop = (distance > 0 ? distance : DISTANCE) + 1;
  const [before, after] = [phrasePattern(clauses[at - 1]!.query), phrasePattern(clauses[at + 1]!.query)];
  const pattern = before === null || after === null ? null : joined(before, after);
  const isExact = pattern !== null;
  const words: Pattern = pattern ?? [{ kind: 'text', text: 'a b' }];
  return {
    kind: 'proximity',
    word,
    instead: printQuery({ kind: 'phrase', field: null, pattern: words, slop }),
    isExact,
  };
}

function joined(first: Pattern, second: Pattern): Pattern | null {
  const parts = [...first, { kind: 'text' as const, text: ' ' }, ...second];
  let units = 0;
  const merged: Pattern[number][] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    units += part.kind === 'text' ? part.text.length : 1;
    if (part.kind === 'text' && last?.kind === 'text') {
      merged[merged.length - 1] = { kind: 'text', text: last.text + part.text };
    } else merged.push(part);
  }
  return units > CHUNK_UNITS_MAX ? null : merged;
}

/** `heron|egret`: a chunk, which is the phrase of its words. */
function alternatives(chunk: string): Hint | null {
  if (!/^[\p{L}\p{N}]+(?:\|[\p{L}\p{N}]+)+$/u.test(chunk)) return null;
  return { kind: 'alternatives', chunk, instead: chunk.split('|').join(' OR ') };
}

/** `/paypal login/`: words, of which the first begins and the last ends with a slash. */
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
