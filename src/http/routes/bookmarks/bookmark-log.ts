/** The log of changes to bookmarks and selection, newest first, and the undo of a change. */
import type { LogSlice } from '../../../bookmarks/history.ts';
import { LOG_RECORD_COUNT_MAX, QUERY_BODY_BYTES_MAX } from '../../limits.ts';
import { logChangeSchema, shownChange } from '../../output/shown-change.ts';
import { route } from '../../route.ts';
import { bookmarkParameter, z } from '../../schemas.ts';
import { isListed } from '../listed-sources.ts';
import { changeFaults } from './bookmarks.ts';

const defaultLimit = 100;

const logParameters = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,15}$/, 'is not the "next" of a page')
    .transform(Number)
    .optional()
    .openapi({ type: 'string', description: 'The `next` of the previous page.' }),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, 'is not a count: write digits alone')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= LOG_RECORD_COUNT_MAX, `is not between 1 and ${LOG_RECORD_COUNT_MAX}`)
    .optional()
    .openapi({ type: 'integer', minimum: 1, maximum: LOG_RECORD_COUNT_MAX, default: defaultLimit }),
});

type LogParameters = z.infer<typeof logParameters>;

const nullableText = z.string().nullable();

const logSchema = z
  .strictObject({
    changes: z.array(logChangeSchema),
    next: nullableText.openapi({ description: 'For `after` of the next page; null on the last page.' }),
  })
  .openapi('ChangeLog');

const undoSchema = z
  .strictObject({ seq: z.int().openapi({ description: 'The record whose change is undone.' }) })
  .openapi('UndoRequest', { example: { seq: 17 } });

const undoneSchema = z
  .strictObject({
    kind: z
      .enum(['bookmark', 'selection', 'coding', 'search', 'reviewed', 'review', 'note', 'decided'])
      .optional()
      .openapi({ description: 'The kind of the set, as the members of the log name it.' }),
    name: nullableText.openapi({ description: 'Name of the set after the change; null for the selection.' }),
    changed: z.int().openapi({ description: 'Associations added or removed.' }),
    size: z.int().openapi({ description: 'Members now.' }),
    seq: z.int().optional().openapi({ description: 'The record of the undo itself.' }),
  })
  .openapi('Undone');

export const bookmarkLogRoutes = [
  route<Record<string, never>, LogParameters>({
    method: 'get',
    path: '/log',
    role: 'reader',
    tag: 'Bookmarks',
    summary: 'Lists the changes of bookmarks and selection, newest first',
    query: logParameters,
    ok: { description: 'The changes.', mediaTypes: { 'application/json': logSchema } },
    errors: { 400: 'A malformed parameter.' },
    handle: async ({ query }, { bookmarks }) => logAnswer(await bookmarks.history.changes(page(query))),
  }),
  route<{ bookmark: string }, LogParameters>({
    method: 'get',
    path: '/bookmarks/{bookmark}/log',
    role: 'reader',
    tag: 'Bookmarks',
    summary: 'Lists the changes of every bookmark that has or had this name, newest first',
    params: z.strictObject({ bookmark: bookmarkParameter }),
    query: logParameters,
    ok: { description: 'The changes.', mediaTypes: { 'application/json': logSchema } },
    errors: { 400: 'A malformed name or parameter.', 404: 'There never was a bookmark of that name.' },
    handle: async ({ params: { bookmark }, query }, { bookmarks }) =>
      logAnswer(await bookmarks.history.changesOf(bookmark, page(query))),
  }),
  route<Record<string, never>, Record<string, never>, { seq: number } | undefined>({
    method: 'post',
    path: '/bookmarks/undo',
    role: 'annotator',
    tag: 'Bookmarks',
    summary: 'Undoes one change of bookmarks or selection',
    description:
      'An undo is a separate change. Without a body the request creates a bookmark named `undo`, as for every other name.',
    body: { kind: 'json', schema: undoSchema, bytesMax: QUERY_BODY_BYTES_MAX, isOptional: true },
    ok: { description: 'The change, on disk.', mediaTypes: { 'application/json': undoneSchema } },
    errors: {
      400: 'The body is not the number of a record.',
      404: 'There is no such record.',
      409: 'Later changes make it impossible, or the record was written by a release that did not keep members.',
      ...changeFaults,
    },
    handle: ({ body, origin }, { bookmarks, sources }) =>
      body === undefined ? bookmarks.create('undo', origin) : bookmarks.undo(body.seq, origin, isListed(sources)),
  }),
];

function page({ after, limit }: LogParameters): { after?: number; limit: number } {
  return { limit: limit ?? defaultLimit, ...(after !== undefined && { after }) };
}

function logAnswer({ records, hasMore }: LogSlice): object {
  return { changes: records.map(shownChange), next: hasMore ? String(records.at(-1)?.sequence) : null };
}
