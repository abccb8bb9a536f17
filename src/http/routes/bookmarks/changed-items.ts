/** The items of a bookmark change: listed in the body, found as a set, or known by their hashes. */
import type { MeantMembers } from '../../../bookmarks/codings/member-lookup.ts';
import type { Includes, SourceItems } from '../../../bookmarks/references.ts';
import type { Want } from '../../../search/search-request.ts';
import { AppError } from '../../../shared/errors.ts';
import { Slice } from '../../../shared/slices.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hintsMember, withAllHints } from '../../hints/all-hints.ts';
import { docsMember } from '../../input/docs-member.ts';
import { type BodyReferences, ReferenceList, stillMembers } from '../../input/references-body.ts';
import { documentReferencesSchema, z } from '../../schemas.ts';
import { chooseSources, refuseMissing, runSearch } from '../../searches.ts';
import { isListed } from '../listed-sources.ts';
import { readSetParameters, type SetParameters, setBodyShape } from '../set-parameters.ts';

const setSchema = z
  .strictObject({
    ...setBodyShape,
    hashes: z.array(z.string()).optional().openapi({
      description: 'Items with one of these hashes, of any kind that the case has. Only together with `sourceID`.',
    }),
  })
  .openapi('ChangedSet', {
    anyOf: [{ required: ['q'] }, { required: ['hashes'] }],
    example: { q: 'heron', sourceID: ['seized-laptop'] },
  });

/** For the description only. The reader of the body reads an array in slices, and checks it. */
export const changeSchema = z
  .union([documentReferencesSchema, setSchema])
  .openapi('Change', { example: [{ source: 'seized-laptop', id: 24 }] });
export const changedSetSchema = setSchema;

export type ChangeBody =
  | { readonly kind: 'references'; readonly references: BodyReferences }
  | {
      readonly kind: 'object';
      readonly parameters: SetParameters & { readonly hashes?: readonly string[] | undefined };
      readonly hashes: readonly string[];
    };

interface ChangedItems {
  readonly items: BodyReferences | readonly SourceItems[];
  /** Further members of the answer. `hints`: hints about the query of a set. */
  readonly facts: { readonly found?: number; readonly unknown?: number; readonly hints?: readonly string[] };
}

/** Changes the items selected by a body, and returns the answer. `isIn` accepts the sources whose items count. */
export async function changeItems<T extends object>(
  { body, signal }: { readonly body: ChangeBody; readonly signal: AbortSignal },
  dependencies: Dependencies,
  change: (items: ChangedItems['items'], isIn: Includes) => Promise<T>,
): Promise<T & ChangedItems['facts']> {
  const { items, facts } = await changedItems(body, { signal }, dependencies);
  return { ...(await change(items, isListed(dependencies.sources))), ...facts };
}

async function changedItems(
  body: ChangeBody,
  { signal }: { readonly signal: AbortSignal },
  dependencies: Dependencies,
): Promise<ChangedItems> {
  if (body.kind === 'references') return { items: body.references, facts: {} };
  const { hashes, ...set } = body.parameters;
  if (hashes !== undefined) return itemsWithHashes(body.hashes, set, signal, dependencies);
  if (set.q === undefined) {
    throw new AppError('INVALID_REQUEST', 'The object has neither "q" nor "hashes". An empty "q" means all items.');
  }
  return itemsOfSet(set, signal, dependencies);
}

/** Items given as `docs` or as a set, in an object with further members. */
export const itemsShape = { docs: docsMember.optional(), ...setBodyShape };

export interface ItemsBody extends SetParameters {
  readonly docs?: readonly { readonly source: string; readonly id: number }[] | undefined;
}

/**
 * `removedFrom`: a set whose members need not exist. Throws AppError NOT_FOUND for an unknown item, and the errors of a search.
 */
export async function itemsOfBody(
  { docs, ...set }: ItemsBody,
  { signal, removedFrom }: { readonly signal: AbortSignal; readonly removedFrom?: MeantMembers },
  dependencies: Dependencies,
): Promise<ChangedItems> {
  if ((docs === undefined) === (set.q === undefined)) {
    throw new AppError('INVALID_REQUEST', 'Give either "docs" or "q", not both.');
  }
  if (docs === undefined) return itemsOfSet(set, signal, dependencies);
  const [odd] = Object.entries(set).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (odd !== undefined) throw new AppError('INVALID_REQUEST', `Beside "docs" there is no ${JSON.stringify(odd)}.`);
  const list = new ReferenceList();
  list.addAll(docs);
  return { items: await list.resolve(dependencies, signal, stillMembers(removedFrom, dependencies)), facts: {} };
}

async function itemsOfSet(set: SetParameters, signal: AbortSignal, dependencies: Dependencies): Promise<ChangedItems> {
  const asked = await readSetParameters(set, dependencies);
  const { result } = await runSearch(dependencies, {
    query: asked.query,
    sourceId: set.sourceID,
    clientSignal: signal,
    remedyIfMissing: '',
    run: async (sources, searchSignal) => {
      const request = { ...(await asked.requestOf(sources, searchSignal)), want: idsAndHints };
      const found = await dependencies.coordinator.search(sources, request, searchSignal);
      return withAllHints(found, { ...asked, collapse: set.collapse }, sources, dependencies, searchSignal);
    },
  });
  const items: SourceItems[] = [];
  for await (const batches of result.hits) {
    for (const { target, ids } of batches) items.push({ source: target.id, ids: ids.slice() });
  }
  return { items, facts: hintsMember(result.hints) };
}

const idsAndHints: readonly Want[] = ['ids', 'hints'];

/** Field names of hashes in cases. */
const HASH_FIELDS = ['hash', 'md5', 'sha-1', 'sha-256', 'sha-512'];
/** Bytes sent to an engine at once. */
const PART_BYTES = 4 * 1024 * 1024;

async function itemsWithHashes(
  hashes: readonly string[],
  { sourceID, ...others }: SetParameters,
  signal: AbortSignal,
  dependencies: Dependencies,
): Promise<ChangedItems> {
  const [odd] = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (odd !== undefined) {
    throw new AppError('INVALID_REQUEST', `Beside "hashes" there is no ${JSON.stringify(odd)}, only "sourceID".`);
  }
  const { ready, missing } = chooseSources(dependencies, sourceID);
  refuseMissing(missing);
  const items: SourceItems[] = [];
  let found = 0;
  let count = 0;
  for await (const { bytes, ends } of partsOf(new Set(hashes))) {
    const known = new Uint8Array(ends.length);
    const askOne = (source: ReadySource) =>
      dependencies.items.holders(source, { fields: HASH_FIELDS, bytes, ends }, signal);
    for (const [i, own] of (await Promise.all(ready.map(askOne))).entries()) {
      items.push({ source: ready[i]!.id, ids: own.ids });
      for (let n = 0; n < known.length; n++) known[n]! |= own.found[n]!;
    }
    found += known.reduce((sum, one) => sum + one, 0);
    count += known.length;
  }
  return { items, facts: { found, unknown: count - found } };
}

async function* partsOf(
  hashes: ReadonlySet<string>,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly ends: Uint32Array }, void, undefined> {
  const slice = new Slice();
  let pieces: Buffer[] = [];
  let ends: number[] = [];
  let end = 0;
  for (const hash of hashes) {
    const bytes = Buffer.from(hash.trim());
    pieces.push(bytes);
    end += bytes.length;
    ends.push(end);
    await slice.giveWay();
    if (end < PART_BYTES) continue;
    yield { bytes: Buffer.concat(pieces), ends: Uint32Array.from(ends) };
    pieces = [];
    ends = [];
    end = 0;
  }
  if (ends.length > 0) yield { bytes: Buffer.concat(pieces), ends: Uint32Array.from(ends) };
}
