/** The tree of a source, level by level, and an item's position in it. */
import type { Query } from '../../../../grammar/ast.ts';
import type { CombinedRequest } from '../../../search/combined/coordinator.ts';
import { FAMILY_CHILDREN_MAX } from '../../../search/related/item-tree.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hintsMember, hintsOfSet } from '../../hints/all-hints.ts';
import { PAGE_HITS_MAX } from '../../limits.ts';
import { isItemId } from '../../output/item-record.ts';
import { type RouteRequest, route } from '../../route.ts';
import {
  type AskedId,
  documentReferenceSchema,
  hintsSchema,
  type ItemPath,
  incompleteSchema,
  itemIdParameter,
  itemPath,
  sourceIdParameter,
  z,
} from '../../schemas.ts';
import { runSearch, sourceAmong, withinDeadline } from '../../searches.ts';
import { countParameter, readSetParameters, type SetParameters, setQueryShape } from '../set-parameters.ts';

const DEFAULT_LIMIT = 200;
const TOP = 'root';

interface TreePath {
  readonly sourceID: string;
  readonly id: AskedId | typeof TOP;
}

const treePath = z.strictObject({
  sourceID: sourceIdParameter,
  id: z
    .union([z.literal(TOP), itemIdParameter], `is neither an integer nor ${TOP}`)
    .openapi({ type: 'string', description: 'Item ID, or `root` for the top.', example: TOP }),
});

interface TreeParameters extends Omit<SetParameters, 'sourceID'> {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly only?: 'hits' | undefined;
}

const { sourceID: _sourceID, ...ownSet } = setQueryShape;
const treeQuery = z.strictObject({
  ...ownSet,
  offset: countParameter({ description: 'Children to skip at the beginning.' }),
  limit: countParameter({ most: PAGE_HITS_MAX, otherwise: DEFAULT_LIMIT, description: 'Maximum number of children.' }),
  only: z.enum(['hits'], 'is not hits').optional().openapi({
    description: 'Only children that are hits of the set, or have hits below them; `total` counts these.',
  }),
});

const treeSchema = z
  .strictObject({
    id: z.int().nullable().openapi({ description: 'Null for the top.' }),
    name: z.string().nullable(),
    children: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        isFolder: z.boolean().openapi({ description: 'A tree node, a directory, or an item with children.' }),
        items: z.int().openapi({ description: 'Searchable items anywhere below it; with a query, its hits.' }),
        isHit: z.boolean().optional().openapi({ description: 'With a query: whether it is a hit itself.' }),
      }),
    ),
    total: z.int().openapi({ description: 'Number of all children; with `only=hits`, of those.' }),
    next: z.int().nullable().openapi({ description: '`offset` of the next page; null on the last page.' }),
    hints: hintsSchema.optional(),
  })
  .openapi('TreeLevel');

const refs = z.strictObject({ total: z.int(), docs: z.array(documentReferenceSchema) });
const familySchema = z
  .strictObject({
    path: z
      .array(z.strictObject({ id: z.int(), name: z.string() }))
      .openapi({ description: 'The ancestors, the topmost first, without the item.' }),
    children: refs.openapi({ description: `Direct ones; the first ${FAMILY_CHILDREN_MAX} are listed.` }),
    siblings: z.int().openapi({ description: 'Other children of its parent.' }),
    duplicates: refs.openapi({
      description: `Other items with the same hash, in all sources; the first ${FAMILY_CHILDREN_MAX} are listed.`,
    }),
    incomplete: incompleteSchema.optional(),
  })
  .openapi('Family');

const errors = {
  400: 'The id is not an integer, a malformed parameter, or an invalid query.',
  404: 'There is no such source or item.',
  503: 'The source is still being built, too many searches are waiting, or the search took too long.',
};

export const treeRoutes = [
  route<TreePath, TreeParameters>({
    method: 'get',
    path: '/sources/{sourceID}/tree/{id}',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the children of an item, or the top of the tree',
    description:
      'Folders first, then by folded name; messages of a conversation in its order. Items without a parent in the source are at the top. With `q` or another parameter of a ' +
      'set, `items` are its hits below each child.',
    params: treePath,
    query: treeQuery,
    repeated: ['filter'],
    ok: { description: 'A page of children.', mediaTypes: { 'application/json': treeSchema } },
    errors,
    handle: (request, dependencies) => level(request, dependencies),
  }),
  route<ItemPath>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/family',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the place of an item in the tree: its ancestors, children, siblings and duplicates',
    params: itemPath,
    ok: { description: 'The family.', mediaTypes: { 'application/json': familySchema } },
    errors,
    handle: (request, dependencies) =>
      withinDeadline(dependencies, request.signal, (signal) => family({ ...request, signal }, dependencies)),
  }),
];

const EVERYTHING: Query = { kind: 'all' };

async function level(
  { params: { sourceID, id }, query, signal }: RouteRequest<TreePath, TreeParameters, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  const { offset = 0, limit = DEFAULT_LIMIT, only, ...parameters } = query;
  const isCounted = only !== undefined || Object.values(parameters).some((value) => value !== undefined);
  const set = isCounted ? await readSetParameters(parameters, dependencies) : null;
  const { result } = await runSearch(dependencies, {
    query: set?.query ?? EVERYTHING,
    sourceId: sourceID,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      const [source] = sources as readonly [ReadySource];
      const above = id === TOP ? null : id;
      if (above !== null) requireId(source, above);
      const hits = set === null ? null : await set.requestOf(sources, searchSignal);
      const asked = { id: above, offset, limit, ...(only === undefined ? {} : { isOfHits: true }), hits };
      const found = await dependencies.coordinator.tree(source, asked, searchSignal);
      if (found === null) throw noItem(source, id);
      const { collapse } = parameters;
      const hints =
        set === null || hits === null
          ? []
          : await hintsOfSet(hits, { ...set, collapse }, sources, dependencies, searchSignal);
      return { found, hints, damaged: [] };
    },
  });
  const { name, total, children } = result.found;
  const end = offset + children.length;
  return {
    id: id === TOP ? null : Number(id),
    name,
    children,
    total,
    next: end < total && limit > 0 ? end : null,
    ...hintsMember(result.hints),
  };
}

async function family(
  { params: { sourceID, id }, signal }: RouteRequest<ItemPath, unknown, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  const { coordinator } = dependencies;
  requireId(dependencies.sources.getReady(sourceID), id);
  const item: Query = { kind: 'set', name: ITEM };
  const { result, missing } = await runSearch(dependencies, {
    query: item,
    sourceId: undefined,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      const source = sourceAmong(sources, sourceID);
      const relatives = await coordinator.family(source, id, searchSignal);
      if (relatives === null) throw noItem(source, id);
      const asked: CombinedRequest = {
        query: item,
        sets: [{ name: ITEM, items: new Map([[sourceID, Uint32Array.of(id)]]) }],
        expand: ['duplicates'],
        filters: [{ kind: 'boolean', clauses: [{ occur: 'mustNot', query: item }], minimumMatch: 0 }],
        limit: FAMILY_CHILDREN_MAX,
        want: ['count', 'ids'],
      };
      return { ...(await coordinator.search(sources, asked, searchSignal)), relatives };
    },
  });
  const docs: { source: string; id: number }[] = [];
  for await (const some of result.hits) {
    for (const { target, ids } of some) for (const one of ids) docs.push({ source: target.id, id: one });
  }
  const { path, children, siblings } = result.relatives;
  return {
    path,
    children: { total: children.total, docs: children.first.map((child) => ({ source: sourceID, id: child })) },
    siblings,
    duplicates: { total: result.count ?? 0, docs },
    ...(missing.length === 0 ? {} : { incomplete: missing }),
  };
}

/** Name of the set with the item. */
const ITEM = 'item';

/** Ids in requests may be any integer. */
function requireId(source: ReadySource, id: AskedId): asserts id is number {
  if (!isItemId(id)) throw noItem(source, id);
}

function noItem(source: ReadySource, id: AskedId | typeof TOP): AppError {
  return new AppError('NOT_FOUND', `There is no item ${id} in source ${JSON.stringify(source.id)}.`);
}
