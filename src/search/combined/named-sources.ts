/** Adds source names to messages, unless these are about all sources. */
import { firstHints } from '../hints.ts';
import { lossNaming } from '../lost-engine.ts';
import { namedList } from '../named-list.ts';
import { RefusedQueryError } from '../refused-query.ts';
import type { SourceAnswer } from '../search-answer.ts';
import type { Target } from '../target.ts';

/** Returns hints common to all sources unchanged, and others with their sources. The number of omitted hints comes last. */
export function hintsOf<T extends Target>(
  found: readonly { readonly target: T; readonly value: SourceAnswer }[],
): readonly string[] {
  return mergedHints(found.map(({ target, value }) => ({ source: target.id, hints: value.hints ?? NO_HINTS })));
}

export interface SourceHints {
  readonly source: string;
  readonly hints: readonly string[];
}

/** Like `hintsOf`, given the hints of each source. */
export function mergedHints(found: readonly SourceHints[]): readonly string[] {
  if (found.every(({ hints }) => hints.length === 0)) return NO_HINTS;
  const sources = new Map<string, string[]>();
  for (const { source, hints } of found) {
    for (const hint of hints) {
      const ids = sources.get(hint);
      if (ids === undefined) sources.set(hint, [source]);
      else ids.push(source);
    }
  }
  const isOfAll = (ids: readonly string[]): boolean => ids.length === found.length;
  return firstHints([...sources].map(([hint, ids]) => (isOfAll(ids) ? hint : `${namedList(ids)}: ${hint}`)));
}

const NO_HINTS: readonly string[] = [];

/** Adds the source to a refusal, because a field may have another type in another source, and to the error of a lost engine. */
export function named(fault: unknown, targets: readonly Target[]): unknown {
  if (!(fault instanceof RefusedQueryError) || fault.source === null) return lossNaming(fault, targets);
  const { message, source } = fault;
  const id = targets.find(({ name }) => name === source)?.id ?? source;
  return fault.with({ message: `in the source ${JSON.stringify(id)}, ${message}` });
}
