/**
 * `node dist/bench/page-proxy.js --case DIR [--data DIR] [--queries N] [--json FILE] [--smoke]`: the page directly, and through
 * nginx with TLS on the loopback address over HTTP/1.1 and over HTTP/2, in turn. Measures loading the page with an empty browser
 * cache, and searches.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { sampleCorpus } from './corpus/sample.ts';
import { serveCase } from './http/case-server.ts';
import { searchFor } from './page/actions.ts';
import { findChromium, startChromium } from './page/chromium.ts';
import { percentile } from './page/delays.ts';
import { drawnQueries } from './page/drawn-queries.ts';
import { MeasuredPage } from './page/measured-page.ts';
import { startProxies } from './page/proxies.ts';
import type { Percentiles, ProxyResult, WayResult } from './page/proxy-result.ts';
import { grid } from './report/table.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    data: { type: 'string', default: 'bench/.work/page-data' },
    queries: { type: 'string' },
    json: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  },
});
if (values.case === undefined) throw new Error('page-proxy.js needs --case DIR');
const count = Number(values.queries ?? (values.smoke ? 2 : 100));
const warm = values.smoke ? 1 : 10;
const QUERIES_PER_TRACE = 10;

const corpus = await sampleCorpus('page', values.case);
// Each way has its own queries, so that none finds what the server cached for another.
const queries = drawnQueries(corpus.profile, (count + warm) * 3, 2);
const server = await serveCase(values.case, values.data);
const proxies = await startProxies(server.url, `${values.data}/proxy`);
const browser = await startChromium(findChromium());
try {
  const addresses = {
    'direct, HTTP/1.1': server.url,
    'nginx, TLS, HTTP/1.1': proxies.http1,
    'nginx, TLS, HTTP/2': proxies.http2,
  };
  const ways: WayResult[] = [];
  const loads = await loadsInTurn(browser, Object.values(addresses));
  for (const [n, [way, url]] of Object.entries(addresses).entries()) {
    const own = queries.filter((_, i) => i % 3 === n);
    const { search, facets } = await searches(browser, url, own);
    ways.push({ way, count: own.length - warm, load: percentiles(loads[n]!), search, facets });
  }
  tell(ways);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ ways } satisfies ProxyResult));
} finally {
  await browser.close();
  proxies.process.kill('SIGTERM');
  server.process.kill('SIGTERM');
}

/** Times in turn, so that changes of the machine's load meet all ways. */
async function loadsInTurn(by: Browser, urls: readonly string[]): Promise<number[][]> {
  const times: number[][] = urls.map(() => []);
  for (let round = 0; round < count + 1; round++) {
    for (const [n, url] of urls.entries()) {
      const { page, firstRowMs } = await MeasuredPage.open(by, url);
      await page.context().close();
      // The first one fills caches of the server.
      if (round > 0) times[n]!.push(firstRowMs);
    }
  }
  return times;
}

async function searches(by: Browser, url: string, own: readonly string[]) {
  const measured = await MeasuredPage.open(by, url);
  for (const query of own.slice(0, warm)) await searchFor(measured, query);
  for (let from = warm; from < own.length; from += QUERIES_PER_TRACE) {
    await measured.startTrace();
    for (const query of own.slice(from, from + QUERIES_PER_TRACE)) await searchFor(measured, query);
    await measured.endTrace();
  }
  await measured.page.context().close();
  const of = (name: string): Percentiles => percentiles((measured.measured.get(name) ?? []).map(({ total }) => total));
  return { search: of('search'), facets: of('its counts by category') };
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}

function tell(ways: readonly WayResult[]): void {
  const both = ({ p50Ms, p99Ms }: Percentiles): string => `${p50Ms.toFixed(1)}, ${p99Ms.toFixed(1)}`;
  console.log(`p50 and p99 in ms, ${count} of each; load ${loadavg()[0]!.toFixed(1)}`);
  console.log(
    grid(
      ['way', 'page load', 'search', 'its counts'],
      ways.map(({ way, load, search, facets }) => [way, both(load), both(search), both(facets)]),
    ),
  );
}
