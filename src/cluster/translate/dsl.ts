/** Queries of the cluster: the subset of its language that this program uses, and functions that combine them. */
import { HAS, HAS_TOKEN, ID } from '../mapping/field-names.ts';

export type Dsl = Readonly<Record<string, unknown>>;

export const EVERYTHING: Dsl = { match_all: {} };
export const NOTHING: Dsl = { match_none: {} };

export const termDsl = (field: string, value: string): Dsl => ({ term: { [field]: { value } } });
export const hasDsl = (name: string): Dsl => termDsl(HAS, name);
export const hasTokenDsl = (name: string): Dsl => termDsl(HAS_TOKEN, name);

export function allOf(parts: readonly Dsl[]): Dsl {
  return parts.length === 1 ? parts[0]! : { bool: { filter: parts } };
}

export function anyOf(parts: readonly Dsl[]): Dsl {
  // An empty list would match everything in a cluster.
  if (parts.length === 0) return NOTHING;
  return parts.length === 1 ? parts[0]! : { bool: { should: parts, minimum_should_match: 1 } };
}

/** Matches items among some and not among others. */
export function noneOf(others: Dsl, among: Dsl): Dsl {
  return { bool: { filter: [among], must_not: [others] } };
}

/** Maximum ids that one clause of the cluster may list. */
export const LISTED_MAX = 65_536;

/** Matches some items by their ids, at most LISTED_MAX. */
export const idsAmong = (ids: Uint32Array): Dsl => ({ terms: { [ID]: [...ids] } });

/** Gives all matches the same score. */
export function constant(filter: Dsl, boost: number): Dsl {
  return { constant_score: { filter, boost } };
}
