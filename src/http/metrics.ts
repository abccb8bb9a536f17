/** Metrics for Prometheus: requests and durations, running searches, states of sources, event loop delays. */
import { Gauge, Histogram, Registry } from 'prom-client';
import type { SourceList } from '../sources/source-list.ts';
import type { Admission } from './admission/admission-queue.ts';
import type { SearchLanes } from './admission/search-lanes.ts';
import type { ChangeStreams } from './changes/change-streams.ts';
import { TickWatch } from './tick-watch.ts';

export class Metrics {
  readonly #registry = new Registry();
  readonly #duration: Histogram<'method' | 'route' | 'status'>;
  readonly #ticks = new TickWatch();

  constructor(lanes: SearchLanes, streams: Pick<ChangeStreams, 'count'>) {
    const registers = [this.#registry];
    this.#duration = new Histogram({
      name: 'case_access_request_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    });
    new Gauge({
      name: 'case_access_searches',
      help: 'Searches at work and waiting, by lane.',
      labelNames: ['lane', 'state'],
      registers,
      collect() {
        const lanesByName: readonly [string, Admission][] = [
          ['light', lanes.light],
          ['heavy', lanes.heavy],
        ];
        for (const [lane, { running, waiting }] of lanesByName) {
          this.set({ lane, state: 'running' }, running);
          this.set({ lane, state: 'waiting' }, waiting);
        }
      },
    });
    new Gauge({
      name: 'case_access_change_streams',
      help: 'Streams of changes that are open.',
      registers,
      collect() {
        this.set(streams.count);
      },
    });
    new Gauge({
      name: 'case_access_resident_bytes',
      help: 'Memory of the process.',
      registers,
      collect() {
        this.set(process.memoryUsage.rss());
      },
    });
    const ticks = this.#ticks;
    new Gauge({
      name: 'case_access_longest_tick_seconds',
      help: 'The longest time in the last minute for which the event loop of the server was blocked.',
      registers,
      collect() {
        this.set(ticks.longestSeconds());
      },
    });
  }

  /** Called for each request: observes event loop delays. */
  begin(): void {
    this.#ticks.look();
  }

  /** `route` is the path in the route table, not of the request, so that the number of series is bounded. */
  observe(method: string, route: string, status: number, seconds: number): void {
    this.#duration.observe({ method, route, status }, seconds);
  }

  /**
   * `sources`: the sources visible to the viewer. A limited viewer gets only their states: request counts and times, memory and
   * searches would reveal other sources and their use.
   */
  async text(sources: Pick<SourceList, 'listAll'>, seesAll: boolean): Promise<string> {
    return (seesAll ? await this.#registry.metrics() : '') + (await sourceStates(sources));
  }
}

function sourceStates(sources: Pick<SourceList, 'listAll'>): Promise<string> {
  const registry = new Registry();
  const gauge = new Gauge({
    name: 'case_access_sources',
    help: 'Sources by state.',
    labelNames: ['state'],
    registers: [registry],
  });
  for (const state of ['building', 'ready', 'failed'] as const) {
    gauge.set({ state }, sources.listAll().filter((source) => source.state.kind === state).length);
  }
  return registry.metrics();
}
