/**
 * `index verify` of a case on a cluster: verifies the item store like any index, and compares the cluster's index with the
 * case. For a sample of the items, or all of them, it compares the document that would be sent now with the stored one. A deep
 * check also searches for each of their words, in its position.
 */
import type { CaseReader } from '../../cases/case-reader.ts';
import { openCase } from '../../cases/open-case.ts';
import { IndexReader } from '../../engine/index-reader.ts';
import { VerifyFindings } from '../../engine/verify-findings.ts';
import { type VerifyOptions, type VerifyReport, verifyIndex } from '../../indexing/verify-index.ts';
import { AppError } from '../../shared/errors.ts';
import { away, ClusterLink } from '../link/cluster-link.ts';
import { DIGEST, ID } from '../mapping/field-names.ts';
import { readClusterState } from './case-state.ts';
import { type ClusterSite, itemStores } from './cluster-site.ts';
import { countClusterItems } from './count-items.ts';
import { Documents } from './document-of.ts';

/** Approximate number of items in a sample. */
const SAMPLE = 10_000;
const AT_ONCE = 500;
/** Number of words of a searched phrase, and number of queries per request. */
const WORDS_AT_ONCE = 200;
const QUERIES_AT_ONCE = 100;

interface Sent {
  readonly id: number;
  readonly document: string;
}

/** Throws the same errors as `verifyIndex`, and also CLUSTER_AWAY. */
export async function verifyOnCluster(options: VerifyOptions & { readonly site: ClusterSite }): Promise<VerifyReport> {
  const { dataDir, site, isDeep = false, signal } = options;
  const store = await verifyIndex({ ...options, dataDir: itemStores(dataDir), isDeep: false });
  const reader = await openCase(options.casePath, options.formats, options.caseOptions);
  const findings = new VerifyFindings();
  const link = new ClusterLink(site.address);
  try {
    const state = await readClusterState(reader, { dataDir, site, signal });
    if (state.index === null || state.store === null)
      findings.add('cluster', state.reason ?? 'it has no index of the case');
    else if (!store.isStale) {
      const index = await IndexReader.open(state.store);
      try {
        await new Comparison(reader, index, link, { name: state.index, isDeep, findings, options }).run();
      } finally {
        await index.close();
      }
    }
  } finally {
    await link.close();
    await reader.close();
  }
  const all = [...store.findings, ...findings.list];
  return { ...store, isSound: all.length === 0, findings: all, checked: { ...store.checked, ...findings.counts } };
}

interface Compared {
  readonly name: string;
  readonly isDeep: boolean;
  readonly findings: VerifyFindings;
  readonly options: VerifyOptions;
}

class Comparison {
  readonly #reader: CaseReader;
  readonly #store: IndexReader;
  readonly #link: ClusterLink;
  readonly #compared: Compared;

  constructor(reader: CaseReader, store: IndexReader, link: ClusterLink, compared: Compared) {
    this.#reader = reader;
    this.#store = store;
    this.#link = link;
    this.#compared = compared;
  }

  async run(): Promise<void> {
    const { name, isDeep, findings } = this.#compared;
    const { searchableCount } = this.#store.header;
    const count = await countClusterItems(this.#link, name, this.#compared.options.signal);
    findings.checked('items on the cluster', count);
    if (count !== searchableCount) findings.add('cluster', `${count} items, and the item store has ${searchableCount}`);
    const step = isDeep ? 1 : Math.max(1, Math.floor(searchableCount / SAMPLE));
    const documents = new Documents(this.#reader, this.#store.fields);
    const seen = new Set<number>();
    let some: Sent[] = [];
    let number = 0;
    for (const part of this.#reader.parts) {
      const observer = { problem: () => undefined, progress: () => undefined };
      for await (const items of this.#reader.readItems(part, observer)) {
        for (const item of items) {
          if (number++ % step !== 0 || seen.has(item.id)) continue;
          seen.add(item.id);
          const document = await documents.of(item);
          if (document !== null) some.push({ id: item.id, document });
          if (some.length < AT_ONCE) continue;
          await this.#compare(some);
          some = [];
        }
      }
    }
    await this.#compare(some);
  }

  async #compare(some: readonly Sent[]): Promise<void> {
    if (some.length === 0) return;
    const { name, isDeep, findings, options } = this.#compared;
    if (options.signal?.aborted === true) throw new AppError('CANCELLED', 'the verification was cancelled');
    const body = {
      size: some.length,
      query: { terms: { [ID]: some.map(({ id }) => id) } },
      docvalue_fields: [ID, DIGEST],
      _source: false,
    };
    interface Found {
      readonly hits: { readonly hits: readonly { readonly fields: Readonly<Record<string, readonly unknown[]>> }[] };
    }
    const { hits } = await this.#ask<Found>('POST', `/${name}/_search?allow_partial_search_results=false`, body);
    const digests = new Map(hits.hits.map(({ fields }) => [fields[ID]![0] as number, fields[DIGEST]![0] as string]));
    for (const { id, document } of some) {
      const { digest } = JSON.parse(document) as { readonly digest: string };
      const found = digests.get(id);
      if (found === undefined) findings.add(`item ${id}`, 'the cluster does not have it');
      else if (found !== digest) findings.add(`item ${id}`, 'the cluster has other words or values than the case');
    }
    findings.checked('items compared by digest', some.length);
    if (isDeep) for (const sent of some) await this.#askForAll(sent);
  }

  /** Searches for every word in its position and every value. Each query must find the item. */
  async #askForAll({ id, document }: Sent): Promise<void> {
    const { findings } = this.#compared;
    const queries = [...questionsOf(document)];
    findings.checked('phrases and values queried', queries.length);
    for (let at = 0; at < queries.length; at += QUERIES_AT_ONCE) {
      const counts = await this.#counts(id, queries.slice(at, at + QUERIES_AT_ONCE));
      if (counts.every((count) => count === 1)) continue;
      findings.add(`item ${id}`, 'the cluster does not find it by all of its words');
      return;
    }
  }

  async #counts(id: number, queries: readonly object[]): Promise<readonly number[]> {
    const lines = queries.map((query) => {
      const filter = [{ term: { [ID]: id } }, query];
      return `{}\n${JSON.stringify({ size: 0, track_total_hits: true, query: { bool: { filter } } })}\n`;
    });
    interface Answers {
      readonly responses: readonly {
        readonly _shards?: { readonly failed: number };
        readonly timed_out?: boolean;
        readonly hits?: { readonly total: { readonly value: number } };
      }[];
    }
    const path = `/${this.#compared.name}/_msearch`;
    const { responses } = await this.#link.ask<Answers>({ method: 'POST', path, lines: lines.join('') });
    return responses.map(({ _shards, timed_out: isLate, hits }) => {
      if (hits === undefined || isLate === true || (_shards?.failed ?? 1) > 0) throw away('a shard failed');
      return hits.total.value;
    });
  }

  #ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const { signal } = this.#compared.options;
    return this.#link.ask<T>({ method, path, ...(body === undefined ? {} : { body }) }, signal);
  }
}

/** Returns phrases over all words of texts, each beginning with the last word of the previous one; values as terms; numbers. */
function* questionsOf(document: string): Generator<object> {
  for (const [field, values] of Object.entries(JSON.parse(document) as Record<string, unknown>)) {
    if (!Array.isArray(values)) continue;
    for (const value of values as readonly (string | number)[]) {
      if (!field.startsWith('t_')) {
        yield { term: { [field]: { value } } };
        continue;
      }
      const words = String(value).split(' ');
      for (let at = 0; at < words.length - 1; at += WORDS_AT_ONCE) {
        const query = words.slice(at, at + WORDS_AT_ONCE + 1).join(' ');
        yield { match_phrase: { [field]: { query, analyzer: 'pre' } } };
      }
    }
  }
}
