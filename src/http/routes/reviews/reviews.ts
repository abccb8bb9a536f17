/** Reviews: items in a fixed order, dealt in batches to people who code them. Every change is on disk before the answer. */
import { randomInt } from 'node:crypto';
import type { Viewer } from '../../../access/viewer.ts';
import { isGoneOf } from '../../../bookmarks/kinds/gone-items.ts';
import { pointInTime } from '../../../bookmarks/point-in-time.ts';
import type { ItemRef } from '../../../bookmarks/reviews/batch.ts';
import { type BatchAsker, type BatchItem, isOpen } from '../../../bookmarks/reviews/dealing.ts';
import type { Together } from '../../../bookmarks/reviews/review.ts';
import type { Authority, NextItem, Reviews } from '../../../bookmarks/reviews/reviews.ts';
import type { Counting } from '../../../bookmarks/reviews/summary.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import { goneMembers } from '../../gone/gone-members.ts';
import { hintsMember } from '../../hints/all-hints.ts';
import { BODY_BYTES_MAX, QUERY_BODY_BYTES_MAX } from '../../limits.ts';
import { type RouteRequest, route } from '../../route.ts';
import { bookmarkParameter, z } from '../../schemas.ts';
import { type AtParameters, atParameters, changeFaults, pastErrors } from '../bookmarks/bookmarks.ts';
import type { ItemsBody } from '../bookmarks/changed-items.ts';
import { isListed } from '../listed-sources.ts';
import { frozenSet, groupNames } from './frozen-set.ts';
import {
  acceptedSchema,
  agreementSchema,
  batchSchema,
  createdSchema,
  createSchema,
  deletedSchema,
  giveBackSchema,
  givenBackSchema,
  nextSchema,
  reviewSchema,
  reviewsSchema,
  sampleSchema,
} from './review-schemas.ts';

interface ReviewPath {
  readonly review: string;
}

interface CreateBody extends ItemsBody {
  readonly name: string;
  readonly order?: readonly string[] | undefined;
  readonly codings: readonly string[];
  readonly assignees: readonly string[];
  readonly batch: number;
  readonly together?: Together | undefined;
  readonly giveBackSeconds: number;
}

interface SampleBody {
  readonly percent: number;
  readonly name?: string | undefined;
  readonly seed?: number | undefined;
  readonly assignees?: readonly string[] | undefined;
  readonly batch?: number | undefined;
}

type Nothing = Record<string, never>;

const params = z.strictObject({ review: bookmarkParameter.openapi({ example: 'First pass' }) });
const badName = 'The name is empty, too long or has control characters.';
const unknown = 'There is no review of that name.';
const notYours = 'It needs a role that you do not have, or is for other people.';
const ofReview = { 400: badName, 403: notYours, 404: unknown };

/** `seen`: the visible reviews. With a name, counts only that review. */
async function counting(
  own: Dependencies,
  seen: Pick<Reviews, 'packed'>,
  signal: AbortSignal,
  name?: string,
): Promise<Counting> {
  const isIn = isListed(own.sources);
  const isRecordSeen = await own.bookmarks.recordsSeen();
  const packed = seen.packed(isIn, name);
  const gone = await goneMembers([...packed.values()], own, signal);
  return { isIn, isRecordSeen, gone: new Map([...packed.keys()].map((set, i) => [set, gone[i]!])) };
}

async function seenReviews(
  at: string | undefined,
  { bookmarks }: Dependencies,
): Promise<Pick<Reviews, 'all' | 'get' | 'packed'>> {
  return at === undefined ? bookmarks.reviews : bookmarks.history.reviewsAt(pointInTime('parameter "at"', at));
}

function authorityOf({ role, sources }: Viewer): Authority {
  return { isAdministrator: role === 'administrator', isOwn: (source) => sources === null || sources.has(source) };
}

async function askerOf(
  { viewer, params, signal }: Pick<RouteRequest<ReviewPath, unknown, unknown>, 'viewer' | 'params' | 'signal'>,
  own: Dependencies,
): Promise<BatchAsker> {
  const isIn = isListed(own.sources);
  const [gone] = await goneMembers([...own.bookmarks.reviews.packed(isIn, params.review).values()], own, signal);
  return { who: viewer.name, isIn, ...(gone !== undefined && { isGone: isGoneOf(gone) }) };
}

const readingRoutes = [
  route<Nothing, AtParameters>({
    method: 'get',
    path: '/reviews',
    role: 'reader',
    tag: 'Reviews',
    summary: 'Lists the reviews and their progress, now or as of a time',
    query: atParameters,
    ok: { description: 'The reviews, sorted by name.', mediaTypes: { 'application/json': reviewsSchema } },
    errors: { 400: 'The time is malformed.', ...pastErrors },
    handle: async ({ query: { at }, signal }, own) => {
      const seen = await seenReviews(at, own);
      return { reviews: await seen.all(await counting(own, seen, signal)) };
    },
  }),
  route<ReviewPath, AtParameters>({
    method: 'get',
    path: '/reviews/{review}',
    role: 'reader',
    tag: 'Reviews',
    summary: 'Returns a review, now or as of a time: decisions by person, rate, and remaining items',
    description: 'A viewer of some sources gets the counts of their items.',
    params,
    query: atParameters,
    ok: { description: 'The review.', mediaTypes: { 'application/json': reviewSchema } },
    errors: { 400: `${badName} Or the time is malformed.`, 404: unknown, ...pastErrors },
    handle: async ({ params: { review }, query: { at }, signal }, own) => {
      const seen = await seenReviews(at, own);
      return seen.get(review, await counting(own, seen, signal, review));
    },
  }),
  route<ReviewPath>({
    method: 'get',
    path: '/reviews/{review}/batch',
    role: 'annotator',
    tag: 'Reviews',
    summary: 'Lists the items of your batch in their order, with the decisions',
    params,
    ok: { description: 'The batch.', mediaTypes: { 'application/json': batchSchema } },
    errors: { ...ofReview, 409: 'The second look was accepted.' },
    handle: async (request, own) => {
      const { reviews } = own.bookmarks;
      const { review } = request.params;
      const held = await reviews.batch(review, await askerOf(request, own));
      if (held === null) return { number: null, items: [] };
      const decisions = reviews.decisionsOf(review, held.items);
      const items = held.items.map(({ source, id, isDecided, isGone }, at) => {
        return { source, id, isDecided, ...(isGone && { isGone }), decisions: decisions[at]! };
      });
      return { number: held.number, items };
    },
  }),
  route<ReviewPath>({
    method: 'get',
    path: '/reviews/{review}/agreement',
    role: 'reader',
    tag: 'Reviews',
    summary: 'Returns the agreement of a second look with the first',
    params,
    ok: { description: 'A table for each panel.', mediaTypes: { 'application/json': agreementSchema } },
    errors: { 400: badName, 404: unknown, 409: 'The review is not a second look.' },
    handle: async ({ params: { review } }, { bookmarks, sources }) => ({
      codings: await bookmarks.reviews.agreement(review, isListed(sources)),
    }),
  }),
];

const dealingRoutes = [
  route<ReviewPath, { readonly after?: string | undefined }>({
    method: 'get',
    path: '/reviews/{review}/next',
    role: 'annotator',
    tag: 'Reviews',
    summary: 'Returns your next undecided item; deals a batch if you have none',
    description: 'Two people never get the same batch. Only items of visible sources are counted and returned.',
    params,
    query: z.strictObject({
      after: z.string().optional().openapi({
        description: 'An item of your batch, as `SOURCE/ID`: the items after it come first.',
        example: 'usb-stick/18',
      }),
    }),
    ok: { description: 'The item.', mediaTypes: { 'application/json': nextSchema } },
    errors: { ...ofReview, 409: 'The second look was accepted.', ...changeFaults },
    handle: async ({ query: { after }, origin, ...request }, own) => {
      const { reviews } = own.bookmarks;
      const { review } = request.params;
      const behind = after === undefined ? null : referenceOf(after);
      const next = await reviews.next(review, await askerOf(request, own), behind, origin);
      return nextAnswer(next, (item) => reviews.decisionsOf(review, [item])[0]);
    },
  }),
  route<ReviewPath, Nothing, { readonly who?: string | null | undefined } | undefined>({
    method: 'post',
    path: '/reviews/{review}/give-back',
    role: 'annotator',
    tag: 'Reviews',
    summary: 'Returns your batch, or that of somebody else',
    description: 'Decisions are kept. The creator of the review and administrators may return batches of others.',
    params,
    body: { kind: 'json', schema: giveBackSchema, bytesMax: QUERY_BODY_BYTES_MAX, isOptional: true },
    ok: { description: 'Numbers of the batches.', mediaTypes: { 'application/json': givenBackSchema } },
    errors: { ...ofReview, ...changeFaults },
    handle: ({ params: { review }, body, viewer, origin }, { bookmarks }) =>
      bookmarks.reviews.giveBack(review, body?.who, authorityOf(viewer), origin),
  }),
];

const changingRoutes = [
  route<Nothing, Nothing, CreateBody>({
    method: 'post',
    path: '/reviews',
    role: 'annotator',
    tag: 'Reviews',
    summary: 'Freezes a set in an order and divides it into batches',
    body: { kind: 'json', schema: createSchema, bytesMax: BODY_BYTES_MAX },
    ok: { description: 'The review. It is on disk.', mediaTypes: { 'application/json': createdSchema } },
    errors: {
      400: 'The body is malformed, the set is invalid or empty, or a review of that name exists.',
      404: 'A coding, a source or an item does not exist.',
      413: 'The body or the set is too large.',
      ...changeFaults,
    },
    handle: createReview,
  }),
  route<ReviewPath>({
    method: 'delete',
    path: '/reviews/{review}',
    role: 'annotator',
    tag: 'Reviews',
    summary: 'Deletes a review; bookmarks stay',
    description: 'Only its author or an administrator may do that.',
    params,
    ok: { description: 'Its name. The change is on disk.', mediaTypes: { 'application/json': deletedSchema } },
    errors: { ...ofReview, 409: 'It has second looks: they are deleted first.', ...changeFaults },
    handle: ({ params: { review }, viewer, origin }, { bookmarks }) =>
      bookmarks.reviews.delete(review, authorityOf(viewer), origin),
  }),
  route<ReviewPath, Nothing, SampleBody>({
    method: 'post',
    path: '/reviews/{review}/sample',
    role: 'annotator',
    tag: 'Reviews',
    summary: 'Draws a second look: some of the decided items, to be decided again',
    description: 'It is a separate review. Its decisions have no effect until they are accepted.',
    params,
    body: { kind: 'json', schema: sampleSchema, bytesMax: QUERY_BODY_BYTES_MAX },
    ok: { description: 'The second look. It is on disk.', mediaTypes: { 'application/json': createdSchema } },
    errors: {
      ...ofReview,
      400: 'The body is malformed, nothing is decided yet, or a review of that name exists.',
      409: 'It is itself a second look.',
      413: 'The body is too large.',
      ...changeFaults,
    },
    handle: sampleReview,
  }),
  route<ReviewPath>({
    method: 'post',
    path: '/reviews/{review}/accept',
    role: 'annotator',
    tag: 'Reviews',
    summary: 'Makes the decisions of a second look those of its review',
    description: 'Only the person who drew it or an administrator may do that.',
    params,
    ok: { description: 'The change. It is on disk.', mediaTypes: { 'application/json': acceptedSchema } },
    errors: { ...ofReview, 409: 'It is not a second look, or was accepted before.', ...changeFaults },
    handle: ({ params: { review }, viewer, origin }, { bookmarks }) =>
      bookmarks.reviews.accept(review, authorityOf(viewer), origin),
  }),
];

export const reviewRoutes = [...readingRoutes, ...dealingRoutes, ...changingRoutes];

async function createReview(
  { body, signal, viewer, origin }: RouteRequest<Nothing, Nothing, CreateBody>,
  own: Dependencies,
): Promise<unknown> {
  const { name, order: keys, codings, assignees, batch, together, giveBackSeconds, ...set } = body;
  if (assignees.length > 0 && viewer.name === null) {
    throw new AppError(
      'INVALID_REQUEST',
      'This server has no authentication, so it cannot have assignees. Remove them.',
    );
  }
  const frozen = await frozenSet(set, keys, signal, own);
  const { order, hints } = frozen;
  if (order.count === 0) throw new AppError('INVALID_REQUEST', 'The review would have no items. Widen the set.');
  const groups = together === undefined ? null : await groupNames(together, frozen, signal, own);
  const choices = {
    name,
    order: set.docs === undefined ? (keys ?? ['id']) : null,
    codings,
    assignees,
    batch,
    together: together ?? null,
    giveBackSeconds,
    asked: set.docs === undefined ? JSON.stringify(set) : null,
  };
  const { reviews } = own.bookmarks;
  const { name: made, seqs } = await reviews.create(choices, order, groups, origin);
  const review = await reviews.get(made, await counting(own, reviews, signal, made));
  return { review, seqs, ...hintsMember(hints) };
}

async function sampleReview(
  { params: { review }, body, signal, viewer, origin }: RouteRequest<ReviewPath, Nothing, SampleBody>,
  own: Dependencies,
): Promise<unknown> {
  const { reviews } = own.bookmarks;
  const { secondLooks } = await reviews.get(review, await counting(own, reviews, signal, review));
  const {
    percent,
    name = `${review} ${secondLooks.length + 2}`,
    seed = randomInt(0x1_0000_0000),
    assignees,
    batch,
  } = body;
  const choices = { name, percent, seed, assignees: assignees ?? null, batch: batch ?? null };
  const { name: made, seqs } = await reviews.sample(review, choices, authorityOf(viewer), origin);
  return { review: await reviews.get(made, await counting(own, reviews, signal, made)), seqs };
}

function nextAnswer(next: NextItem | null, decisionsOf: (item: ItemRef) => unknown): object {
  if (next === null) return { item: null, number: null, batch: null, decisions: [], before: null, upcoming: null };
  const { held, at } = next;
  const { items, number } = held;
  const item = items[at]!;
  return {
    item: shown(item),
    number: item.number,
    batch: {
      number,
      items: items.length,
      decided: items.filter(({ isDecided }) => isDecided).length,
      ...goneIn(items),
    },
    decisions: decisionsOf(item),
    before: shown(items.slice(0, at).findLast(({ isGone }) => !isGone)),
    upcoming: shown(items.find((one, i) => i > at && isOpen(one))),
  };
}

function goneIn(items: readonly BatchItem[]): { readonly gone?: number } {
  const gone = items.filter(({ isGone }) => isGone).length;
  return gone === 0 ? {} : { gone };
}

function shown(item: ItemRef | undefined): ItemRef | null {
  return item === undefined ? null : { source: item.source, id: item.id };
}

function referenceOf(text: string): ItemRef {
  const slash = text.lastIndexOf('/');
  const id = text.slice(slash + 1);
  if (slash > 0 && /^\d{1,10}$/.test(id)) return { source: text.slice(0, slash), id: Number(id) };
  throw new AppError('INVALID_REQUEST', 'The parameter "after" is not an item: write SOURCE/ID.');
}
