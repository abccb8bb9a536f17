/** Bookmarks: list, read, create, fill, empty, rename, delete. Every change is on disk before the answer. */
import { route } from '../../route.ts';
import { bookmarkChangeSchema, bookmarkParameter, membersSchema, z } from '../../schemas.ts';
import { isListed } from '../listed-sources.ts';
import { type ChangeBody, changedSetSchema, changeItems, changeSchema } from './changed-items.ts';
import { type MemberParameters, memberParameters, sendMembers } from './sent-members.ts';

interface BookmarkPath {
  readonly bookmark: string;
}

/** Items to add or to remove. */
export const changeOfItems = { kind: 'change', schema: changeSchema, object: changedSetSchema } as const;

const params = z.strictObject({ bookmark: bookmarkParameter });
const changed = { description: 'The change. It is on disk.', mediaTypes: { 'application/json': bookmarkChangeSchema } };
const badName = 'The name is empty, too long or has control characters.';
/** Further errors of every change. */
export const changeFaults = {
  503: 'A source is still being built, the bookmark store is not available, or another process took the data directory over.',
  507: 'The disk is full. Nothing was changed.',
};
const unknown = { 400: badName, 404: 'There is no bookmark of that name.' };
const changeErrors = {
  400: `${badName} Or the body is not an array of references.`,
  404: 'The bookmark, a source or an item does not exist. Nothing was changed.',
  413: 'The body is too large.',
  ...changeFaults,
};

/** Further errors for a past time. */
export const pastErrors = { 409: 'The log of that time was written by a release that did not keep members.' };

export const atParameters = memberParameters.pick({ at: true });

export type AtParameters = z.infer<typeof atParameters>;

const readingRoutes = [
  route<BookmarkPath, MemberParameters>({
    method: 'get',
    path: '/bookmarks/{bookmark}',
    role: 'reader',
    tag: 'Bookmarks',
    summary: 'Lists the items of a bookmark, now or as of a time',
    params,
    query: memberParameters,
    ok: { description: 'The items.', mediaTypes: { 'application/json': membersSchema } },
    errors: { ...unknown, 400: `${badName} Or the time is malformed.`, ...pastErrors },
    handle({ params: { bookmark }, ...request }, own) {
      const { bookmarks } = own;
      return sendMembers(
        request,
        {
          meant: { kind: 'bookmark', name: bookmark },
          now: (isIn) => bookmarks.readMembers(bookmark, isIn),
          asOf: (time, isIn) => bookmarks.history.membersAt(bookmark, time, isIn),
        },
        own,
      );
    },
  }),
];

const changingRoutes = [
  route<BookmarkPath>({
    method: 'post',
    path: '/bookmarks/{bookmark}',
    role: 'annotator',
    tag: 'Bookmarks',
    summary: 'Creates a bookmark',
    params,
    ok: changed,
    errors: { 400: `${badName} Or it is already taken.`, ...changeFaults },
    handle: ({ params: { bookmark }, origin }, { bookmarks }) => bookmarks.create(bookmark, origin),
  }),
  route<BookmarkPath, Record<string, never>, ChangeBody>({
    method: 'put',
    path: '/bookmarks/{bookmark}/add',
    role: 'annotator',
    tag: 'Bookmarks',
    summary: 'Adds items to a bookmark',
    params,
    ok: changed,
    errors: changeErrors,
    body: changeOfItems,
    handle: (request, dependencies) =>
      changeItems(request, dependencies, (items, isIn) =>
        dependencies.bookmarks.add(request.params.bookmark, items, request.origin, isIn),
      ),
  }),
  route<BookmarkPath, Record<string, never>, ChangeBody>({
    method: 'put',
    path: '/bookmarks/{bookmark}/remove',
    role: 'annotator',
    tag: 'Bookmarks',
    summary: 'Removes items from a bookmark',
    description: 'Also members that their source no longer has.',
    params,
    ok: changed,
    errors: changeErrors,
    body: { ...changeOfItems, removedFrom: ({ bookmark: name }: BookmarkPath) => ({ kind: 'bookmark', name }) },
    handle: (request, dependencies) =>
      changeItems(request, dependencies, (items, isIn) =>
        dependencies.bookmarks.remove(request.params.bookmark, items, request.origin, isIn),
      ),
  }),
  route<BookmarkPath>({
    method: 'delete',
    path: '/bookmarks/{bookmark}',
    role: 'annotator',
    tag: 'Bookmarks',
    summary: 'Deletes a bookmark and all its associations',
    params,
    ok: changed,
    errors: { ...unknown, ...changeFaults },
    handle: ({ params: { bookmark }, origin }, { bookmarks }) => bookmarks.delete(bookmark, origin),
  }),
  route<{ old: string; new: string }>({
    method: 'put',
    path: '/bookmarks/{old}/rename/{new}',
    role: 'annotator',
    tag: 'Bookmarks',
    summary: 'Renames a bookmark',
    params: z.strictObject({ old: bookmarkParameter, new: bookmarkParameter.openapi({ example: 'Reviewed' }) }),
    ok: changed,
    errors: { ...unknown, 400: `${badName} Or the new name is already taken.`, ...changeFaults },
    handle: ({ params: names, origin }, { bookmarks, sources }) =>
      bookmarks.rename(names.old, names.new, origin, isListed(sources)),
  }),
];

export const bookmarkRoutes = [...readingRoutes, ...changingRoutes];
