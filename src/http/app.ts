/**
 * The Koa app: the life of a request, in order. It takes everything that it works on as arguments, so tests build it
 * on what they like, without a port.
 */
import Koa from 'koa';
import { AppError } from '../shared/errors.ts';
import { Suggester } from '../suggest/suggester.ts';
import type { AppOptions, Dependencies } from './dependencies.ts';
import { Descriptions } from './description/descriptions.ts';
import { cutOff, errorAnswers } from './error-answers.ts';
import { gate } from './gate.ts';
import { Lifecycle } from './lifecycle.ts';
import { largeBodyCountMax, largeBodyWaitingCountMax } from './limits.ts';
import { Metrics } from './metrics.ts';
import { requestLog } from './request-log.ts';
import { routeTable } from './route-table.ts';
import { isListed } from './routes/listed-sources.ts';
import { buildRouter, unrouted } from './routing.ts';
import { Lane, SearchLanes } from './search-lanes.ts';

export function createApp(options: AppOptions, lifecycle = new Lifecycle()): Koa {
  const dependencies = complete(options, lifecycle);
  const app = new Koa();
  app.context.onerror = cutOff(options.log);
  // Faults are logged where they are answered.
  app.on('error', () => undefined);
  app.use(requestLog(options.log, dependencies.metrics));
  app.use(errorAnswers(options.log));
  app.use(gate(lifecycle));
  app.use(buildRouter(routeTable, dependencies).routes());
  app.use(unrouted(routeTable));
  return app;
}

function complete(options: AppOptions, lifecycle: Lifecycle): Dependencies {
  const { sources, bookmarks } = options;
  const lanes = new SearchLanes();
  const largeBodies = new Lane(largeBodyCountMax, largeBodyWaitingCountMax, 'large bodies');
  const suggester = new Suggester({
    onFault: (engine, fault) => {
      const source = sources.list().find(({ state }) => state.kind === 'ready' && state.open.engine === engine);
      if (source === undefined || !(fault instanceof AppError) || fault.code !== 'INDEX_CORRUPT') return false;
      sources.takeOut(source.id, fault);
      return true;
    },
    engines: () =>
      sources
        .list()
        .flatMap(({ state }) => (state.kind === 'ready' ? [state.open.engine] : []))
        // Two sources on one path share an engine; its items count once.
        .filter((engine, index, all) => all.indexOf(engine) === index),
    bookmarks: () => bookmarks.names().map((name) => ({ value: name, items: bookmarks.size(name, isListed(sources)) })),
  });
  const metrics = new Metrics(sources, lanes);
  return { ...options, lifecycle, lanes, largeBodies, suggester, metrics, descriptions: new Descriptions(routeTable) };
}
