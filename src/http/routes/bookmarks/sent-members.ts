/** Sends the members of a set, now or as of a time, with the number of those that their source no longer has. */
import type { MeantMembers } from '../../../bookmarks/codings/member-lookup.ts';
import type { GoneItems } from '../../../bookmarks/kinds/gone-items.ts';
import { pointInTime } from '../../../bookmarks/point-in-time.ts';
import type { Includes, SourceItems } from '../../../bookmarks/references.ts';
import { AppError } from '../../../shared/errors.ts';
import { noteItems } from '../../audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { goneAmong, goneCount, goneMembers } from '../../gone/gone-members.ts';
import { referenceBody } from '../../output/reference-stream.ts';
import type { RouteRequest } from '../../route.ts';
import { z } from '../../schemas.ts';
import { inListedOrder, isListed } from '../listed-sources.ts';

export const memberParameters = z.strictObject({
  at: z
    .string()
    .optional()
    .openapi({ description: 'A time in ISO 8601: the members as they were then.', example: '2026-03-04T08:20:30Z' }),
  only: z
    .literal('gone', 'is not gone')
    .optional()
    .openapi({ description: '`gone`: only the members that their source no longer has. 503 while that is unknown.' }),
});

export type MemberParameters = z.infer<typeof memberParameters>;

interface Members {
  readonly meant: MeantMembers;
  /** Both in the sources that count. */
  now(isIn: Includes): Promise<readonly SourceItems[]>;
  asOf(time: number, isIn: Includes): Promise<readonly SourceItems[]>;
}

/** Streams: a bookmark may hold millions of items. */
export async function sendMembers(
  {
    ctx,
    signal,
    query: { at, only },
  }: Pick<RouteRequest<unknown, MemberParameters, unknown>, 'ctx' | 'signal' | 'query'>,
  members: Members,
  own: Dependencies,
): Promise<void> {
  const { listed, gone } = await foundMembers(at, members, own, signal);
  const shown = inListedOrder(own.sources, only === undefined ? listed : goneOnly(gone));
  ctx.type = 'application/json';
  const batches = shown.map(({ source, ids }) => ({ target: { id: source }, ids }));
  ctx.body = await referenceBody([batches], {
    members: goneCount(gone),
    signal,
    onEnd: (count) => noteItems(ctx, count),
  });
}

async function foundMembers(
  at: string | undefined,
  members: Members,
  own: Dependencies,
  signal: AbortSignal,
): Promise<{ readonly listed: readonly SourceItems[]; readonly gone: GoneItems }> {
  const isIn = isListed(own.sources);
  if (at !== undefined) {
    const listed = await members.asOf(pointInTime('parameter "at"', at), isIn);
    return { listed, gone: await goneAmong(listed, own, signal) };
  }
  // Both calls are in one turn of the event loop, so they see the same state. If the store is lost, the first call throws, so
  // that the second cannot leave a rejected promise.
  const packed = own.bookmarks.lookup().packed(members.meant, isIn);
  const listed = await members.now(isIn);
  const [gone] = await goneMembers([packed], own, signal);
  return { listed, gone: gone! };
}

function goneOnly({ items, isComplete }: GoneItems): readonly SourceItems[] {
  if (isComplete) return items;
  throw new AppError('SOURCE_BUILDING', 'A source with members is not ready, so nobody knows which of them it has.');
}
