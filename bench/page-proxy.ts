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
  const urls = Object.values(addresses);
  const loads = await loadsInTurn(browser, urls);
  const searched = await searchesInTurn(browser, urls);
  const ways: readonly WayResult[] = Object.keys(addresses).map((way, n) => ({
    way,
    count,
    load: percentiles(loads[n]!),
    search: percentiles(timesOf(searched[n]!, 'search')),
    facets: percentiles(timesOf(searched[n]!, 'its counts by category')),
  }));
  tell(ways);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ ways } satisfies ProxyResult));
} finally {
  await browser.close();
  proxies.process.kill('SIGTERM');
  server.process.kill('SIGTERM');
}

/** Measures the ways in turn, so that changes of the machine's load affect all of them. */
async function loadsInTurn(by: Browser, urls: readonly string[]): Promise<number[][]> {
  const times: number[][] = urls.map(() => []);
  for (let round = 0; round < count + 1; round++) {
    for (const [n, url] of urls.entries()) {
      const { page, firstRowMs } = await MeasuredPage.open(by, url);
      await page.context().close();
      // The first round only fills caches of the server.
      if (round > 0) times[n]!.push(firstRowMs);
    }
  }
  return times;
}

/**
 * Sends a few queries each way, again and again. Each way has queries of its own, so that none benefits from answers that the
 * server cached for another.
 */
async function searchesInTurn(by: Browser, urls: readonly string[]): Promise<MeasuredPage[]> {
  const pages: MeasuredPage[] = [];
  for (const url of urls) pages.push(await MeasuredPage.open(by, url));
  const own = pages.map((_, n) => queries.filter((_query, i) => i % pages.length === n));
  for (const [n, page] of pages.entries()) for (const query of own[n]!.slice(0, warm)) await searchFor(page, query);
  for (let from = warm; from < warm + count; from += QUERIES_PER_TRACE) {
    for (const [n, page] of pages.entries()) {
      await page.page.bringToFront();
      await page.startTrace();
      for (const query of own[n]!.slice(from, from + QUERIES_PER_TRACE)) await searchFor(page, query);
      await page.endTrace();
    }
  }
  return pages;
}

function timesOf({ measured }: MeasuredPage, name: string): number[] {
  return (measured.get(name) ?? []).map(({ total }) => total);
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
