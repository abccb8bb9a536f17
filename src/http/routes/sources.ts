/** The sources: list, look at, add, refresh. */
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { HttpFault } from '../errors.ts';
import { NO_SUCH_SOURCE } from '../fault-texts.ts';
import { SOURCE_BODY_BYTES_MAX } from '../limits.ts';
import { requestId } from '../request-log.ts';
import { route } from '../route.ts';
import { sourceIdParameter, sourceSchema, sourcesSchema, z } from '../schemas.ts';

const refreshedSchema = z.strictObject({
  id: z.string(),
  changed: z.boolean(),
  items: z.int().nonnegative().openapi({ description: 'The items that the index has now.' }),
});

export const sourceRoutes = [
  route({
    method: 'get',
    path: '/sources',
    role: 'reader',
    tag: 'Sources',
    summary: 'Lists the sources',
    ok: { description: 'All sources.', mediaTypes: { 'application/json': sourcesSchema } },
    handle: (_request, { sources }) => ({ data: sources.list().map(({ id, path }) => ({ id, path })) }),
  }),
  route<{ sourceID: string }>({
    method: 'get',
    path: '/sources/{sourceID}',
    role: 'reader',
    tag: 'Sources',
    summary: 'Returns one source',
    params: z.strictObject({ sourceID: sourceIdParameter }),
    ok: { description: 'The source.', mediaTypes: { 'application/json': sourceSchema } },
    errors: { 404: NO_SUCH_SOURCE },
    handle({ params: { sourceID } }, { sources }) {
      const { id, path, isListed } = sources.get(sourceID);
      // A source that is being added is not listed yet. This call then throws.
      if (!isListed) sources.getReady(sourceID);
      return { id, path };
    },
  }),
  route<Record<string, never>, Record<string, never>, { id: string; path: string }>({
    method: 'post',
    path: '/sources',
    role: 'administrator',
    tag: 'Sources',
    summary: 'Adds a source at run time',
    description:
      'Answers once the source can be searched, after building its index if needed. The source lasts until the server ' +
      'stops; the sources file is not changed.',
    body: { kind: 'json', schema: sourceSchema, bytesMax: SOURCE_BODY_BYTES_MAX },
    ok: { description: 'The source was added.', mediaTypes: { 'application/json': sourceSchema } },
    errors: {
      400: 'The body is not a source, the id is taken, or the path is not a case that may be added. Nothing is kept.',
      403: 'This server takes no further sources.',
      413: 'The body is too large.',
      507: 'The disk is full: the source was not added.',
    },
    async handle({ body, ctx }, { sources, requireLock, mayAddSources, log }) {
      if (mayAddSources === false) {
        throw new HttpFault(403, 'This server accepts no further sources: it was started with --no-add-sources.');
      }
      requireLock?.();
      const { id, path } = await sources.add(body.id, body.path).catch((fault: unknown) => {
        if (fault instanceof AppError && fault.code === 'DISK_FULL') {
          log.warn({ id: requestId(ctx), err: fault }, 'source was not added');
          throw new HttpFault(507, NO_ROOM);
        }
        if (!(fault instanceof AppError) || !NO_CASES.has(fault.code)) throw fault;
        // The answer does not depend on what is at the path. Otherwise it would reveal the machine's files.
        log.warn({ id: requestId(ctx), err: fault }, 'source was not added');
        throw new HttpFault(400, `The path of source ${JSON.stringify(body.id)} ${NO_CASE}`);
      });
      return { id, path };
    },
  }),
  route<{ sourceID: string }>({
    method: 'post',
    path: '/sources/{sourceID}/refresh',
    role: 'administrator',
    tag: 'Sources',
    summary: 'Opens the case of a source again if it has changed',
    description:
      'Answers once the changed case can be searched, after building its index. Until then, and if the case cannot be read, ' +
      'the earlier state answers. A source that did not open is tried again.',
    params: z.strictObject({ sourceID: sourceIdParameter }),
    ok: {
      description: 'Whether the case had changed, and the number of its items.',
      mediaTypes: { 'application/json': refreshedSchema },
    },
    errors: {
      404: NO_SUCH_SOURCE,
      409: 'The case cannot be read as it is now; the earlier state still answers.',
      503: 'The source is being opened, or requests still read too many earlier states.',
      507: 'The disk is full: the earlier state still answers.',
    },
    async handle({ params: { sourceID }, ctx }, { sources, requireLock, log }) {
      requireLock?.();
      const { isChanged, items } = await sources.refresh(sourceID).catch((fault: unknown) => {
        log.warn({ id: requestId(ctx), err: fault }, 'source was not refreshed');
        if (!(fault instanceof AppError)) throw fault;
        if (fault.code === 'DISK_FULL') {
          const name = `source ${JSON.stringify(sourceID)}`;
          const isReady = sources.get(sourceID).state.kind === 'ready';
          const stays = isReady ? `The earlier state of ${name} still answers.` : `There is no index of ${name}.`;
          throw new HttpFault(507, `${FULL} ${stays} Free some space on the disk and refresh again.`);
        }
        if (!NO_CASES.has(fault.code)) throw fault;
        throw new HttpFault(409, `The case of source ${JSON.stringify(sourceID)} cannot be read now: ${fault.message}`);
      });
      return { id: sourceID, changed: isChanged, items };
    },
  }),
];

const FULL = 'The disk of the data directory is full.';
const NO_ROOM = `${FULL} The source was not added. Free some space on the disk and try again.`;
/** Includes the error for a folder above the data directory, which is not a case either. */
const NO_CASES: ReadonlySet<ErrorCode> = new Set(['CASE_UNREADABLE', 'DATA_DIR_INSIDE']);
const NO_CASE =
  'is not a case that can be added here. The log of the server has the reason under the id of this request.';
