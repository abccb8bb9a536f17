/** The search history of a viewer, visible to that viewer only. */
import type { AuditEvent } from '../../../audit/audit-line.ts';
import { HISTORY_COUNT_MAX, HISTORY_DAYS_MAX } from '../../../audit/search-history.ts';
import { noteHistory } from '../../audit.ts';
import { QUERY_BODY_BYTES_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { z } from '../../schemas.ts';

const eventSchema = z
  .strictObject({
    time: z.string().openapi({ description: 'When the answer ended; ISO 8601, UTC.' }),
    who: z.string().nullable(),
    remote: z.string().nullable(),
    what: z.string().openapi({ description: 'Method and route.' }),
    path: z.string(),
    query: z.string().optional(),
    parameters: z.looseObject({}).optional().openapi({ description: 'The other parameters of the request.' }),
    items: z.int().optional(),
    status: z.int(),
  })
  .openapi('HistoryEntry');

const historySchema = z
  .strictObject({
    kept: z.boolean().openapi({
      description:
        'Whether this server stores your searches: not without authentication, or if it was started without a history.',
    }),
    searches: z.array(eventSchema).openapi({ description: 'Newest first.' }),
  })
  .openapi('SearchHistory');

const ranSchema = z
  .strictObject({
    q: z.string().default(''),
    literal: z.boolean().default(false),
    filter: z.array(z.string()).default([]),
    sourceID: z.array(z.string()).default([]),
    bbox: z.string().nullable().default(null),
    id: z.int().nullable().default(null).openapi({ description: 'A number by which later searches name this one.' }),
    from: z.int().nullable().default(null).openapi({ description: '`id` of the search that this one came from.' }),
    total: z.int().nonnegative().openapi({ description: 'Items that it found.' }),
  })
  .openapi('RanSearch', { example: { q: 'heron', filter: ['category:emails'], total: 12 } });

const keptSchema = z.strictObject({ kept: z.boolean(), total: z.int() }).openapi('KeptSearch');

/** The page reports its searches itself, because only it knows which of its requests are searches of a user. */
export const searchHistoryRoutes = [
  route({
    method: 'get',
    path: '/searches/history',
    role: 'reader',
    tag: 'Saved searches',
    summary: 'Lists the searches that you ran',
    description: `Nobody else sees them. The newest ${HISTORY_COUNT_MAX} of ${HISTORY_DAYS_MAX} days are kept: those of \`/search\`, and those that the page added.`,
    ok: { description: 'The searches.', mediaTypes: { 'application/json': historySchema } },
    async handle({ viewer: { name } }, { history }) {
      if (name === null || history === undefined) return { kept: false, searches: [] };
      return { kept: true, searches: (await history.read(name)) as AuditEvent[] };
    },
  }),
  route<Record<string, never>, Record<string, never>, z.infer<typeof ranSchema>>({
    method: 'post',
    path: '/searches/history',
    role: 'reader',
    tag: 'Saved searches',
    summary: 'Puts a search into your history',
    body: { kind: 'json', schema: ranSchema, bytesMax: QUERY_BODY_BYTES_MAX },
    ok: {
      description: 'Whether it is stored. If so, it is on disk.',
      mediaTypes: { 'application/json': keptSchema },
    },
    errors: { 400: 'The body is malformed.', 413: 'The body is too large.' },
    async handle({ body: { total }, ctx, viewer: { name } }, { history }) {
      if (name === null || history === undefined) return { kept: false, total };
      return { kept: await noteHistory(ctx, name, history, total), total };
    },
  }),
  route({
    method: 'delete',
    path: '/searches/history',
    role: 'reader',
    tag: 'Saved searches',
    summary: 'Clears your history of searches',
    ok: {
      description: 'The number of searches that were removed, also from the disk.',
      mediaTypes: { 'application/json': z.strictObject({ cleared: z.int() }) },
    },
    async handle({ viewer: { name } }, { history }) {
      return { cleared: name === null || history === undefined ? 0 : await history.clear(name) };
    },
  }),
];
