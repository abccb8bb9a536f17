/** Merges the reports on a list of queries over the parts of a source. */
import type { KeywordRefusal, KeywordsAnswer, QueryHints } from '../../search/keywords.ts';
import { joinedIds } from '../../shared/joined-arrays.ts';
import { commonHints } from './merged-answer.ts';

/** A query is refused if any part refuses it. The other parts may still have counted it. */
export function mergedKeywords(parts: readonly KeywordsAnswer[]): KeywordsAnswer {
  const refused = new Map<number, KeywordRefusal>();
  for (const part of parts) for (const one of part.refused) if (!refused.has(one.number)) refused.set(one.number, one);
  const ids = parts.map((part) => part.ids);
  return {
    items: summed(parts.map(({ items }) => items)),
    itemsWithFamily: summed(parts.map(({ itemsWithFamily }) => itemsWithFamily)),
    unique: summed(parts.map(({ unique }) => unique)),
    total: parts.reduce((sum, { total }) => sum + total, 0),
    ids: ids.includes(null) ? null : joinedIds(ids.flatMap((own) => own ?? [])).sort(),
    refused: [...refused.values()].sort((a, b) => a.number - b.number),
    hints: hintsOfAll(parts.map(({ hints }) => hints)),
  };
}

function summed(parts: readonly Uint32Array[]): Uint32Array {
  const sums = new Uint32Array(parts[0]!.length);
  for (const part of parts) for (let i = 0; i < sums.length; i++) sums[i]! += part[i]!;
  return sums;
}

/** Returns the hints that all parts give for each query. */
function hintsOfAll(parts: readonly (readonly QueryHints[])[]): readonly QueryHints[] {
  const [first = [], ...others] = parts;
  const known = others.map((hints) => new Map(hints));
  return first.flatMap(([number, hints]) => {
    const common = commonHints([hints, ...known.map((other) => other.get(number) ?? [])]);
    return common.length === 0 ? [] : [[number, common] as const];
  });
}
