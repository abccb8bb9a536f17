/** Items marked as reviewed, under the name of the caller. Every change is on disk before the answer. */
import { pointInTime } from '../../../bookmarks/point-in-time.ts';
import { NOBODY_KNOWN } from '../../../bookmarks/reviewed/reviewed.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type RouteRequest, route } from '../../route.ts';
import { bookmarkParameter, membersSchema, selectionChangeSchema, z } from '../../schemas.ts';
import { inListedOrder, isListed } from '../listed-sources.ts';
import { type AtParameters, atParameters, changeFaults, changeOfItems, pastErrors, sendMembers } from './bookmarks.ts';
import { type ChangeBody, changeItems } from './changed-items.ts';

const reviewersSchema = z
  .strictObject({
    viewers: z.array(
      z.strictObject({
        viewer: z.string(),
        items: z.int().openapi({ description: 'Marked items in the sources that are listed.' }),
      }),
    ),
  })
  .openapi('Reviewers');

const reviewedChangeSchema = z
  .strictObject({
    viewer: z.string().openapi({ description: 'Whose marks changed.' }),
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
    handle: (_request, { bookmarks: { reviewed }, sources }) => ({
      viewers: reviewed.viewers().map((viewer) => ({ viewer, items: reviewed.size(viewer, isListed(sources)) })),
    }),
  }),
  route<{ viewer: string }, AtParameters>({
    method: 'get',
    path: '/reviewed/{viewer}',
    role: 'reader',
    tag: 'Reviewed',
    summary: 'Lists the items that a viewer marked as reviewed, now or as of a time',
    description: 'The list is empty for a viewer without marks, and for an unknown one.',
    params: z.strictObject({ viewer: viewerParameter }),
    query: atParameters,
    ok: { description: 'The items.', mediaTypes: { 'application/json': membersSchema } },
    errors: { 400: 'The time is malformed.', ...pastErrors },
    async handle({ params: { viewer }, query: { at }, ...request }, { bookmarks, sources }) {
      const members =
        at === undefined
          ? await bookmarks.reviewed.readMembers(viewer, isListed(sources))
          : await bookmarks.history.reviewedAt(viewer, pointInTime('parameter "at"', at), isListed(sources));
      await sendMembers(request, inListedOrder(sources, members));
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
    ok: changed,
    errors,
    body: changeOfItems,
    handle: (request, dependencies) => change('remove', request, dependencies),
  }),
];
