/**
 * The Koa app: the life of a request, in order. All dependencies are arguments, so tests can build it without a port.
 */
import Koa from 'koa';
import { Access } from '../access/access.ts';
import { isHashProperty } from '../hashsets/found-items.ts';
import { SourceHashSets } from '../hashsets/source-hash-sets.ts';
import { Coordinator } from '../search/combined/coordinator.ts';
import { DamageWatch } from '../search/damage-watch.ts';
import { ItemMatching } from '../search/item-matching.ts';
import { ItemReader } from '../search/item-reader.ts';
import { hashedItems } from '../search/sets/hashed-items.ts';
import { ValueCache } from '../search/sets/value-cache.ts';
import { memoryLimits, QUERY_MEMORY_MEBIBYTES } from '../shared/query-memory.ts';
import type { ReadySource } from '../sources/source.ts';
import { Suggester } from '../suggest/suggester.ts';
import { AdmissionQueue } from './admission/admission-queue.ts';
import { heldOpenings } from './admission/held-openings.ts';
import { SearchLanes } from './admission/search-lanes.ts';
import { auditEnd, auditGate, historyEnd } from './audit.ts';
import { authentication } from './authentication.ts';
import { ChangeStreams } from './changes/change-streams.ts';
import type { AppOptions, SharedDependencies } from './dependencies.ts';
import { cutOff, errorAnswers } from './error-answers.ts';
import { gate } from './gate.ts';
import { unreadBodies } from './input/unread-body.ts';
import { Lifecycle } from './lifecycle.ts';
import {
  CONVERSATIONS_KEPT_BYTES_MAX,
  EXPRESSIONS_KEPT_BYTES_MAX,
  LARGE_BODY_COUNT_MAX,
  LARGE_BODY_OWN_COUNT_MAX,
  LARGE_BODY_WAITING_COUNT_MAX,
} from './limits.ts';
import { RunningScans } from './matching/running-scans.ts';
import { SharedScans } from './matching/shared-scans.ts';
import { Metrics } from './metrics.ts';
import { compression } from './output/compression.ts';
import { requestLog } from './request-log.ts';
import { routeTable } from './route-table.ts';
import { buildRouter, unrouted } from './routing.ts';
import { faultOfSource } from './searches.ts';

export function createApp(options: AppOptions, lifecycle = new Lifecycle()): Koa {
  const dependencies = complete(options, lifecycle);
  const app = new Koa();
  app.context.onerror = cutOff(options.log);
  // Errors are logged where they are answered.
  app.on('error', () => undefined);
  const { audit, history } = options;
  const onFault = (fault: unknown): void => options.log.warn({ err: fault }, 'a search is not in the history');
  const onEnd = (ctx: Koa.Context): void => {
    if (audit !== undefined) auditEnd(audit, ctx);
    if (history !== undefined) historyEnd(history, ctx, onFault);
  };
  app.use(unreadBodies);
  app.use(requestLog(options.log, dependencies.metrics, onEnd));
  app.use(compression());
  app.use(errorAnswers(options.log));
  if (audit !== undefined) app.use(auditGate(audit));
  app.use(gate(lifecycle, options.hosts));
  app.use(heldOpenings(options.sources));
  app.use(authentication(routeTable, dependencies.access));
  app.use(buildRouter(routeTable, dependencies));
  app.use(unrouted(routeTable));
  return app;
}

function complete(options: AppOptions, lifecycle: Lifecycle): SharedDependencies {
  const { sources, log } = options;
  const lanes = SearchLanes.ofProcesses(options.engines?.().length);
  const largeBodies = new AdmissionQueue(
    LARGE_BODY_COUNT_MAX,
    LARGE_BODY_WAITING_COUNT_MAX,
    'large bodies',
    LARGE_BODY_OWN_COUNT_MAX,
  );
  // The only place that takes a damaged source out of service. It also receives errors during the sending of an answer.
  const watch = new DamageWatch<ReadySource>((source, fault) => {
    log.error({ err: fault, source: source.id }, 'index is damaged: source taken out of service');
    sources.takeOut(source.id, fault, source.name);
    return faultOfSource(sources, source.id, fault);
  });
  const coordinator = new Coordinator(watch);
  const items = new ItemReader(watch);
  const matching = new ItemMatching(watch);
  const suggester = new Suggester({
    ...(options.values === undefined ? {} : { values: options.values }),
    coordinator,
  });
  const streams = new ChangeStreams();
  options.bookmarks.log.grown.listen(() => streams.wakeAll());
  sources.changed.listen(() => streams.wakeAll());
  lifecycle.draining.listen(() => streams.endAll());
  const metrics = new Metrics(lanes, streams);
  const hashSets = hashSetsOf(options, { coordinator, items });
  const access = options.access ?? new Access();
  return {
    ...options,
    access,
    lifecycle,
    streams,
    lanes,
    largeBodies,
    coordinator,
    items,
    matching,
    suggester,
    queryMemory: memoryLimits(options.queryMebibytes ?? QUERY_MEMORY_MEBIBYTES),
    metrics,
    kept: {
      expressions: new ValueCache(() => EXPRESSIONS_KEPT_BYTES_MAX),
      scans: new RunningScans(),
      shared: new SharedScans(),
      orders: new ValueCache(() => CONVERSATIONS_KEPT_BYTES_MAX),
    },
    ...(hashSets === undefined ? {} : { hashSets }),
  };
}

function hashSetsOf(
  { hashLists }: AppOptions,
  asking: Pick<SharedDependencies, 'coordinator' | 'items'>,
): SourceHashSets<ReadySource> | undefined {
  if (hashLists === undefined) return undefined;
  return new SourceHashSets(hashLists.sets, hashLists.dataDir, (source) => ({
    identity: source.summary.identity,
    batches: () => hashedItems(source, asking, isHashProperty),
  }));
}
