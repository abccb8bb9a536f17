/** Names the sources that a message is about: what is told of all of them needs no name. */
import { RefusedQueryError } from '../refused-query.ts';
import type { SourceAnswer } from '../search-answer.ts';
import type { Target } from '../target.ts';

/** Those of all sources as they are, others with their sources. */
export function hintsOf<T extends Target>(
  found: readonly { readonly target: T; readonly value: SourceAnswer }[],
): string[] {
  const sources = new Map<string, string[]>();
  for (const { target, value } of found) {
    for (const hint of value.hints ?? []) sources.set(hint, [...(sources.get(hint) ?? []), target.id]);
  }
  return [...sources].map(([hint, ids]) => (ids.length === found.length ? hint : `${ids.join(', ')}: ${hint}`));
}

/** A refusal that holds for one source names it: a field may be of another type in another. */
export function named(fault: unknown, targets: readonly Target[]): unknown {
  if (!(fault instanceof RefusedQueryError) || fault.source === null) return fault;
  const { message, source } = fault;
  const id = targets.find(({ name }) => name === source)?.id ?? source;
  return fault.with({ message: `in the source ${JSON.stringify(id)}, ${message}` });
}
