/** The selected (checked) items: one set across all sources. */
import { route } from '../../route.ts';
import { membersSchema, selectionChangeSchema } from '../../schemas.ts';
import { changeFaults, changeOfItems, pastErrors } from './bookmarks.ts';
import { type ChangeBody, changeItems } from './changed-items.ts';
import { type MemberParameters, memberParameters, sendMembers } from './sent-members.ts';

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
  route<Record<string, never>, MemberParameters>({
    method: 'get',
    path: '/selection',
    role: 'reader',
    tag: 'Selection',
    summary: 'Lists the selected items, now or as of a time',
    query: memberParameters,
    ok: { description: 'The items.', mediaTypes: { 'application/json': membersSchema } },
    errors: { 400: 'The time is malformed.', ...pastErrors },
    handle(request, own) {
      const { bookmarks } = own;
      return sendMembers(
        request,
        {
          meant: { kind: 'selection' },
          now: (isIn) => bookmarks.readSelected(isIn),
          asOf: (time, isIn) => bookmarks.history.selectedAt(time, isIn),
        },
        own,
      );
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
    description: 'Also selected items that their source no longer has.',
    ok: changed,
    errors,
    body: { ...changeOfItems, removedFrom: () => ({ kind: 'selection' }) },
    handle: (request, dependencies) =>
      changeItems(request, dependencies, (items, isIn) =>
        dependencies.bookmarks.selectRemove(items, request.origin, isIn),
      ),
  }),
];
