/** `/events?format=timesketch`: all events of a set as a file, streamed. */
import { timesketchLines } from '../../../export/timesketch.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hintsOfSet } from '../../hints/all-hints.ts';
import { begun, byteStream } from '../../output/byte-stream.ts';
import { guardEvidence } from '../../output/item-parts.ts';
import { dateFieldsOf } from '../../output/item-record.ts';
import type { RouteRequest } from '../../route.ts';
import { runSearch } from '../../searches.ts';
import { propertyList } from '../lists/export-parameters.ts';
import { hashsetsOf, notesOf, reviewersOf } from '../lists/opened-set.ts';
import { readSetParameters } from '../set-parameters.ts';
import { type EventsParameters, periodOf } from './events-parameters.ts';

/** A line cannot mark the file as incomplete. So the answer for a missing source is 503, unless `allowIncomplete` is set. */
export async function sendTimesketch(
  parameters: EventsParameters,
  { ctx, signal }: Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'signal'>,
  dependencies: Dependencies,
): Promise<void> {
  for (const name of ['limit', 'offset', 'after'] as const) {
    if (parameters[name] === undefined) continue;
    throw new AppError('INVALID_REQUEST', `With "format=timesketch", remove "${name}": all events are sent.`);
  }
  const properties = propertyList(parameters.properties);
  const set = await readSetParameters(parameters, dependencies);
  let hints: readonly string[] = [];
  const { result, missing } = await runSearch(dependencies, {
    query: set.query,
    sourceId: parameters.sourceID,
    clientSignal: signal,
    remedyIfMissing: parameters.allowIncomplete === true ? undefined : ' "allowIncomplete=true" skips it.',
    run: async (sources, searchSignal) => {
      const request = await set.requestOf(sources, searchSignal);
      const { collapse, order = 'asc' } = parameters;
      hints = await hintsOfSet(request, { ...set, collapse }, sources, dependencies, searchSignal);
      const asked = { ...request, ...periodOf(parameters), order };
      const stream = await dependencies.coordinator.eventStream(sources, asked, searchSignal);
      return { ...stream, hits: stream.events };
    },
  });
  const lines = timesketchLines({
    events: result.events,
    items: dependencies.items,
    datesOf: (source) => dateFieldsOf(dependencies.coordinator, source),
    notes: notesOf(dependencies),
    reviewed: reviewersOf(dependencies),
    hashsets: hashsetsOf(dependencies),
    properties,
    signal,
  });
  const pieces = await begun(lines);
  guardEvidence(ctx);
  ctx.set('Content-Type', 'application/x-ndjson');
  ctx.set('Content-Disposition', 'attachment; filename=events.jsonl');
  ctx.set('X-Total-Count', String(result.count));
  if (hints.length > 0) ctx.set('X-Hints', String(hints.length));
  if (missing.length > 0) {
    ctx.set('X-Incomplete', missing.map(({ source }) => encodeURIComponent(source)).join(', '));
  }
  if (ctx.method !== 'HEAD') {
    ctx.body = byteStream(pieces, signal);
    return;
  }
  ctx.status = 200;
  await pieces.return();
}
