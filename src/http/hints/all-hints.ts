/** The hints of an answer: hints from the engines, and hints about all sources of the request. */
import type { Query } from '../../../grammar/ast.ts';
import { firstHints } from '../../search/hints.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { collapseHints } from './collapse-hint.ts';
import { mixedTypeHints } from './mixed-types.ts';

export async function allHints(
  found: readonly string[],
  { query, collapse }: { readonly query: Query | UnparsedQuery; readonly collapse?: string | undefined },
  sources: readonly ReadySource[],
  dependencies: Pick<Dependencies, 'coordinator'>,
): Promise<readonly string[]> {
  const mixed = await mixedTypeHints(query, sources, dependencies);
  const collapsed = await collapseHints(collapse, sources, dependencies);
  return mixed.length + collapsed.length === 0 ? found : firstHints([...mixed, ...collapsed, ...found]);
}

/** Returns the member for an answer; empty without hints. */
export function hintsMember(hints: readonly string[]): { readonly hints?: readonly string[] } {
  return hints.length === 0 ? {} : { hints };
}
