/** Makes the query of a cluster that stands for NEAR: items with enough of its words. */
import type { FieldHeader } from '../../engine/format.ts';
import type { NearWord, NearWords } from '../../query/plan/near/near-words.ts';
import type { SpanPlan } from '../../query/proximity/span-plan.ts';
import { termField } from '../mapping/field-names.ts';
import { allOf, anyOf, type Dsl, hasTokenDsl, termDsl } from './dsl.ts';
import { containing } from './term-patterns.ts';

export function nearCandidates(field: FieldHeader, { plan, words }: NearWords): Dsl {
  const lists = words.map((word) => wordDsl(field, word));
  return candidatesOf(plan, lists);
}

/** Recursion is as deep as the query is nested. */
function candidatesOf(plan: SpanPlan, lists: readonly Dsl[]): Dsl {
  switch (plan.kind) {
    case 'words':
      return allOf([...new Set(plan.elements.flat())].map((list) => lists[list]!));
    case 'either':
      return anyOf(plan.of.map((one) => candidatesOf(one, lists)));
    case 'edge':
      return candidatesOf(plan.of, lists);
    case 'near': {
      const left = candidatesOf(plan.left, lists);
      return plan.isNot ? left : allOf([left, candidatesOf(plan.right, lists)]);
    }
  }
}

/** For a pattern, only the letters that all of its words have are used. */
function wordDsl(field: FieldHeader, word: NearWord): Dsl {
  const at = termField(field);
  if (word.kind === 'term') return termDsl(at, word.term);
  const needed = word.automaton.required.map((text) => containing(at, text));
  return needed.length === 0 ? hasTokenDsl(field.name) : allOf(needed);
}
