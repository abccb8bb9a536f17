/**
 * `node dist/bench/http/small-answers.js --case DIR [--work DIR] [--blocks N] [--asks N] [--warm N] [--rest MS,MS]
 * [--json FILE] [--other MAIN]`: the cost of a small answer beyond the engine. Over one persistent connection without a library, queries our server
 * and a bare server of Node that answers 13 bytes, and runs the same query on our engine in this process, alternating in blocks
 * of `--asks`. `--other`: the `main.js` of another build, which takes turns with this one. `--rest`: milliseconds between two
 * requests, one run for each; during a rest, code and data leave the caches and idle processors sleep. Reports the median wall time of each block, and
 * the mean processor time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseQuery } from '../../grammar/parse.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import { openSource } from '../../src/sources/open-source.ts';
import { ownProcessorTime, processorTime } from '../interface/processor-time.ts';
import { median } from '../mean.ts';
import { type ListeningProcess, listeningProcess } from './listening-process.ts';
import { RawClient } from './raw-client.ts';
import type { SmallAnswer } from './small-answer.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    work: { type: 'string', default: 'bench/.work/small-answers' },
    words: { type: 'string', default: 'the,contract' },
    blocks: { type: 'string', default: '9' },
    asks: { type: 'string', default: '300' },
    warm: { type: 'string', default: '2000' },
    rest: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    other: { type: 'string' },
  },
});
if (values.case === undefined) throw new RangeError('name the case: --case DIR');
const casePath = resolve(values.case);
const { work, only } = values;
const [blocks, asks, warm] = [values.blocks, values.asks, values.warm].map(Number) as [number, number, number];
const rests = values.rest.split(',').map(Number);
const [many = 'the', few = 'contract'] = values.words.split(',');
const PAGE = 50;

/** Milliseconds per request. `server` and `engines` are processor time in our server and in its engine processes. */
interface Cost {
  readonly clock: number;
  readonly server: number;
  readonly engines: number;
  readonly client: number;
}

interface Asked {
  readonly name: string;
  ask(): Promise<unknown>;
  readonly pid: number | null;
}

interface Question {
  readonly path: string;
  /** The same query on the engine alone; null if it is not measured. */
  readonly engine: (() => Promise<unknown>) | null;
}

const servers: ListeningProcess[] = [];
mkdirSync(work, { recursive: true });
const source = await openSource(casePath, { dataDir: join(work, 'data-0'), buildIfNeeded: true });
try {
  const builds = [fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))];
  if (values.other !== undefined) builds.push(resolve(values.other));
  for (const [n, main] of builds.entries()) servers.push(await startServer(main, join(work, `data-${n}`)));
  const bare = await listeningProcess(['node', fileURLToPath(new URL('./prepared-answer.js', import.meta.url)), '13']);
  servers.push(bare);
  const asked = (await questions()).filter(({ path }) => path.includes(only));
  const answers: SmallAnswer[] = [];
  for (const rest of rests) {
    console.log(
      `${asks} requests in each of ${blocks} blocks, ${rest} ms between them; load ${loadavg()[0]!.toFixed(1)}`,
    );
    for (const question of asked) answers.push(await measure(question, rest));
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ answers })}\n`);
} finally {
  for (const { process: server } of servers) server.kill('SIGTERM');
  await source.close();
}

async function startServer(main: string, data: string): Promise<ListeningProcess> {
  const sources = join(work, 'sources.json');
  writeFileSync(sources, JSON.stringify([{ id: 'bench', path: casePath }]));
  const flags = ['--sources', sources, '--host', '127.0.0.1', '--port', '0', '--data', data];
  const server = await listeningProcess(['node', main, 'serve', ...flags]);
  while ((await fetch(`${server.url}/search?limit=1&q=${many}`)).status !== 200) await sleep(200);
  return server;
}

async function questions(): Promise<readonly Question[]> {
  const sources = [{ source: source.name }];
  const search = (word: string, request: Omit<SearchRequest, 'query' | 'sources'>) => async () => {
    const [outcome] = await source.engine.search({ query: parseQuery(word), sources, ...request });
    if (outcome?.kind !== 'value') throw outcome?.fault ?? new Error('no answer');
    for (const facet of outcome.value.facets) for await (const some of facet.counts) void some;
    const ids: number[] = [];
    for await (const batch of outcome.value.items ?? []) ids.push(...batch.ids);
    return ids;
  };
  const page = search(few, { isKept: true, want: ['count', 'ids', 'hints'], limit: PAGE + 1 });
  const records = (ids: readonly number[]) => source.items.records(ids.map((id) => ({ source: source.name, id })));
  const [first] = await page();
  const facets = [{ kind: 'values', field: 'category', first: { count: PAGE, order: 'count' } }] as const;
  return [
    { path: '/health', engine: null },
    { path: '/sources', engine: null },
    { path: `/search?q=${many}&limit=0`, engine: search(many, { want: ['ids'], limit: 0 }) },
    { path: `/search?q=${few}&limit=${PAGE}`, engine: search(few, { want: ['ids'], limit: PAGE }) },
    { path: `/hits?q=${many}&limit=0`, engine: search(many, { isKept: true, want: ['count', 'hints'] }) },
    { path: `/facets?q=${many}&facet=category`, engine: search(many, { isKept: true, want: ['count'], facets }) },
    {
      path: `/hits?q=${few}&limit=${PAGE}&properties=none`,
      engine: async () => records((await page()).slice(0, PAGE)),
    },
    { path: `/sources/bench/docs/${first}`, engine: () => records([first!]) },
  ];
}

/** Measures all questions in turn, block by block, after a warm-up. */
async function measure({ path, engine }: Question, rest: number): Promise<SmallAnswer> {
  const names = servers.map((_, n) => (n === servers.length - 1 ? 'bare Node' : n === 0 ? 'server' : 'other build'));
  const costs = new Map<string, Cost[]>();
  for (let block = -1; block < blocks; block++) {
    for (const [n, { url, process: server }] of servers.entries()) {
      // An idle connection may be closed while others are measured.
      const client = new RawClient(url);
      const ask = async (): Promise<void> => {
        const status = await client.get(path);
        if (status !== 200) throw new Error(`${path}: ${status}`);
      };
      await add(costs, { name: names[n]!, ask, pid: server.pid! }, block < 0 ? null : rest);
      client.end();
    }
    if (engine !== null) await add(costs, { name: 'engine', ask: engine, pid: null }, block < 0 ? null : rest);
  }
  const shown = [...costs].map(([name, all]) => {
    const { clock, server, engines, client } = medianOf(all);
    if (name === 'engine') return `${name} ${clock.toFixed(3)} (processor ${client.toFixed(3)})`;
    const parts = name === 'bare Node' ? '' : `, engine processes ${engines.toFixed(3)}`;
    return `${name} ${clock.toFixed(3)} (processor ${server.toFixed(3)}${parts}, client ${client.toFixed(3)})`;
  });
  const own = medianOf(costs.get('server')!);
  const alone = costs.has('engine') ? medianOf(costs.get('engine')!) : { clock: 0, client: 0 };
  const beyond = `beyond the engine ${(own.clock - alone.clock).toFixed(3)} (processor ${(own.server + own.engines - alone.client).toFixed(3)})`;
  console.log(`${path}: ${beyond}; ${shown.join('; ')}`);
  const bareMs = medianOf(costs.get('bare Node')!).clock;
  return { path, restMs: rest, httpMs: own.clock, beyondMs: own.clock - alone.clock, bareMs };
}

/** If `rest` is null, this is a warm-up and its costs are not added. */
async function add(costs: Map<string, Cost[]>, { name, ask, pid }: Asked, rest: number | null): Promise<void> {
  if (rest === null) {
    for (let n = 0; n < warm; n++) await ask();
    return;
  }
  await ask();
  const times: number[] = [];
  const before = spent(pid);
  for (let n = 0; n < asks; n++) {
    if (rest > 0) await sleep(rest);
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  const after = spent(pid);
  times.sort((a, b) => a - b);
  const cost = {
    clock: times[times.length >> 1]!,
    server: (after.own - before.own) / asks,
    engines: (after.all - after.own - (before.all - before.own)) / asks,
    client: (after.here - before.here) / asks,
  };
  const known = costs.get(name);
  if (known === undefined) costs.set(name, [cost]);
  else known.push(cost);
}

/** Returns processor milliseconds of a process with its children, and of this process. */
function spent(pid: number | null): { readonly own: number; readonly all: number; readonly here: number } {
  const { user, system } = process.cpuUsage();
  const own = pid === null ? 0 : (ownProcessorTime(pid) ?? 0);
  return { own, all: pid === null ? 0 : (processorTime(pid) ?? 0), here: (user + system) / 1000 };
}

function medianOf(costs: readonly Cost[]): Cost {
  const of = (part: keyof Cost): number => median(costs.map((cost) => cost[part]));
  return { clock: of('clock'), server: of('server'), engines: of('engines'), client: of('client') };
}
