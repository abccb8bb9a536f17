/**
 * `node dist/bench/page.js --case DIR [--data DIR] [--queries N] [--seed N] [--json FILE] [--url URL] [--smoke]`: the whole way
 * from a key to the picture, in a real Chromium with a server over HTTP. Every query is new to the server and counts once. A
 * trace of the browser says when the frame with the answer was presented, and where the time went.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { sampleCorpus } from './corpus/sample.ts';
import { bringIntoCache } from './engines/system-cache.ts';
import { serveCase } from './http/case-server.ts';
import { ACTIONS, typeLetters, useQuery } from './page/actions.ts';
import { findChromium, startChromium } from './page/chromium.ts';
import { type ActionResult, actionResult } from './page/delays.ts';
import { drawnQueries, typedTexts } from './page/drawn-queries.ts';
import { MeasuredPage } from './page/measured-page.ts';
import { CAUSES } from './page/trace.ts';
import { grid } from './report/table.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    data: { type: 'string', default: 'bench/.work/page-data' },
    queries: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    url: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  },
});
if (values.case === undefined) throw new Error('page.js needs --case DIR');
const count = Number(values.queries ?? (values.smoke ? 2 : 200));
/** Queries before any time counts, so that the page's and the server's code is compiled. */
const warm = values.smoke ? 1 : 20;
/** A trace is kept in memory, so it covers a few queries. */
const QUERIES_PER_TRACE = 10;
/** A run of many minutes is not lost for a query that fails. */
const FAILED_PART_MAX = 0.02;

const corpus = await sampleCorpus('page', values.case);
const queries = drawnQueries(corpus.profile, count + warm, Number(values.seed));
const typed = typedTexts(corpus.profile, Math.ceil(count / 6));

const server = values.url === undefined ? await serveCase(values.case, values.data) : null;
const browser = await startChromium(findChromium());
try {
  const measured = await MeasuredPage.open(browser, values.url ?? server!.url);
  const failed: string[] = [];
  for (const query of queries.slice(0, warm)) await used(measured, query, failed);
  for (let from = warm; from < queries.length; from += QUERIES_PER_TRACE) {
    if (server !== null) bringIntoCache(values.data);
    await measured.startTrace();
    for (const query of queries.slice(from, from + QUERIES_PER_TRACE)) await used(measured, query, failed);
    await measured.endTrace();
    console.error(`${from - warm + QUERIES_PER_TRACE} of ${count}`);
  }
  for (let from = 0; from < typed.length; from += QUERIES_PER_TRACE) {
    await measured.startTrace();
    for (const text of typed.slice(from, from + QUERIES_PER_TRACE)) await typeLetters(measured, text);
    await measured.endTrace();
  }
  const results = ACTIONS.flatMap((action) => {
    const all = measured.measured.get(action);
    return all === undefined ? [] : [actionResult(action, all)];
  });
  tell(results);
  if (failed.length > 0) console.log(`${failed.length} queries failed: ${failed.join('   ')}`);
  if (failed.length > queries.length * FAILED_PART_MAX) process.exitCode = 1;
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ queries: count, actions: results })}\n`);
} finally {
  await browser.close();
  server?.process.kill('SIGTERM');
}

async function used(measured: MeasuredPage, query: string, failed: string[]): Promise<void> {
  try {
    await useQuery(measured, query);
  } catch (fault) {
    console.error(`${query}: ${fault instanceof Error ? fault.message : String(fault)}`);
    failed.push(query);
    await measured.reload();
  }
}

function tell(results: readonly ActionResult[]): void {
  const ms = (time: number): string => time.toFixed(1);
  console.log(`${count} queries, each once, from key to picture; load ${loadavg()[0]!.toFixed(1)}`);
  console.log(
    grid(
      ['action', 'count', 'p50 ms', 'p99 ms', 'max ms', ...CAUSES, 'kB sent', 'kB decoded'],
      results.map((result) => [
        result.action,
        String(result.count),
        ms(result.p50Ms),
        ms(result.p99Ms),
        ms(result.maxMs),
        ...CAUSES.map((cause) => `${ms(result.meanParts[cause])} (${ms(result.slowParts[cause])})`),
        ms(result.sentBytes / 1000),
        ms(result.decodedBytes / 1000),
      ]),
    ),
  );
  for (const { action, slowest } of results) console.log(`slowest ${action}: ${slowest.join('   ')}`);
  console.log('Causes are means, and in brackets means of the slowest twentieth.');
}
