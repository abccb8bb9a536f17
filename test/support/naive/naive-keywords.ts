/** A report on many queries, computed from the sets of ids that they find. */
import { QuerySyntaxError } from '../../../grammar/errors.ts';
import { CONTAINER, kindOf, TREE_NODE } from '../../../src/schema/item-kinds.ts';
import type { KeywordRefusal, KeywordsAnswer, QueryHints } from '../../../src/search/keywords.ts';
import type { NaiveItem } from './naive-case.ts';
import { naiveFamilyRoot } from './naive-families.ts';
import { NaiveQueryError } from './naive-regexp.ts';

/** `find` returns the ids that a query finds. */
export function naiveKeywords(
  items: readonly NaiveItem[],
  count: number,
  find: (number: number) => readonly number[],
  wantsIds: boolean,
  hintsOf: (number: number) => readonly string[],
): KeywordsAnswer {
  const found: (readonly number[])[] = [];
  const refused: KeywordRefusal[] = [];
  const hints: QueryHints[] = [];
  for (let number = 0; number < count; number++) {
    try {
      found.push(find(number));
      const own = hintsOf(number);
      if (own.length > 0) hints.push([number, own]);
    } catch (fault) {
      if (!(fault instanceof QuerySyntaxError) && !(fault instanceof NaiveQueryError)) throw fault;
      found.push([]);
      const position = fault instanceof QuerySyntaxError ? fault.position : null;
      refused.push({ number, message: fault.message, position, isOfSource: false });
    }
  }
  const others = (number: number): Set<number> => new Set(found.flatMap((ids, i) => (i === number ? [] : ids)));
  return {
    items: Uint32Array.from(found, (ids) => ids.length),
    itemsWithFamily: Uint32Array.from(found, (ids) => naiveWithFamilies(items, ids).size),
    unique: Uint32Array.from(found, (ids, number) => {
      const known = others(number);
      return ids.filter((id) => !known.has(id)).length;
    }),
    total: new Set(found.flat()).size,
    ids: wantsIds ? Uint32Array.from(new Set(found.flat())).sort() : null,
    refused,
    hints,
  };
}

/** Returns the items, and all with the same topmost ancestor that is not a container. */
export function naiveWithFamilies(items: readonly NaiveItem[], ids: readonly number[]): Set<number> {
  const isContainer = (item: NaiveItem): boolean => (kindOf(item) & CONTAINER) !== 0;
  const byId = new Map(items.map((item) => [item.id, item]));
  const all = new Set(ids);
  const roots = new Set(ids.filter((id) => !isContainer(byId.get(id)!)).map((id) => naiveFamilyRoot(items, id)));
  for (const item of items) {
    if ((kindOf(item) & TREE_NODE) !== 0) continue;
    const seen = new Set<number>();
    for (let at: NaiveItem | undefined = item; at !== undefined && !seen.has(at.id); at = byId.get(at.parentId ?? -1)) {
      seen.add(at.id);
      if (roots.has(at.id)) all.add(item.id);
    }
  }
  return all;
}
