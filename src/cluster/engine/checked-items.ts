/**
 * Evaluates leaves that a cluster cannot express exactly. It finds the items with the words, and our own matching checks each
 * of them. Texts come from the case, values from the item store.
 */
import type { LeafQuery } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import { EmbeddedItems } from '../../query/embedded-items.ts';
import { EmbeddedMatching } from '../../query/embedded-matching.ts';
import { OpenIndexes } from '../../query/open-indexes.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { TextPart } from '../../search/text-matching.ts';
import { abortError } from '../../shared/ends/end-listeners.ts';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { MemoryLimits } from '../../shared/query-memory.ts';
import type { Dsl } from '../translate/dsl.ts';
import { countOf, pagesOf } from './cluster-search.ts';
import type { ClusterSource } from './cluster-source.ts';

/** Maximum items that are checked for one leaf. */
export const CHECKED_ITEMS_MAX = 100_000;
const AT_ONCE = 256;
const PIECE_BYTES = 1 << 18;

/** Returns the candidates that the leaf matches, ascending. Throws QUERY_INVALID if there are too many. */
export async function checkedItems(
  source: ClusterSource,
  candidates: Dsl,
  query: LeafQuery,
  limits: MemoryLimits,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const count = await countOf(source, candidates, signal);
  if (count > CHECKED_ITEMS_MAX) throw tooMany(query, count);
  const request = { source: source.name, query, areHits: true, want: { kind: 'matches', from: 0, most: 0 } } as const;
  const session = await EmbeddedMatching.begin(source.store, request, limits, signal);
  const items = new EmbeddedItems(new OpenIndexes(new Map([[source.name, source.store]])));
  const found: number[] = [];
  try {
    for await (const { ids } of pagesOf(source, candidates, { by: 'id' }, signal)) {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const refs = [...ids.subarray(at, at + AT_ONCE)].map((id) => ({ source: source.name, id }));
        for (const record of await items.records(refs, signal)) {
          if (record !== null) await look(source, session, record, found, signal);
        }
      }
    }
  } finally {
    session.end();
  }
  return Uint32Array.from(found);
}

function tooMany(query: LeafQuery, count: number): AppError {
  return new AppError(
    'QUERY_INVALID',
    `${printQuery(query)} needs a check of ${count} items one by one, and a cluster allows ${CHECKED_ITEMS_MAX}; add a rarer word with AND, or write more of the letters`,
  );
}

async function look(
  source: ClusterSource,
  session: EmbeddedMatching,
  { id, text }: IndexedItem,
  found: number[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!session.readsTexts || text === null || text === 'stored') {
    const stored = session.readsTexts && text === 'stored' ? text : null;
    await scan(session, [{ id, text: stored, isLast: true }], found, signal);
    return;
  }
  for await (const piece of piecesOf(source, text, signal)) {
    await scan(session, [{ id, text: piece, isLast: false }], found, signal);
  }
  await scan(session, [{ id, text: null, isLast: true }], found, signal);
}

async function scan(
  session: EmbeddedMatching,
  parts: readonly TextPart[],
  found: number[],
  signal: AbortSignal | undefined,
): Promise<void> {
  let answer = await session.scan(parts, signal);
  for (;;) {
    for (const one of answer.found) if (one.kind === 'matches' && one.total > 0) found.push(one.id);
    if (answer.isDone) return;
    answer = await session.scan([], signal);
  }
}

/** A text that cannot be read to its end was indexed up to that point. */
async function* piecesOf(
  { caseReader }: ClusterSource,
  ref: PartRef,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let input: Awaited<ReturnType<typeof caseReader.openPart>>;
  try {
    input = await caseReader.openPart(ref);
  } catch {
    return;
  }
  try {
    for (let position = 0; position < input.bytes; ) {
      if (signal?.aborted === true) throw abortError(signal);
      const buffer = new Uint8Array(Math.min(PIECE_BYTES, input.bytes - position));
      const count = await input.read(buffer, position).catch(() => 0);
      if (count === 0) return;
      position += count;
      yield buffer.subarray(0, count);
    }
  } finally {
    await input.close();
  }
}
