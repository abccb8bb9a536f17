/** The state of the server: for people, probes and Prometheus. */
import type { Viewer } from '../../access/viewer.ts';
import type { Audit } from '../../audit/audit-log.ts';
import type { OpenProgress, Source } from '../../sources/source.ts';
import { viewerOf } from '../authentication.ts';
import { bookmarkHint } from '../output/bookmark-hint.ts';
import { route } from '../route.ts';
import { z } from '../schemas.ts';

const progressSchema = z.strictObject({
  phase: z.string(),
  items: z.int(),
  bytes: z.int(),
  fraction: z.number().nullable().openapi({ description: 'Progress of the phase, 0 to 1; null if unknown.' }),
});

const sourceStatusSchema = z
  .strictObject({
    id: z.string(),
    state: z.enum(['building', 'ready', 'failed']),
    items: z.int().optional().openapi({ description: 'Items that can be read. Present if the source is ready.' }),
    searchableItems: z.int().optional().openapi({ description: 'Items that a search can find.' }),
    isComplete: z
      .boolean()
      .optional()
      .openapi({ description: 'Whether the index was built without losing any data of the case.' }),
    processedAt: z.string().optional().openapi({
      description:
        'When the case was processed, or its database or index last written. Missing if the case does not say.',
    }),
    problems: z.int().optional().openapi({ description: 'Problems found while building the index.' }),
    progress: progressSchema.nullable().optional().openapi({ description: 'Present while the index is being built.' }),
    reason: z.string().optional().openapi({ description: 'Why the source did not open.' }),
    hint: z.string().optional().openapi({ description: 'Possible actions, such as importing bookmarks of the case.' }),
  })
  .openapi('SourceStatus');

const engineSchema = z
  .strictObject({
    pid: z.int(),
    state: z.enum(['ready', 'starting']),
    memory: z.int().openapi({ description: 'Resident, in bytes.' }),
  })
  .openapi('EngineProcess');

const statusSchema = z
  .strictObject({
    version: z.string().openapi({ description: 'Version of the program.' }),
    indexFormat: z.int().openapi({ description: 'Version of the index format.' }),
    uptimeSeconds: z.int(),
    isDraining: z.boolean(),
    items: z.int().openapi({ description: 'Items of all sources that are ready.' }),
    bookmarks: z.int(),
    audit: z
      .strictObject({
        seq: z.int().openapi({ description: 'Number of the last line that is on disk.' }),
        hash: z.string().openapi({ description: 'Its hash: write it down elsewhere from time to time.' }),
        state: z.enum(['ok', 'behind']),
      })
      .optional()
      .openapi({ description: 'Present if requests are recorded (`--audit`).' }),
    viewer: z
      .strictObject({ name: z.string().nullable(), role: z.enum(['reader', 'annotator', 'administrator']) })
      .optional()
      .openapi({ description: 'The viewer, if the server requires tokens.' }),
    bookmarkStore: z
      .enum(['ok', 'unavailable'])
      .openapi({ description: 'Unavailable if its file was damaged, truncated or removed; searches continue.' }),
    hashSets: z
      .array(z.strictObject({ name: z.string(), digest: z.string() }))
      .optional()
      .openapi({
        description: 'Hash sets that queries can name, with the digest of each. Present if the server has any.',
      }),
    sources: z.array(sourceStatusSchema),
    scans: z
      .array(
        z.strictObject({
          query: z.string().openapi({ description: 'The expression, as written in a query.' }),
          items: z.int().openapi({ description: 'Items whose texts are scanned.' }),
          scanned: z.int().openapi({ description: 'The number of these items that were scanned.' }),
          found: z.int().openapi({ description: 'The number of scanned items that match.' }),
        }),
      )
      .optional()
      .openapi({ description: 'Searches of the viewer for expressions over texts. Present if any is running.' }),
    engines: z
      .array(engineSchema)
      .openapi({ description: 'The processes that search; none for a viewer of some sources only.' }),
  })
  .openapi('Status');

const healthSchema = z
  .strictObject({
    status: z.literal('ok'),
    bookmarkStore: z
      .literal('unavailable')
      .optional()
      .openapi({ description: 'Present if bookmarks, selection and records are unavailable; searches continue.' }),
    audit: z.literal('behind').optional().openapi({
      description: 'Present if the audit file lacks lines: the disk is full, or the file was changed.',
    }),
  })
  .openapi('Health');

function shownViewer({ name, role }: Viewer): object {
  return { name, role };
}

function auditState({ log }: Audit): object {
  return { ...log.head, state: log.isBehind ? 'behind' : 'ok' };
}

export const statusRoutes = [
  route({
    method: 'get',
    path: '/status',
    role: 'reader',
    tag: 'Status',
    summary: 'Returns the state of the server and of each source',
    ok: { description: 'The state.', mediaTypes: { 'application/json': statusSchema } },
    handle({ ctx }, { sources, bookmarks, version, lifecycle, engines, audit, access, hashSets, kept, me }) {
      const scans = kept.scans.of(me);
      const statuses = sources.listAll().map((source) => {
        const hint = bookmarkHint(source, bookmarks);
        return hint === null ? sourceStatus(source) : { ...sourceStatus(source), hint };
      });
      return {
        version: version.program,
        indexFormat: version.indexFormat,
        uptimeSeconds: Math.floor((performance.now() - lifecycle.startedAt) / 1000),
        isDraining: lifecycle.isDraining,
        items: statuses.reduce((sum, { items }) => sum + (items ?? 0), 0),
        bookmarks: bookmarks.count,
        bookmarkStore: bookmarks.isAvailable ? 'ok' : 'unavailable',
        ...(audit === undefined ? {} : { audit: auditState(audit) }),
        ...(access.isDemanded && { viewer: shownViewer(viewerOf(ctx)) }),
        ...(hashSets !== undefined && {
          hashSets: hashSets.sets.map(({ name, head: { digest } }) => ({ name, digest })),
        }),
        sources: statuses,
        ...(scans.length > 0 && { scans }),
        // Hidden from limited viewers, because memory use reveals indexes that they may not see.
        engines: viewerOf(ctx).sources === null ? (engines?.() ?? []) : [],
      };
    },
  }),
  route({
    method: 'get',
    path: '/health',
    role: 'none',
    tag: 'Status',
    summary: 'Reports whether the server is up',
    ok: { description: 'The server accepts requests.', mediaTypes: { 'application/json': healthSchema } },
    errors: { 503: 'The server is stopping, or another process took its data directory over.' },
    handle(_request, { bookmarks, requireLock, audit }) {
      requireLock?.();
      return {
        status: 'ok',
        ...(!bookmarks.isAvailable && { bookmarkStore: 'unavailable' }),
        ...(audit?.log.isBehind && { audit: 'behind' }),
      };
    },
  }),
  route({
    method: 'get',
    path: '/metrics',
    role: 'reader',
    tag: 'Status',
    summary: 'Returns metrics for Prometheus; a viewer of only some sources gets just their states',
    ok: { description: 'The metrics.', mediaTypes: { 'text/plain': null } },
    async handle({ ctx }, { metrics, sources }) {
      ctx.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
      ctx.body = await metrics.text(sources, viewerOf(ctx).sources === null);
    },
  }),
];

interface SourceStatus {
  readonly id: string;
  readonly state: string;
  readonly items?: number;
  readonly searchableItems?: number;
  readonly isComplete?: boolean;
  readonly problems?: number;
  readonly processedAt?: string;
  readonly progress?: OpenProgress | null;
  readonly reason?: string;
}

function sourceStatus({ id, state }: Source): SourceStatus {
  switch (state.kind) {
    case 'building':
      return { id, state: state.kind, progress: progressAnswer(state.progress) };
    case 'failed':
      return { id, state: state.kind, reason: state.reason };
    case 'ready': {
      const {
        itemCount: items,
        searchableCount: searchableItems,
        isComplete,
        problemCount: problems,
      } = state.open.summary;
      const { processedAt } = state.open.caseReader;
      return {
        ...{ id, state: state.kind, items, searchableItems, isComplete, problems },
        ...(processedAt === undefined || processedAt === null ? {} : { processedAt }),
      };
    }
  }
}

/** Lists members explicitly: a build may report more than the interface promises. */
function progressAnswer(progress: OpenProgress | null): OpenProgress | null {
  if (progress === null) return null;
  const { phase, items, bytes, fraction } = progress;
  return { phase, items, bytes, fraction };
}
