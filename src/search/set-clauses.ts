/**
 * Clauses that no index answers: `bookmark:`, `coding:`, `decided:`, `hashset:`, `note:`, `reviewed:`, `selected:` and
 * `source:`. They refer to sets of items that come with the request. This file replaces each of these clauses in a tree by a
 * clause for the set.
 */
import type { ExpressionQuery, LeafQuery, Pattern, Query } from '../../grammar/ast.ts';
import { offsetOf } from '../../grammar/offsets.ts';
import { printQuery } from '../../grammar/print.ts';
import { SET_FIELDS } from '../schema/well-known-fields.ts';
import { decidedPart } from '../shared/names/decided-name.ts';
import { RefusedQueryError } from './refused-query.ts';
import { mapLeaves } from './sets/map-leaves.ts';

/** A set that a query refers to, under the name in its new clause. */
export interface SetClause {
  readonly name: string;
  readonly field: 'bookmark' | 'selected' | 'source' | 'coding' | 'reviewed' | 'decided' | 'note' | 'text' | 'hashset';
  /** The name, or a pattern of names. */
  readonly meant: string | Pattern;
  /** For `note`: the words to find in the texts of notes. */
  readonly leaf?: LeafQuery;
  /** For `text`: an expression over texts. It stays in the tree, since its matches are marked. */
  readonly expression?: ExpressionQuery;
}

export interface SetsMeant {
  /** The viewer for `reviewed:me` and `decided:CODING/me`. */
  readonly me?: string | undefined;
  /** Clauses that stay in the tree, since every engine ignores them. */
  readonly isWordless?: (leaf: LeafQuery) => boolean;
}

/** Returns the tree with its sets replaced. Each set is listed once. Throws RefusedQueryError for a clause without a set. */
export function takeSets(
  query: Query,
  { me, isWordless = () => false }: SetsMeant = {},
): { readonly query: Query; readonly clauses: readonly SetClause[] } {
  const clauses = new Map<string, SetClause>();
  const taken = replaced(query, { me, isWordless, take: (clause) => clauses.set(clause.name, clause) });
  return { query: taken, clauses: [...clauses.values()] };
}

const SELECTED = 'selected:true';
/** Fields whose names may be given by a pattern. */
const BY_PATTERN: ReadonlySet<string> = new Set(['bookmark', 'coding', 'reviewed', 'decided', 'hashset']);

interface Taking {
  readonly me: string | undefined;
  readonly isWordless: (leaf: LeafQuery) => boolean;
  readonly take: (clause: SetClause) => void;
}

function replaced(query: Query, taking: Taking): Query {
  return mapLeaves(query, (leaf) => {
    const isSet = leaf.field !== null && SET_FIELDS.has(leaf.field);
    if (leaf.kind !== 'expression') return isSet ? ofLeaf(leaf, taking) : leaf;
    if (isSet) throw notText(leaf);
    taking.take({ name: printQuery(leaf), field: 'text', meant: '', expression: leaf });
    return leaf;
  });
}

function ofLeaf(written: LeafQuery, { me, isWordless, take }: Taking): Query {
  if (isWordless(written)) return written;
  if (written.field === 'search') throw unexpanded(written);
  const leaf = named(written, me);
  const field = leaf.field as keyof typeof EXPECTED;
  if (field === 'note') {
    const name = printQuery(leaf);
    take({ name, field, meant: '', leaf });
    return { kind: 'set', name };
  }
  const meant = meantBy(leaf);
  if (meant === null || (!BY_PATTERN.has(field) && typeof meant !== 'string')) throw refusal(leaf, field);
  if (field !== 'selected') {
    const name = printQuery(leaf);
    take({ name, field, meant });
    return { kind: 'set', name };
  }
  if (meant !== 'true' && meant !== 'false') throw refusal(leaf, field);
  take({ name: SELECTED, field, meant: 'true' });
  const selected: Query = { kind: 'set', name: SELECTED };
  if (meant === 'true') return selected;
  return { kind: 'boolean', clauses: [{ occur: 'mustNot', query: selected }], minimumMatch: 0 };
}

/**
 * Replaces `me` by the viewer's name, so that the set does not depend on the viewer. In quotes, `me` is the name of a viewer.
 */
function named(leaf: LeafQuery, me: string | undefined): LeafQuery {
  if (leaf.field === 'decided') return decidedByMe(leaf, me);
  if (leaf.kind !== 'term' || leaf.field !== 'reviewed' || leaf.text !== ME) return leaf;
  return { kind: 'phrase', field: leaf.field, pattern: [{ kind: 'text', text: knownMe(leaf, me) }], slop: 0 };
}

const ME = 'me';

/** `decided:CODING/me…`: the second part is the person. Names in it have no slash. */
function decidedByMe(leaf: LeafQuery, me: string | undefined): LeafQuery {
  if (leaf.kind === 'term') {
    const [coding, person, ...choice] = leaf.text.split('/');
    if (person !== ME) return leaf;
    const text = [coding, decidedPart(knownMe(leaf, me)), ...choice].join('/');
    return { kind: 'phrase', field: leaf.field, pattern: [{ kind: 'text', text }], slop: 0 };
  }
  if (leaf.kind !== 'wildcard') return leaf;
  // In `CODING/me/CHOICE` with patterns, only the slashes around the person are certain.
  const at = leaf.pattern.findIndex((part) => part.kind === 'text' && part.text.includes(`/${ME}/`));
  const part = leaf.pattern[at];
  if (part?.kind !== 'text') return leaf;
  const text = part.text.replace(`/${ME}/`, () => `/${decidedPart(knownMe(leaf, me))}/`);
  return { ...leaf, pattern: leaf.pattern.with(at, { kind: 'text', text }) };
}

/** Throws RefusedQueryError if the request has no viewer. */
function knownMe(leaf: LeafQuery, me: string | undefined): string {
  if (me !== undefined) return me;
  const message = `${printQuery(leaf)} means the viewer who asks a server: write the name of the viewer here`;
  throw new RefusedQueryError({ message, position: offsetOf(leaf), expected: EXPECTED[leaf.field as 'reviewed'] });
}

/** Returns the name or pattern, or null if the leaf has another form. In quotes `*` and `?` are literal. */
export function meantBy(leaf: LeafQuery): string | Pattern | null {
  switch (leaf.kind) {
    case 'term':
    case 'whole':
      return leaf.text;
    case 'wildcard':
      return leaf.pattern;
    case 'exists':
      return [{ kind: 'anyRun' }];
    case 'phrase':
      return leaf.slop === 0 ? leaf.pattern.map(written).join('') : null;
    default:
      return null;
  }
}

const written = (part: Pattern[number]): string =>
  part.kind === 'text' ? part.text : part.kind === 'anyRun' ? '*' : '?';

const EXPECTED = {
  bookmark: ['the name of a bookmark', 'a pattern of names', '*'],
  coding: ['the name of a coding', 'a pattern of names', '*'],
  reviewed: ['the name of a viewer', 'a pattern of names', '*'],
  decided: ['CODING/PERSON/CHOICE', 'CODING/PERSON', 'CODING', 'a pattern of these', '*'],
  note: ['a word', 'a phrase', 'a pattern', '*'],
  selected: ['true', 'false'],
  source: ['the id of a source'],
  hashset: ['the name of a hash set', 'a pattern of names', '*'],
} as const;

function notText(query: ExpressionQuery): RefusedQueryError {
  const message = `${printQuery(query)} is an expression over texts, and ${JSON.stringify(query.field)} stands for a set of items`;
  return new RefusedQueryError({ message, position: offsetOf(query), expected: ['a field'] });
}

/** Saved searches must be expanded before this. Here they cannot be looked up. */
function unexpanded(leaf: LeafQuery): RefusedQueryError {
  const message = `${printQuery(leaf)} is not available here, or would not be in the certificate: write its query in its place`;
  return new RefusedQueryError({ message, position: offsetOf(leaf), expected: ['the query of the saved search'] });
}

function refusal(leaf: LeafQuery, field: keyof typeof EXPECTED): RefusedQueryError {
  const expected = EXPECTED[field];
  const message = `${printQuery(leaf)} names no items: write ${expected.join(' or ')} after ${field}:, or write property\\:${field} for a case property of that name`;
  return new RefusedQueryError({ message, position: offsetOf(leaf), expected });
}

/** Whether a name equals the given name or matches the given pattern. Names are in NFC and case-sensitive. */
export function isMeant(meant: SetClause['meant'], name: string): boolean {
  if (typeof meant === 'string') return meant.normalize('NFC') === name;
  return matches(meant, Array.from(name));
}

/** Only the last `*` needs backtracking. Earlier parts need not be tried again. */
function matches(pattern: Pattern, name: readonly string[]): boolean {
  const steps: (string | symbol)[] = [];
  for (const part of pattern) {
    if (part.kind === 'text') steps.push(...Array.from(part.text.normalize('NFC')));
    else steps.push(part.kind === 'anyRun' ? ANY_TEXT : ANY_ONE);
  }
  let step = 0;
  let at = 0;
  let retry: { step: number; at: number } | null = null;
  while (at < name.length) {
    const wanted = steps[step];
    if (wanted === ANY_TEXT) {
      retry = { step: ++step, at };
    } else if (wanted === ANY_ONE || (wanted !== undefined && wanted === name[at])) {
      step++;
      at++;
    } else if (retry !== null) {
      retry.at++;
      ({ step, at } = retry);
    } else return false;
  }
  return steps.slice(step).every((left) => left === ANY_TEXT);
}

const ANY_TEXT = Symbol('*');
const ANY_ONE = Symbol('?');
