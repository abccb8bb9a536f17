/**
 * `node dist/bench/grown.js --case DIR [--additions N] [--items N] [--changed N] [--queries N] [--rounds N] [--work DIR] [--json
 * FILE]`.
 *
 * Indexes the beginning of a case, adds the rest in many additions, merges small parts, then changes files, and reports what
 * each costs. After that, it asks servers of these and of the whole case the same queries over HTTP in turn. Answers must be equal.
 * Reports the ratios of the times.
 */
import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MERGE_AFTER_MILLISECONDS } from '../src/sources/source-registry.ts';
import { sampleCorpus } from './corpus/sample.ts';
import { workDirectory } from './engines/installed.ts';
import { runMeasured } from './engines/measured-process.ts';
import { GrownCase } from './growth/grown-case.ts';
import { type AskedRatios, type GrownBuild, type GrownResult, ratioOf } from './growth/grown-result.ts';
import { serveCase } from './http/case-server.ts';
import type { ListeningProcess } from './http/listening-process.ts';
import { RawClient } from './http/raw-client.ts';
import { median } from './mean.ts';
import { largeQueries } from './queries/large-classes.ts';
import { grid } from './report/table.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    additions: { type: 'string', default: '20' },
    items: { type: 'string', default: '12000' },
    changed: { type: 'string', default: '1' },
    queries: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '9' },
    work: { type: 'string', default: join(workDirectory, 'grown') },
    json: { type: 'string' },
  },
});
if (values.case === undefined) throw new Error('grown.js needs --case DIR');
const cli = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
const [additions, itemsEach, changed, perClass, rounds] = [
  values.additions,
  values.items,
  values.changed,
  values.queries,
  values.rounds,
].map(Number) as [number, number, number, number, number];
const casePath = resolve(values.case);
const work = resolve(values.work);
const data = (name: string): string => join(work, `data-${name}`);

/** One way to index the items of the case. */
interface Side {
  readonly name: string;
  readonly server: ListeningProcess;
  readonly client: RawClient;
}

/**
 * A count that was requested before comes from a cache. So more queries are asked only once, and the shortest times of the
 * others count.
 */
const ASKED = [
  { what: 'count, first time', route: '/hits', options: 'limit=0', isFirst: true },
  { what: 'count, repeated', route: '/hits', options: 'limit=0', isFirst: false },
  { what: 'ten best', route: '/search', options: 'sort=relevance&limit=10', isFirst: false },
  { what: 'first 50 by id', route: '/search', options: 'limit=50', isFirst: false },
] as const;
type Asked = (typeof ASKED)[number];
/** Number of queries that are asked once, for each query that is repeated. */
const ONCE_EACH = 3;

const builds: GrownBuild[] = [];
rmSync(work, { recursive: true, force: true });
const grown = new GrownCase(casePath, join(work, 'grown'), additions, itemsEach);
await build(grown.directory, 'grown', `the first ${grown.items} items`);
for (let n = 0; n < grown.additions; n++) {
  grown.add(n);
  await build(grown.directory, 'grown', `addition ${n + 1} of ${itemsEach} items`);
}
cpSync(data('grown'), data('merged'), { recursive: true });
await build(grown.directory, 'merged', 'small parts merged', '--merge');
const other = new GrownCase(casePath, join(work, 'changed'), 0, itemsEach);
await build(other.directory, 'changed', `all ${other.items} items`);
for (let n = 0; n < changed; n++) other.change(n);
await build(other.directory, 'changed', `${changed} changed files`);
await build(casePath, 'whole', 'the whole case');
console.log(
  grid(
    ['build', 's', 'processor s', 'peak MB'],
    builds.map(({ what, seconds, processorSeconds, peakMB }) => [
      what,
      seconds.toFixed(1),
      processorSeconds.toFixed(1),
      peakMB.toFixed(0),
    ]),
  ),
);

const { profile } = await sampleCorpus('grown', casePath);
const queries = largeQueries(profile, perClass, 1);
const askedOnce = largeQueries(profile, ONCE_EACH * perClass, 2);
const places = { whole: casePath, grown: grown.directory, merged: grown.directory, changed: other.directory };
let sides: Side[] = [];
try {
  const asked: AskedRatios[] = [];
  for (const each of ASKED) {
    const times = await timesOnNewServers(each);
    const medianMs = median(times.map((own) => own[0]!));
    asked.push({
      what: each.what,
      medianMs,
      grown: ratioOf(times, 1),
      merged: ratioOf(times, 2),
      changed: ratioOf(times, 3),
    });
  }
  console.log(
    `\n${askedOnce.length} and ${queries.length} queries, the best of ${rounds}; load ${loadavg()[0]!.toFixed(1)}`,
  );
  console.log(
    grid(
      ['', 'whole, µs', 'grown ÷ whole', 'worst', 'merged ÷ whole', 'worst', 'changed ÷ whole', 'worst'],
      asked.map(({ what, medianMs, grown: own, merged, changed: later }) => {
        const ratios = [own, merged, later].flatMap(({ mean, worst }) => [mean.toFixed(3), worst.toFixed(2)]);
        return [what, (1000 * medianMs).toFixed(0), ...ratios];
      }),
    ),
  );
  const result: GrownResult = { additions, itemsEach, queries: queries.length, builds, asked };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result)}\n`);
} finally {
  await endServers();
}

/** Measures on new servers, because a server merges small parts some time after it has opened them. */
async function timesOnNewServers(each: Asked): Promise<number[][]> {
  const begun = performance.now();
  for (const [name, directory] of Object.entries(places)) sides.push(await side(name, directory));
  const times = await timesInTurn(each);
  const took = performance.now() - begun;
  if (took > MERGE_AFTER_MILLISECONDS) {
    throw new Error(
      `${each.what} took ${Math.round(took / 1000)} s, so a server may have merged parts: ask fewer --queries`,
    );
  }
  await endServers();
  return times;
}

async function endServers(): Promise<void> {
  const ended = sides.map(({ server, client }) => {
    client.end();
    server.process.kill('SIGTERM');
    return once(server.process, 'exit');
  });
  sides = [];
  await Promise.all(ended);
}

async function build(directory: string, name: string, what: string, ...flags: readonly string[]): Promise<void> {
  const run = await runMeasured(
    ['node', cli, 'index', 'build', directory, '--data', data(name), '--json', ...flags],
    2,
  );
  if (run.exitCode !== 0) throw new Error(`${what}: ${run.errors}`);
  const { seconds, processorMs, peakBytes } = run;
  builds.push({ what, seconds, processorSeconds: processorMs / 1000, peakMB: peakBytes / 1e6 });
  console.error(`${what}: ${seconds.toFixed(1)} s`);
}

async function side(name: string, directory: string): Promise<Side> {
  const server = await serveCase(directory, data(name));
  return { name, server, client: new RawClient(server.url) };
}

/**
 * Returns the shortest time of each query on each side in milliseconds. The side that is asked first changes with each query.
 */
async function timesInTurn({ route, options, isFirst }: Asked): Promise<number[][]> {
  const asked = isFirst ? askedOnce : queries;
  const best = asked.map(() => sides.map(() => Number.POSITIVE_INFINITY));
  for (let round = 0; round < (isFirst ? 1 : rounds); round++) {
    for (const [i, { text }] of asked.entries()) {
      const path = `${route}?q=${encodeURIComponent(text)}&${options}`;
      for (let turn = 0; turn < sides.length; turn++) {
        const n = (turn + i + round) % sides.length;
        const start = performance.now();
        const status = await sides[n]!.client.get(path);
        best[i]![n] = Math.min(best[i]![n]!, performance.now() - start);
        if (status !== 200) throw new Error(`${text}: ${status}`);
      }
      if (round > 0) continue;
      const [expected, ...others] = await Promise.all(sides.map(({ server }) => answerOf(server.url + path)));
      const n = others.findIndex((answer) => answer !== expected);
      if (n >= 0) throw new Error(`the ${sides[n + 1]!.name} case answers differently: ${path}`);
    }
  }
  return best;
}

/** Returns an answer without the time that the server took. */
async function answerOf(url: string): Promise<string> {
  const { tookMs: _, ...answer } = (await (await fetch(url)).json()) as Record<string, unknown>;
  return JSON.stringify(answer);
}
