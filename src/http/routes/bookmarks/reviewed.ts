/** Items marked as reviewed, under the name of the caller. Every change is on disk before the answer. */
import { NOBODY_KNOWN } from '../../../bookmarks/reviewed/reviewed.ts';
import type { Dependencies } from '../../dependencies.ts';
import { goneCount, goneMembers } from '../../gone/gone-members.ts';
import { type RouteRequest, route } from '../../route.ts';
import { bookmarkParameter, goneSchema, membersSchema, selectionChangeSchema, z } from '../../schemas.ts';
import { isListed } from '../listed-sources.ts';
import { changeFaults, changeOfItems, pastErrors } from './bookmarks.ts';
import { type ChangeBody, changeItems } from './changed-items.ts';
import { type MemberParameters, memberParameters, sendMembers } from './sent-members.ts';

const reviewersSchema = z
  .strictObject({
    viewers: z.array(
      z.strictObject({
        viewer: z.string(),
        items: z.int().openapi({ description: 'Marked items in the sources that are listed.' }),
        gone: goneSchema,
      }),
    ),
  })
  .openapi('Reviewers');

const reviewedChangeSchema = z
  .strictObject({
    viewer: z.string().openapi({ description: 'The viewer whose marks changed.' }),
    ...selectionChangeSchema.shape,
  })
  .openapi('ReviewedChange');

const changed = { description: 'The change. It is on disk.', mediaTypes: { 'application/json': reviewedChangeSchema } };
const errors = {
  400: 'The body is not an array of references.',
  404: 'A source or an item does not exist. Nothing was changed.',
  413: 'The body is too large.',
  ...changeFaults,
};
const viewerParameter = bookmarkParameter.openapi({ example: 'anna', description: 'Name of a viewer.' });

type Request = RouteRequest<Record<string, never>, Record<string, never>, ChangeBody>;

function change(direction: 'add' | 'remove', request: Request, dependencies: Dependencies): Promise<object> {
  const { origin, viewer } = request;
  return changeItems(request, dependencies, (items, isPresent) =>
    dependencies.bookmarks.reviewed.change(direction, viewer.name ?? NOBODY_KNOWN, items, { origin, isPresent }),
  );
}

export const reviewedRoutes = [
  route({
    method: 'get',
    path: '/reviewed',
    role: 'reader',
    tag: 'Reviewed',
    summary: 'Lists the viewers who marked items as reviewed',
    ok: { description: 'The viewers, sorted by name.', mediaTypes: { 'application/json': reviewersSchema } },
    async handle({ signal }, own) {
      const { reviewed } = own.bookmarks;
      const [isIn, lookup] = [isListed(own.sources), own.bookmarks.lookup()];
      const viewers = reviewed.viewers().map((viewer) => ({ viewer, items: reviewed.size(viewer, isIn) }));
      const packed = viewers.map(({ viewer: name }) => lookup.packed({ kind: 'reviewed', name }, isIn));
      const gone = await goneMembers(packed, own, signal);
      return { viewers: viewers.map((one, i) => ({ ...one, ...goneCount(gone[i]!) })) };
    },
  }),
  route<{ viewer: string }, MemberParameters>({
    method: 'get',
    path: '/reviewed/{viewer}',
    role: 'reader',
    tag: 'Reviewed',
    summary: 'Lists the items that a viewer marked as reviewed, now or as of a time',
    description: 'The list is empty for a viewer without marks, and for an unknown one.',
    params: z.strictObject({ viewer: viewerParameter }),
    query: memberParameters,
    ok: { description: 'The items.', mediaTypes: { 'application/json': membersSchema } },
    errors: { 400: 'The time is malformed.', ...pastErrors },
    handle({ params: { viewer }, ...request }, own) {
      const { bookmarks } = own;
      return sendMembers(
        request,
        {
          meant: { kind: 'reviewed', name: viewer },
          now: (isIn) => bookmarks.reviewed.readMembers(viewer, isIn),
          asOf: (time, isIn) => bookmarks.history.reviewedAt(viewer, time, isIn),
        },
        own,
      );
    },
  }),
  route<Record<string, never>, Record<string, never>, ChangeBody>({
    method: 'put',
    path: '/reviewed/add',
    role: 'annotator',
    tag: 'Reviewed',
    summary: 'Marks items as reviewed by you',
    ok: changed,
    errors,
    body: changeOfItems,
    handle: (request, dependencies) => change('add', request, dependencies),
  }),
  route<Record<string, never>, Record<string, never>, ChangeBody>({
    method: 'put',
    path: '/reviewed/remove',
    role: 'annotator',
    tag: 'Reviewed',
    summary: 'Removes your marks from items',
    description: 'Also marks on items that their source no longer has.',
    ok: changed,
    errors,
    body: { ...changeOfItems, removedFrom: (_, { me }) => ({ kind: 'reviewed', name: me ?? NOBODY_KNOWN }) },
    handle: (request, dependencies) => change('remove', request, dependencies),
  }),
];
