/**
 * Sends documents to the cluster in bulk requests. Only a few are sent at a time, and the next one follows when one is
 * acknowledged. Documents that the cluster has no capacity for at the moment are sent again. A refused document ends the build.
 */
import { AppError } from '../../shared/errors.ts';
import { away, type ClusterLink, pause } from '../link/cluster-link.ts';

/** A bulk request is sent when it has this size. */
const BULK_UNITS = 4 * 2 ** 20;
const BULK_ITEMS = 5000;
/** Size of the largest document. A request to a cluster may have 100 MB. */
export const DOCUMENT_UNITS_MAX = 64 * 2 ** 20;
/**
 * Maximum number of concurrent bulk requests, not counting the one that is being assembled. Up to this limit, there is one per
 * node, so that no node is idle.
 */
const AT_ONCE_MAX = 8;
const AGAIN_AFTER = 500;
const PATIENCE = 120_000;

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly {
    readonly index: { readonly status: number; readonly error?: { readonly type: string; readonly reason: string } };
  }[];
}

export class BulkSender {
  readonly #link: ClusterLink;
  readonly #index: string;
  readonly #signal: AbortSignal | undefined;
  readonly #atOnce: number;
  #lines: string[] = [];
  #units = 0;
  /** The number of items of the case that were read when the newest document arrived. */
  #read = 0;
  /**
   * Unacknowledged bulk requests, oldest first. Each has the number of items that are certainly stored once it and all earlier
   * ones are acknowledged.
   */
  #sent: { readonly done: Promise<void>; readonly read: number }[] = [];
  /** Number of items of the case that are acknowledged, without gaps. */
  acknowledged = 0;

  constructor(link: ClusterLink, index: string, signal: AbortSignal | undefined) {
    this.#link = link;
    this.#index = index;
    this.#signal = signal;
    this.#atOnce = Math.min(link.nodeCount, AT_ONCE_MAX);
  }

  /** Resolves when there is capacity for the next document. */
  async add(id: number, document: string, read: number): Promise<void> {
    if (document.length > DOCUMENT_UNITS_MAX) {
      const size = Math.round(document.length / 2 ** 20);
      throw new AppError(
        'UNSUPPORTED',
        `Item ${id} has ${size} MiB of words, and a cluster takes ${DOCUMENT_UNITS_MAX / 2 ** 20} MiB per item. Index this case with the embedded engine.`,
      );
    }
    this.#lines.push(`{"index":{"_id":"${id}"}}\n${document}\n`);
    this.#units += document.length;
    this.#read = read;
    if (this.#units >= BULK_UNITS || this.#lines.length >= BULK_ITEMS) await this.#begin();
  }

  async finish(): Promise<void> {
    if (this.#lines.length > 0) await this.#begin();
    while (this.#sent.length > 0) await this.#settleOldest();
  }

  async #begin(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#units = 0;
    const done = this.#send(lines);
    // The code that awaits it throws its error.
    done.catch(() => undefined);
    this.#sent.push({ done, read: this.#read });
    while (this.#sent.length > this.#atOnce) await this.#settleOldest();
  }

  async #settleOldest(): Promise<void> {
    const { done, read } = this.#sent.shift()!;
    await done;
    this.acknowledged = read;
  }

  async #send(lines: readonly string[]): Promise<void> {
    let left = lines;
    for (const begun = performance.now(); left.length > 0; ) {
      const request = { method: 'POST', path: `/${this.#index}/_bulk`, lines: left.join('') } as const;
      const { errors, items } = await this.#link.ask<BulkAnswer>(request, this.#signal);
      if (!errors) return;
      const refused = items.find(({ index: { status } }) => status >= 400 && status !== 429 && status !== 503);
      if (refused !== undefined) {
        const { type, reason } = refused.index.error ?? { type: 'unknown', reason: '' };
        throw new Error(`the cluster refuses a document: ${type}: ${reason}`);
      }
      left = left.filter((_line, i) => items[i]!.index.status >= 400);
      if (left.length === 0) return;
      if (performance.now() - begun > PATIENCE) throw away('it takes no more documents');
      await pause(AGAIN_AFTER, this.#signal);
    }
  }
}
