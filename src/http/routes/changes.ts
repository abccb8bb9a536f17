/** Live changes: a resumable stream of Server-Sent Events. */
import type { Context } from 'koa';
import { mayAs } from '../../access/viewer.ts';
import { AppError } from '../../shared/errors.ts';
import { noteItems } from '../audit.ts';
import { connectionOf } from '../authentication.ts';
import { BEGINNING, changeEvents } from '../changes/change-events.ts';
import type { ChangeStream } from '../changes/change-streams.ts';
import type { PresentItem } from '../changes/presence.ts';
import { parsePoint, viewMark } from '../changes/resume-point.ts';
import {
  PAGE_NAME_UNITS_MAX,
  REPLAYED_CHANGES_MAX,
  SESSION_BODY_BYTES_MAX,
  STREAM_WAITING_BYTES_MAX,
} from '../limits.ts';
import { begun, byteStream } from '../output/byte-stream.ts';
import { onClosed } from '../response-end.ts';
import { route } from '../route.ts';
import { documentReferenceSchema, z } from '../schemas.ts';

interface PresenceRequest {
  readonly page: string;
  readonly item: PresentItem | null;
}

const pageName = z
  .string()
  .regex(/^[\w-]+$/, 'has characters other than letters, digits, - and _')
  .max(PAGE_NAME_UNITS_MAX, `has more than ${PAGE_NAME_UNITS_MAX} characters`);

const presenceSchema = z
  .strictObject({
    page: pageName,
    // The item that the page shows, or null for none.
    item: z.union([documentReferenceSchema, z.null()]),
  })
  .openapi('Presence', { example: { page: 'p-4711', item: { source: 'usb-stick', id: 18 } } });

const changesParameters = z.strictObject({
  after: z
    .string()
    .refine(
      (id) => id === BEGINNING || parsePoint(id) !== null,
      'is not the id of an event: write one, or 0 for the first',
    )
    .optional()
    .openapi({
      type: 'string',
      description:
        'The id of the last event received, or 0 for all stored changes. `Last-Event-ID` comes before it. Default: changes from now on.',
    }),
  follow: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ default: 'true', description: '`false` ends the answer when nothing is left to send.' }),
  page: pageName.optional().openapi({
    description: 'A random name of the page in `PUT /presence`; the stream then has `presence` events for its item.',
  }),
});

type ChangesParameters = z.infer<typeof changesParameters>;

export const changeRoutes = [
  route<Record<string, never>, ChangesParameters>({
    method: 'get',
    path: '/changes',
    role: 'reader',
    tag: 'Bookmarks',
    summary: 'Follows the changes of bookmarks, notes, codings, reviews, searches, selection and sources',
    description:
      'Server-Sent Events: `ready` begins the stream; `change` has a record of the log, `source` a source and its state, `presence` the ' +
      'other viewers of the item of a page, `end` the reason why the server ends the stream. After `reload` changes are missing: ' +
      'request everything again. A request ' +
      'with the header `Last-Event-ID` gets everything that came after that event. At most ' +
      `${REPLAYED_CHANGES_MAX} earlier changes are sent.`,
    query: changesParameters,
    ok: { description: 'The events, until the client disconnects.', mediaTypes: { 'text/event-stream': null } },
    errors: { 400: 'A malformed parameter.', 429: 'The viewer has too many open streams.' },
    async handle({ ctx, query, signal, viewer }, { access, bookmarks, sources, streams, hasPresence }) {
      const { authorization, cookie } = ctx.req.headers;
      const credentials = { authorization, cookie, ...connectionOf(ctx) };
      const view = viewMark(viewer);
      const stream = streams.open(viewer.name, query.page ?? null);
      closeWithClient(stream, ctx);
      let sent = 0;
      const events = await begun(
        changeEvents({
          stream,
          log: bookmarks.followed,
          sources,
          viewer,
          isKnown: async () => {
            const now = await access.viewerOf(credentials).catch(() => null);
            return now !== null && mayAs(now.role, 'reader') && viewMark(now) === view;
          },
          presence: hasPresence === false ? null : streams.presence,
          after: ctx.get('Last-Event-ID') || (query.after ?? null),
          isFollowing: query.follow !== 'false',
          onSent: (changes) => {
            sent += changes;
            noteItems(ctx, sent);
          },
        }),
      );
      ctx.type = 'text/event-stream';
      ctx.set('Cache-Control', 'no-store');
      // Makes nginx forward each event at once.
      ctx.set('X-Accel-Buffering', 'no');
      ctx.body = byteStream(events, signal, STREAM_WAITING_BYTES_MAX);
    },
  }),
  route<Record<string, never>, Record<string, never>, PresenceRequest>({
    method: 'put',
    path: '/presence',
    role: 'reader',
    tag: 'Bookmarks',
    summary: 'Announces to other viewers of an item that a page shows it',
    description: 'Kept in memory only, as long as the stream of changes of the page is open.',
    body: { kind: 'json', schema: presenceSchema, bytesMax: SESSION_BODY_BYTES_MAX },
    ok: {
      description: 'Others can see it.',
      mediaTypes: { 'application/json': z.strictObject({ page: z.string() }) },
    },
    errors: {
      403: 'Presence is disabled on this server.',
      404: 'There is no such source, or no stream of that page is open.',
    },
    handle({ body: { page, item }, viewer }, { sources, streams, hasPresence }) {
      if (hasPresence === false) throw new AppError('FORBIDDEN', 'This server was started with --no-presence.');
      if (item !== null) sources.getReady(item.source);
      const stream = streams.ofPage(viewer.name, page);
      if (stream === undefined) {
        throw new AppError(
          'NOT_FOUND',
          `No stream of changes of the page ${JSON.stringify(page)} is open. Open GET /changes?page=${page} first.`,
        );
      }
      streams.presence.look(stream, item);
      return { page };
    },
  }),
];

/** An idle stream writes nothing, so only the end of the other side reveals a disconnect. */
function closeWithClient(stream: ChangeStream, { req: { socket }, res }: Context): void {
  const onEnd = (): void => stream.leave();
  socket.once('end', onEnd);
  if (socket.readableEnded) onEnd();
  const onClose = (): void => {
    socket.off('end', onEnd);
    stream.close();
  };
  onClosed(res, onClose);
  if (res.closed) onClose();
}
