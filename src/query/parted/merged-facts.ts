/**
 * Merges facts about the parts of a source into those of one index: fields, distinct values, explanations of a query.
 */
import { DISTINCT_VALUES_MAX } from '../../engine/columns/values/column-counts.ts';
import type { Expansion, Explanation, PlanNode } from '../../search/explanation.ts';
import type { FieldSummary, FieldValues } from '../../search/search-engine.ts';
import { CATEGORY_FIELD } from '../plan/category-tree.ts';
import { commonHints } from './merged-answer.ts';

export function mergedFields(parts: readonly (readonly FieldSummary[])[]): readonly FieldSummary[] {
  const merged = new Map<string, FieldSummary>();
  for (const field of parts.flat()) {
    const known = merged.get(field.name);
    merged.set(field.name, known === undefined ? field : { ...known, items: known.items + field.items });
  }
  return [...merged.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns values that are as complete as those of one index: see src/engine/columns/values/column-counts.ts. */
export function mergedFieldValues(field: string, parts: readonly FieldValues[]): FieldValues {
  const items = new Map<string, number>();
  for (const { isComplete, values } of parts) {
    if (!isComplete) return { isComplete: false, values: [] };
    for (const { value, items: own } of values) items.set(value, (items.get(value) ?? 0) + own);
  }
  if (field !== CATEGORY_FIELD && items.size > DISTINCT_VALUES_MAX) return { isComplete: false, values: [] };
  const values = [...items].map(([value, own]) => ({ value, items: own }));
  return { isComplete: true, values: values.sort((a, b) => b.items - a.items || (a.value < b.value ? -1 : 1)) };
}

/** Puts the plans of the parts below a common root. */
export function mergedExplanations(parts: readonly Explanation[]): Explanation {
  if (parts.length === 1) return parts[0]!;
  const sum = (of: (part: Explanation) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const children: readonly PlanNode[] = parts.map(({ plan }) => plan);
  const microseconds = sum((part) => part.microseconds);
  const count = sum((part) => part.count);
  return {
    plan: {
      operator: 'parts',
      detail: `${parts.length} parts of the index`,
      estimate: children.reduce((all, { estimate }) => all + estimate, 0),
      count,
      microseconds,
      children,
    },
    expansions: mergedExpansions(parts.flatMap(({ expansions }) => expansions)),
    hints: commonHints(parts.map(({ hints }) => hints)),
    count,
    microseconds,
  };
}

/** The parts may have hidden terms in common, so the largest count of hidden terms of a part is used. */
function mergedExpansions(all: readonly Expansion[]): readonly Expansion[] {
  const merged = new Map<string, Expansion>();
  for (const one of all) {
    const key = JSON.stringify([one.field, one.source]);
    const known = merged.get(key);
    if (known === undefined) {
      merged.set(key, one);
      continue;
    }
    const terms = [...new Set([...known.terms, ...one.terms])].sort();
    const most = Math.max(known.terms.length, one.terms.length);
    const isWhole = known.termCount === known.terms.length && one.termCount === one.terms.length;
    const termCount = isWhole ? terms.length : Math.max(known.termCount, one.termCount);
    merged.set(key, { ...known, termCount, terms: isWhole ? terms : terms.slice(0, most) });
  }
  return [...merged.values()];
}
