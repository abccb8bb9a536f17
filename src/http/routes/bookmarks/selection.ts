/** The selected (checked) items: one set across all sources. */
import { pointInTime } from '../../../bookmarks/point-in-time.ts';
import { route } from '../../route.ts';
import { membersSchema, selectionChangeSchema } from '../../schemas.ts';
import { inListedOrder, isListed } from '../listed-sources.ts';
import { type AtParameters, atParameters, changeFaults, changeOfItems, pastErrors, sendMembers } from './bookmarks.ts';
import { type ChangeBody, changeItems } from './changed-items.ts';

const changed = {
  description: 'The change. It is on disk.',
  mediaTypes: { 'application/json': selectionChangeSchema },
};
const errors = {
  400: 'The body is not an array of references.',
  404: 'A source or an item does not exist. Nothing was changed.',
  413: 'The body is too large.',
  ...changeFaults,
};

export const selectionRoutes = [
  route<Record<string, never>, AtParameters>({
    method: 'get',
    path: '/selection',
    role: 'reader',
    tag: 'Selection',
    summary: 'Lists the selected items, now or as of a time',
    query: atParameters,
    ok: { description: 'The items.', mediaTypes: { 'application/json': membersSchema } },
    errors: { 400: 'The time is malformed.', ...pastErrors },
    async handle({ query: { at }, ...request }, { bookmarks, sources }) {
      const members =
        at === undefined
          ? await bookmarks.readSelected(isListed(sources))
          : await bookmarks.history.selectedAt(pointInTime('parameter "at"', at), isListed(sources));
      await sendMembers(request, inListedOrder(sources, members));
    },
  }),
  route<Record<string, never>, Record<string, never>, ChangeBody>({
    method: 'put',
    path: '/selection/add',
    role: 'annotator',
    tag: 'Selection',
    summary: 'Selects items',
    ok: changed,
    errors,
    body: changeOfItems,
    handle: (request, dependencies) =>
      changeItems(request, dependencies, (items, isIn) =>
        dependencies.bookmarks.selectAdd(items, request.origin, isIn),
      ),
  }),
  route<Record<string, never>, Record<string, never>, ChangeBody>({
    method: 'put',
    path: '/selection/remove',
    role: 'annotator',
    tag: 'Selection',
    summary: 'Unselects items',
    ok: changed,
    errors,
    body: changeOfItems,
    handle: (request, dependencies) =>
      changeItems(request, dependencies, (items, isIn) =>
        dependencies.bookmarks.selectRemove(items, request.origin, isIn),
      ),
  }),
];
