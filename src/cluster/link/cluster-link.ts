/**
 * The connection to a cluster: requests by the official client, with checked answers. An answer of only some shards is never
 * accepted. Instead, the request is repeated for a while, so that the failure of a node whose shards have replicas goes
 * unnoticed. After that, the request fails with an error that names the cluster.
 */
import type { Client, errors } from '@opensearch-project/opensearch';
import { abortError, onAbort } from '../../shared/ends/end-listeners.ts';
import { AppError } from '../../shared/errors.ts';
import { clientPackage } from './client-package.ts';
import type { ClusterAddress } from './cluster-address.ts';
import { WATCH_TIMES, type WatchTimes, watched } from './watched-connection.ts';

export interface ClusterRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Whether it reads a point in time, which may no longer exist when the request is repeated. */
  readonly isHeld?: boolean;
  /** Lines of a bulk or a multi-search. */
  readonly lines?: string;
}

export interface LinkTimes {
  /** How long a request is repeated after its first failure, while shards are unavailable. */
  readonly patience: number;
  /** How long a request is repeated while no node can be reached. */
  readonly reach: number;
  /** Time limit of one request. */
  readonly request: number;
  readonly watch: WatchTimes;
}

export const LINK_TIMES: LinkTimes = { patience: 30_000, reach: 5000, request: 120_000, watch: WATCH_TIMES };

/** After this many milliseconds, a node that did not answer is tried again. */
const DEAD_NODE_MILLISECONDS = 2000;
const FIRST_DELAY = 100;
const LONGEST_DELAY = 1000;
/** Statuses that may be temporary. */
const PASSING = new Set([408, 429, 502, 503, 504]);
/**
 * Matches types of faults of a node or a shard. A shard that is just being opened or closed is reported as 404, or as a closed
 * reader.
 */
const OF_NODES = /node_|transport|shard|cluster_manager|not_master|_closed/;
const OF_SHARDS = /shard/;

export class ClusterLink {
  /** Number of configured nodes. */
  readonly nodeCount: number;
  readonly #client: Client;
  readonly #times: LinkTimes;
  #closing: Promise<void> | null = null;

  constructor({ nodes, authorization, ca }: ClusterAddress, times: LinkTimes = LINK_TIMES) {
    this.#times = times;
    this.nodeCount = nodes.length;
    const { Client, Connection } = clientPackage();
    this.#client = new Client({
      nodes: [...nodes],
      Connection: watched(Connection, times.watch),
      maxRetries: 0,
      requestTimeout: times.request,
      resurrectStrategy: 'none',
      enableMetaHeader: false,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
      ...(ca === undefined ? {} : { ssl: { ca } }),
    });
    const pool = this.#client.connectionPool as unknown as { resurrectTimeout: number; resurrectTimeoutCutoff: number };
    pool.resurrectTimeout = DEAD_NODE_MILLISECONDS;
    pool.resurrectTimeoutCutoff = 1;
  }

  /**
   * Returns the answer once all requested shards have answered. Throws AppError CLUSTER_AWAY if they do not, CANCELLED, and
   * ClusterFault if the cluster refuses the request.
   */
  async ask<T>(request: ClusterRequest, signal?: AbortSignal): Promise<T> {
    /** The time of the first failure, and the time since which no node was reached. */
    let failed: number | null = null;
    let unreached: number | null = null;
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      const outcome = await this.#try(request, signal);
      const now = performance.now();
      if (outcome.kind === 'answer') return outcome.body as T;
      // The search context of a failed node is lost. The caller creates a new one.
      if (!outcome.isUnreachable && request.isHeld === true) {
        throw new ClusterFault(410, 'point_in_time_lost', outcome.reason);
      }
      failed ??= now;
      unreached = outcome.isUnreachable ? (unreached ?? now) : null;
      const { patience, reach } = this.#times;
      const isTooLong = now - failed + delay > patience || (unreached !== null && now - unreached + delay > reach);
      if (isTooLong) throw away(outcome.reason);
      await pause(delay, signal);
    }
  }

  /** Returns null if the cluster does not have it. */
  async find<T>(request: ClusterRequest, signal?: AbortSignal): Promise<T | null> {
    try {
      return await this.ask<T>(request, signal);
    } catch (fault) {
      if (fault instanceof ClusterFault && fault.status === 404) return null;
      throw fault;
    }
  }

  async #try({ method, path, query, body, lines }: ClusterRequest, signal: AbortSignal | undefined): Promise<Outcome> {
    if (signal?.aborted === true) throw abortError(signal);
    const sent = this.#client.transport.request({
      method,
      path,
      ...(query === undefined ? {} : { querystring: { ...query } }),
      ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
      ...(lines === undefined ? {} : { bulkBody: lines }),
    });
    // Closes the connection, so that the cluster ends its work for the request.
    const stop = (): void => {
      (sent as unknown as { abort(): void }).abort();
    };
    const forget = signal && onAbort(signal, stop);
    try {
      const { body: answer } = await sent;
      const fault = partialFault(answer);
      return fault === null ? { kind: 'answer', body: answer } : { kind: 'again', reason: fault, isUnreachable: false };
    } catch (fault) {
      if (isAborted(signal)) throw abortError(signal!);
      if (fault instanceof ClusterFault) throw fault;
      return again(fault);
    } finally {
      forget?.();
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#client.close();
    return this.#closing;
  }
}

/** The state may have changed since the last check. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

type Outcome =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'again'; readonly reason: string; readonly isUnreachable: boolean };

/** A refusal of the cluster, with the cluster's own message. Not for clients, because it may contain anything. */
export class ClusterFault extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(`the cluster answers ${status}: ${type}: ${reason}`);
    this.status = status;
    this.type = type;
  }
}

interface Shards {
  readonly failed?: number;
  readonly failures?: readonly { readonly reason?: { readonly type?: string; readonly reason?: string } }[];
}

/** A pattern matches more words than the cluster lists. */
const TOO_MANY = 'too_many_clauses';

/** Returns the fault of a received answer: shards that failed, or did not answer in time. */
function partialFault(answer: unknown): string | null {
  if (answer === null || typeof answer !== 'object') return null;
  const { timed_out: timedOut, _shards: shards } = answer as { timed_out?: boolean; _shards?: Shards };
  const { type, reason } = shards?.failures?.[0]?.reason ?? {};
  // Repeating the request would not help.
  if (type === TOO_MANY) throw new ClusterFault(400, TOO_MANY, reason ?? '');
  if (timedOut === true) return 'a search ran out of its time';
  return (shards?.failed ?? 0) > 0 ? `${shards!.failed} shards failed` : null;
}

function again(fault: unknown): Outcome {
  const { name, statusCode, body } = fault as errors.ResponseError & { readonly name: string };
  if (name === 'ConnectionError' || name === 'NoLivingConnectionsError') {
    return { kind: 'again', reason: 'no node answers', isUnreachable: true };
  }
  if (name === 'TimeoutError') return { kind: 'again', reason: 'a node does not answer in time', isUnreachable: false };
  if (name !== 'ResponseError') throw fault;
  const error = (body as { readonly error?: unknown } | null)?.error;
  const { type, reason } = rootOf(error);
  const status = statusCode ?? 0;
  const isPassing =
    PASSING.has(status) || (status >= 500 && OF_NODES.test(type)) || (status === 404 && OF_SHARDS.test(type));
  if (isPassing) {
    return { kind: 'again', reason: reasonOf(status, type), isUnreachable: false };
  }
  if (status === 401 || status === 403) {
    throw new AppError('CLUSTER_AWAY', `The cluster refuses access (${status}); check --engine-auth.`);
  }
  throw new ClusterFault(status, type, reason);
}

/** The first cause in the error. */
function rootOf(error: unknown): { readonly type: string; readonly reason: string } {
  if (typeof error === 'string') return { type: 'error', reason: error };
  const {
    type,
    reason,
    root_cause: causes,
    failed_shards: failed,
  } = (error ?? {}) as {
    type?: string;
    reason?: string;
    root_cause?: readonly { type?: string; reason?: string }[];
    failed_shards?: readonly { reason?: { type?: string; reason?: string; caused_by?: { reason?: string } } }[];
  };
  const deep = failed?.[0]?.reason ?? causes?.[0];
  return { type: deep?.type ?? type ?? 'unknown', reason: deep?.reason ?? reason ?? '' };
}

const reasonOf = (status: number, type: string): string => (type === 'unknown' ? `status ${status}` : type);

export function away(reason: string): AppError {
  return new AppError('CLUSTER_AWAY', `The answer of the cluster is incomplete: ${reason}. Try again soon.`);
}

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(abortError(signal!));
    };
    const timer = setTimeout(() => {
      forget?.();
      resolve();
    }, milliseconds);
    const forget = signal && onAbort(signal, stop);
    if (signal?.aborted === true) stop();
  });
}
