/** Hints that a field is text in some sources, and a number or date in others. Each source then compares in its own way. */
import type { LeafQuery, Query } from '../../../grammar/ast.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { typesBySource } from '../routes/fields.ts';

/** Maximum number of leaves that are examined. */
const LEAVES_MAX = 50;
const SOURCES_SHOWN = 3;

export async function mixedTypeHints(
  query: Query | UnparsedQuery,
  sources: readonly ReadySource[],
  dependencies: Pick<Dependencies, 'coordinator'>,
): Promise<readonly string[]> {
  if (sources.length < 2 || query.kind === 'unparsed') return [];
  const hints: string[] = [];
  for (const field of comparedFields(query)) {
    const types = await typesBySource(dependencies, sources, field).catch(() => new Map<string, string>());
    const exact = [...new Set(types.values())].filter((type) => type === 'number' || type === 'date');
    const others = [...types].filter(([, type]) => type !== 'number' && type !== 'date').map(([source]) => source);
    if (exact.length === 0 || others.length === 0) continue;
    const shown = others.slice(0, SOURCES_SHOWN).join(', ') + (others.length > SOURCES_SHOWN ? ', …' : '');
    hints.push(
      `${JSON.stringify(field)} is a ${exact.join(' or a ')} in some sources and text in ${shown}: there it is compared as written`,
    );
  }
  return hints;
}

/** Returns the fields that words or ranges of the query are compared with. */
function comparedFields(query: Query): readonly string[] {
  const fields = new Set<string>();
  const pending: Query[] = [query];
  for (let looked = 0; pending.length > 0 && looked < LEAVES_MAX; looked++) {
    const node = pending.pop()!;
    if (node.kind === 'boolean') pending.push(...node.clauses.slice(0, LEAVES_MAX).map((clause) => clause.query));
    else if (node.kind === 'boost') pending.push(node.query);
    else if (isComparison(node)) fields.add(node.field);
  }
  return [...fields];
}

function isComparison(node: Query): node is LeafQuery & { readonly field: string } {
  return (node.kind === 'term' || node.kind === 'range') && node.field !== null;
}
