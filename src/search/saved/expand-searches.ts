/**
 * `search:"name"` in queries: replaces the clause by the saved search of that name, with its filters and sources.
 *
 * Names in a shared search are looked up only among shared searches, so that it means the same for everyone. Every expanded
 * part has the offset of the clause that named it, so that later errors point at the client's own text.
 */
import type { Clause, LeafQuery, Query } from '../../../grammar/ast.ts';
import { QuerySyntaxError } from '../../../grammar/errors.ts';
import { NESTING_MAX } from '../../../grammar/limits.ts';
import { offsetOf, offsetsIn, recordOffsets } from '../../../grammar/offsets.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { RefusedQueryError } from '../refused-query.ts';
import { meantBy } from '../set-clauses.ts';
import { mapLeaves } from '../sets/map-leaves.ts';

/** Nesting depth of searches that refer to others. */
export const SEARCH_DEPTH_MAX = 16;
/** Characters of all expansions in one query. */
export const EXPANDED_UNITS_MAX = 32_768;

export interface SavedQuery {
  readonly name: string;
  readonly shared: boolean;
  readonly q: string;
  readonly defaultOperator: 'AND' | 'OR';
  readonly literal: boolean;
  readonly timeZone: string;
  readonly filter: readonly string[];
  readonly sourceID: readonly string[];
  readonly bbox: string | null;
}

export interface SavedQueries {
  /** The user's own search, or else a shared one. */
  find(name: string, isSharedOnly: boolean): SavedQuery | undefined;
}

/** The store of saved searches. It is used only if a query refers to one, so that other queries work while the store is unreachable. */
export interface SearchedNames {
  /** Absent if saved searches are not supported. */
  readonly searches?: SavedQueries | undefined;
}

/**
 * Returns the tree with its `search:` clauses expanded, if searches are supported. Adds each expanded search to `used`. Throws
 * RefusedQueryError, BOOKMARKS_UNAVAILABLE.
 */
export function expandSearches(query: Query, named: SearchedNames, used: SavedQuery[] = []): Query {
  return new Expansion(named, used).whole(query, []);
}

/** Returns a saved search as a tree. Throws QuerySyntaxError if it does not parse, RefusedQueryError. */
export function savedTree(saved: SavedQuery, searches: SavedQueries): Query {
  const trees = parsedParts(saved);
  requireUnits(unitsOf(saved), null);
  return new Expansion({ searches }, []).whole(joined(trees, saved.sourceID), [saved]);
}

class Expansion {
  readonly #named: SearchedNames;
  readonly #used: SavedQuery[];
  #units = 0;

  constructor(named: SearchedNames, used: SavedQuery[]) {
    this.#named = named;
    this.#used = used;
  }

  whole(query: Query, path: readonly SavedQuery[]): Query {
    const expanded = this.#replaced(query, path, null);
    if (expanded !== query && depthOf(expanded) > NESTING_MAX) {
      throw refusal(null, `With its saved searches the query is nested more than ${NESTING_MAX} levels deep.`);
    }
    return expanded;
  }

  /** `offset`: the offset of the outermost clause. */
  #replaced(query: Query, path: readonly SavedQuery[], offset: number | null): Query {
    return mapLeaves(query, (leaf) =>
      leaf.field === 'search' ? this.#ofLeaf(leaf, path, offset ?? offsetOf(leaf)) : leaf,
    );
  }

  #ofLeaf(leaf: LeafQuery, path: readonly SavedQuery[], offset: number | null): Query {
    const { searches } = this.#named;
    if (searches === undefined) return leaf;
    const written = printQuery(leaf);
    const name = meantBy(leaf);
    if (typeof name !== 'string' || name === '') {
      throw refusal(
        offset,
        `${written} names no saved search: write its name after search:, or write property\\:search for a case property of that name`,
      );
    }
    const saved = this.#found(name, path);
    if (saved === undefined) {
      const within = path.length === 0 ? '' : `, which ${pathText(path)} names`;
      throw refusal(
        offset,
        `There is no ${path.at(-1)?.shared === true ? 'shared' : 'saved'} search named ${JSON.stringify(name)}${within}.`,
      );
    }
    const next = [...path, saved];
    if (path.some((one) => isSame(one, saved))) {
      throw refusal(offset, `The saved search ${JSON.stringify(saved.name)} names itself: ${pathText(next)}.`);
    }
    if (next.length > SEARCH_DEPTH_MAX) {
      throw refusal(offset, `More than ${SEARCH_DEPTH_MAX} saved searches name one another: ${pathText(next)}.`);
    }
    this.#units += unitsOf(saved);
    requireUnits(this.#units, offset);
    if (saved.bbox !== null) {
      throw refusal(
        offset,
        `The saved search ${JSON.stringify(saved.name)} has an area on the map, which a query cannot express.`,
      );
    }
    this.#used.push(saved);
    return this.#replaced(at(offset, joined(parsedAgain(saved, offset), saved.sourceID)), next, offset);
  }

  /** Within a shared search only shared ones are found. */
  #found(name: string, path: readonly SavedQuery[]): SavedQuery | undefined {
    const isSharedOnly = path.at(-1)?.shared === true;
    const first = path[0];
    const found = this.#named.searches?.find(name, isSharedOnly);
    // The search that is about to be saved takes the place of its stored version.
    return found !== undefined && first !== undefined && isSame(first, found) ? first : (found ?? ownName(name, first));
  }
}

/** Detects that a search refers to itself before it is stored. */
function ownName(name: string, first: SavedQuery | undefined): SavedQuery | undefined {
  return first?.name === name.normalize('NFC') ? first : undefined;
}

function unitsOf({ q, filter }: SavedQuery): number {
  return filter.reduce((sum, { length }) => sum + length, q.length);
}

function requireUnits(units: number, offset: number | null): void {
  if (units <= EXPANDED_UNITS_MAX) return;
  throw refusal(offset, `The saved searches of the query have more than ${EXPANDED_UNITS_MAX} characters together.`);
}

function isSame(one: SavedQuery, other: SavedQuery): boolean {
  return one.name === other.name && one.shared === other.shared;
}

function pathText(path: readonly SavedQuery[]): string {
  return path.map(({ name }) => JSON.stringify(name)).join(' → ');
}

function parsedParts({ q, literal, defaultOperator, timeZone, filter }: SavedQuery): readonly Query[] {
  const main = parseQuery(q, { defaultOperator, timeZone, ...(literal ? { syntax: 'literal' } : {}) });
  return [main, ...filter.map((text) => parseQuery(text, { timeZone }))];
}

function parsedAgain(saved: SavedQuery, offset: number | null): readonly Query[] {
  try {
    return parsedParts(saved);
  } catch (fault) {
    if (!(fault instanceof QuerySyntaxError)) throw fault;
    throw refusal(offset, `The saved search ${JSON.stringify(saved.name)} does not parse: ${fault.message}`);
  }
}

function joined(trees: readonly Query[], sources: readonly string[]): Query {
  const ofSources: readonly Query[] =
    sources.length === 0 ? [] : [anyOf(sources.map((text): Query => ({ kind: 'term', field: 'source', text })))];
  const parts = [...trees, ...ofSources];
  if (parts.length === 1) return parts[0]!;
  return { kind: 'boolean', clauses: parts.map((query): Clause => ({ occur: 'must', query })), minimumMatch: 0 };
}

function anyOf(queries: readonly Query[]): Query {
  if (queries.length === 1) return queries[0]!;
  return { kind: 'boolean', clauses: queries.map((query): Clause => ({ occur: 'should', query })), minimumMatch: 0 };
}

function at(offset: number | null, query: Query): Query {
  const known = offsetsIn(query);
  if (known !== null && offset !== null) recordOffsets(query, known.fill(offset));
  return query;
}

function depthOf(query: Query): number {
  if (query.kind === 'boost') return 1 + depthOf(query.query);
  if (query.kind !== 'boolean') return 0;
  return 1 + query.clauses.reduce((most, clause) => Math.max(most, depthOf(clause.query)), 0);
}

function refusal(position: number | null, message: string): RefusedQueryError {
  return new RefusedQueryError({ message, position, expected: ['the name of a saved search'] });
}
