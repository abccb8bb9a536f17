/** Descriptions of bookmarks: lists them with comments and colours, and changes them. */
import type { BookmarkDetails } from '../../../bookmarks/bookmark-store.ts';
import type { Dependencies } from '../../dependencies.ts';
import { goneCount, goneMembers } from '../../gone/gone-members.ts';
import { QUERY_BODY_BYTES_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { bookmarkParameter, goneSchema, z } from '../../schemas.ts';
import { isListed } from '../listed-sources.ts';
import { changeFaults } from './bookmarks.ts';

const nullableText = z.string().nullable();

const detailsSchema = z
  .strictObject({
    name: z.string(),
    items: z.int().openapi({ description: 'Members in the sources that are listed.' }),
    gone: goneSchema,
    comment: nullableText,
    color: nullableText.openapi({ description: '`#rrggbb`', example: '#00c8ff' }),
    inReport: z.boolean().openapi({ description: 'Whether a report shows it, as set by IPED.' }),
    changedAt: nullableText.openapi({ description: 'ISO 8601, in UTC; null if the log does not know.' }),
  })
  .openapi('BookmarkDetails');

const namesSchema = z
  .strictObject({ data: z.array(z.string()), details: z.array(detailsSchema).optional() })
  .openapi('Names');

const descriptionSchema = z
  .strictObject({ comment: nullableText.optional(), color: nullableText.optional(), inReport: z.boolean().optional() })
  .openapi('BookmarkDescription', { example: { comment: 'seen by both', color: '#00c8ff' } });

interface DescriptionBody {
  readonly comment?: string | null | undefined;
  readonly color?: string | null | undefined;
  readonly inReport?: boolean | undefined;
}

export const bookmarkDetailRoutes = [
  route<Record<string, never>, { readonly details?: 'true' | 'false' | undefined }>({
    method: 'get',
    path: '/bookmarks',
    role: 'reader',
    tag: 'Bookmarks',
    summary: 'Lists the names of the bookmarks, with comments and colours if requested',
    description: 'A viewer of some sources gets no description of a bookmark with members in other sources only.',
    query: z.strictObject({
      details: z
        .enum(['true', 'false'], 'is neither true nor false')
        .optional()
        .openapi({ description: 'Whether to add their descriptions.' }),
    }),
    ok: { description: 'The names, sorted.', mediaTypes: { 'application/json': namesSchema } },
    async handle({ query: { details }, signal }, own) {
      const { bookmarks, sources } = own;
      if (details !== 'true') return { data: bookmarks.names() };
      const all = await bookmarks.details(isListed(sources));
      return { data: all.map(({ name }) => name), details: await withGone(all, own, signal) };
    },
  }),
  route<{ readonly bookmark: string }, Record<string, never>, DescriptionBody>({
    method: 'put',
    path: '/bookmarks/{bookmark}',
    role: 'annotator',
    tag: 'Bookmarks',
    summary: 'Changes comment and colour of a bookmark',
    description: 'Members absent from the body stay as they are; null removes a member.',
    params: z.strictObject({ bookmark: bookmarkParameter }),
    body: { kind: 'json', schema: descriptionSchema, bytesMax: QUERY_BODY_BYTES_MAX },
    ok: { description: 'The bookmark. It is on disk.', mediaTypes: { 'application/json': detailsSchema } },
    errors: {
      400: 'The name or the body is malformed.',
      404: 'There is no bookmark of that name.',
      413: 'The body is too large.',
      ...changeFaults,
    },
    async handle({ params: { bookmark }, body, signal, origin }, own) {
      const { bookmarks, sources } = own;
      const { comment, color, inReport } = body;
      const change = {
        ...(comment !== undefined && { comment }),
        ...(color !== undefined && { color }),
        ...(inReport !== undefined && { inReport }),
      };
      const described = await bookmarks.describe(bookmark, change, origin, isListed(sources));
      return (await withGone([described], own, signal))[0];
    },
  }),
];

async function withGone(
  all: readonly BookmarkDetails[],
  own: Dependencies,
  signal: AbortSignal,
): Promise<readonly BookmarkDetails[]> {
  const lookup = own.bookmarks.lookup();
  const packed = all.map(({ name }) => lookup.packed({ kind: 'bookmark', name }, isListed(own.sources)));
  const gone = await goneMembers(packed, own, signal);
  return all.map(({ name, items, ...rest }, i) => ({ name, items, ...goneCount(gone[i]!), ...rest }));
}
