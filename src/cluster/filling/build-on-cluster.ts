/**
 * Puts the items of a case into an index of a cluster. A new generation is built beside the current one, and replaces it by
 * alias when it is complete. An interrupted build is resumed. The item store is built before, and provides the fields and
 * types.
 */
import type { CaseItem, CaseReader } from '../../cases/case-reader.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { SeenIds } from '../../indexing/seen-ids.ts';
import { AppError } from '../../shared/errors.ts';
import { ClusterFault, type ClusterLink, pause } from '../link/cluster-link.ts';
import { type IndexLayout, type IndexMeta, indexBody, LAYOUT_VERSION } from '../mapping/index-settings.ts';
import { BulkSender } from './bulk-sender.ts';
import type { ClusterNames } from './cluster-names.ts';
import { clusterState } from './cluster-state.ts';
import { countClusterItems } from './count-items.ts';
import { Documents } from './document-of.ts';
import { LockDocument, type Unfinished } from './lock-document.ts';

export interface ClusterBuildOptions {
  readonly reader: CaseReader;
  readonly store: IndexReader;
  readonly link: ClusterLink;
  readonly names: ClusterNames;
  readonly layout: IndexLayout;
  readonly isForced?: boolean;
  readonly onProgress?: (items: number) => void;
  readonly signal?: AbortSignal;
}

/** How often a lock is renewed, with the progress of the build. */
const RENEWED_AFTER = 5000;
/** How long the cluster may take to copy a finished index. */
const COPIES_PATIENCE = 600_000;
/** How long one request waits for unavailable shards. Then it is repeated. */
const PARTS_WAITED = '10s';

/**
 * Returns the current index, and whether it was built by this call. Throws CLUSTER_AWAY, DATA_DIR_BUSY, LOCK_LOST, UNSUPPORTED,
 * CANCELLED.
 */
export async function buildOnCluster(
  options: ClusterBuildOptions,
): Promise<{ readonly index: string; readonly isNew: boolean }> {
  const { reader, store, link, names, signal } = options;
  if (reader.analyzed !== null) {
    throw new AppError(
      'UNSUPPORTED',
      'A case that brings its own terms cannot be put on a cluster. Index it with the embedded engine.',
    );
  }
  if (options.isForced !== true) {
    const state = await clusterState(link, names, store, signal);
    if (state.kind === 'current') return { index: state.index, isNew: false };
  }
  const lock = await LockDocument.take(link, names.alias, signal);
  try {
    return { index: await new ClusterBuild(options, lock).run(), isNew: true };
  } finally {
    await lock.release();
  }
}

class ClusterBuild {
  readonly #options: ClusterBuildOptions;
  readonly #lock: LockDocument;
  readonly #documents: Documents;
  readonly #ids = new SeenIds();
  #renewed = 0;
  #read = 0;

  constructor(options: ClusterBuildOptions, lock: LockDocument) {
    this.#options = options;
    this.#lock = lock;
    this.#documents = new Documents(options.reader, options.store.fields);
  }

  async run(): Promise<string> {
    const { reader, signal, link } = this.#options;
    const build = await this.#begin();
    const sender = new BulkSender(link, build.index, signal);
    const begunAt = build.items;
    sender.acknowledged = begunAt;
    for (const part of reader.parts) {
      // Unreadable parts are in the report of the item store.
      const observer = { problem: () => undefined, progress: () => undefined };
      for await (const items of reader.readItems(part, observer)) {
        for (const item of items) await this.#add(item, sender, begunAt);
        await this.#renew(build, sender);
      }
    }
    await sender.finish();
    await this.#finish({ ...build, items: this.#read });
    return build.index;
  }

  /** Returns the index of an equal earlier build, or a new one. */
  async #begin(): Promise<Unfinished> {
    const { link, names, store, layout, isForced, signal } = this.#options;
    const left = this.#lock.build;
    const { identity } = store;
    const isSame = left?.identity === identity && left.shards === layout.shards && isForced !== true;
    if (isSame && (await this.#canGoOn(left.index))) return left;
    const all = await link.find<Record<string, unknown>>(
      { method: 'GET', path: `/${names.pattern}/_settings` },
      signal,
    );
    const numbers = Object.keys(all ?? {}).map((index) => names.numberOf(index) ?? 0);
    if (left !== null && left.index in (all ?? {})) await this.#remove(left.index);
    const index = names.generation(Math.max(0, ...numbers) + 1);
    const build = { index, identity, shards: layout.shards, items: 0 };
    const meta: IndexMeta = {
      layout: LAYOUT_VERSION,
      identity,
      items: store.header.searchableCount,
      shards: layout.shards,
    };
    // Recorded first, because an unrecorded index would stay forever.
    await this.#lock.renew(build, signal);
    const body = indexBody(store.fields.values(), { ...layout, replicas: 0 }, meta);
    await this.#create(index, body);
    return build;
  }

  /** If the answer to a request was lost, the repeated request finds the index that the first one created. */
  async #create(index: string, body: object): Promise<void> {
    const { link, signal } = this.#options;
    try {
      await link.ask({ method: 'PUT', path: `/${index}`, query: { wait_for_active_shards: 1 }, body }, signal);
    } catch (fault) {
      if (!(fault instanceof ClusterFault) || fault.type !== 'resource_already_exists_exception') throw fault;
    }
  }

  /** Returns false if the index or one of its shards no longer exists. An index has no replicas while it is built. */
  async #canGoOn(index: string): Promise<boolean> {
    const { link, signal } = this.#options;
    if ((await link.find({ method: 'GET', path: `/${index}/_settings` }, signal)) === null) return false;
    try {
      await this.#hasAllParts(index);
      return true;
    } catch (fault) {
      if (fault instanceof AppError && fault.code === 'CLUSTER_AWAY') return false;
      throw fault;
    }
  }

  async #remove(index: string): Promise<void> {
    await this.#options.link.find({ method: 'DELETE', path: `/${index}` }, this.#options.signal);
  }

  async #add(item: CaseItem, sender: BulkSender, begunAt: number): Promise<void> {
    const read = ++this.#read;
    if (!this.#ids.add(item.id) || read <= begunAt) return;
    const document = await this.#documents.of(item);
    if (document === null) return;
    await sender.add(item.id, document, read);
  }

  async #renew(build: Unfinished, sender: BulkSender): Promise<void> {
    const { signal, onProgress } = this.#options;
    if (signal?.aborted === true) throw new AppError('CANCELLED', 'the build was cancelled; the next one continues it');
    onProgress?.(this.#read);
    if (performance.now() - this.#renewed < RENEWED_AFTER) return;
    this.#renewed = performance.now();
    await this.#lock.renew({ ...build, items: sender.acknowledged }, signal);
  }

  /** Checks the count, makes the replicas, and points the alias to the index. Removes older generations except the last one. */
  async #finish(build: Unfinished): Promise<void> {
    const { link, names, store, layout, signal } = this.#options;
    const { index } = build;
    // A refresh silently skips an unavailable shard. That is harmless, because a shard refreshes itself when it becomes
    // available again.
    await this.#hasAllParts(index);
    await link.ask({ method: 'POST', path: `/${index}/_refresh` }, signal);
    const count = await countClusterItems(link, index, signal);
    if (count !== store.header.searchableCount) {
      await this.#lock.renew(null, signal);
      await this.#remove(index);
      throw new AppError(
        'INDEX_CORRUPT',
        `The cluster has ${count} items of the case, but ${store.header.searchableCount} were sent. Build again.`,
      );
    }
    await this.#lock.renew(build, signal);
    const settings = { 'index.number_of_replicas': layout.replicas, 'index.blocks.write': true };
    await link.ask({ method: 'PUT', path: `/${index}/_settings`, body: settings }, signal);
    await this.#copied(index);
    const old = await link.find<Record<string, unknown>>({ method: 'GET', path: `/${names.pattern}/_alias` }, signal);
    const actions = Object.keys(old ?? {}).map((other) => ({
      remove: { index: other, alias: names.alias, must_exist: false },
    }));
    await link.ask(
      { method: 'POST', path: '/_aliases', body: { actions: [...actions, { add: { index, alias: names.alias } }] } },
      signal,
    );
    await this.#lock.renew(null, signal);
    const older = Object.keys(old ?? {})
      .filter((other) => other !== index)
      .sort()
      .slice(0, -1);
    for (const other of older) await this.#remove(other);
  }

  /** Throws CLUSTER_AWAY if a shard of the index stays unavailable. */
  async #hasAllParts(index: string): Promise<void> {
    const { link, signal } = this.#options;
    const query = { wait_for_status: 'yellow', timeout: PARTS_WAITED };
    await link.ask({ method: 'GET', path: `/_cluster/health/${index}`, query }, signal);
  }

  /** Waits for as many replicas as the nodes allow. */
  async #copied(index: string): Promise<void> {
    const { link, signal } = this.#options;
    for (const begun = performance.now(); performance.now() - begun < COPIES_PATIENCE; ) {
      const health = await link.ask<{
        status: string;
        initializing_shards: number;
        relocating_shards: number;
        number_of_data_nodes: number;
      }>({ method: 'GET', path: `/_cluster/health/${index}` }, signal);
      const isAlone = this.#options.layout.replicas >= health.number_of_data_nodes;
      if (health.status === 'green' || (isAlone && health.status === 'yellow' && health.initializing_shards === 0))
        return;
      await pause(200, signal);
    }
  }
}
