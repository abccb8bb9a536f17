/**
 * The TypeScript client: every operation of the service by its id, with the types of its OpenAPI document. It needs `fetch` and
 * nothing else, so it runs in browsers and in Node.
 */
import { type FollowedEvent, type FollowOptions, followedChanges } from './followed-changes.ts';
import { type Error as ErrorAnswer, OPERATIONS, type Operations } from './generated/interface.ts';
import { linesOf } from './lines-of.ts';

export type { FollowedEvent, FollowOptions } from './followed-changes.ts';
export type * from './generated/interface.ts';

export type OperationId = keyof Operations;
type Parameters<N extends OperationId> = Operations[N]['parameters'];
type Body<N extends OperationId> = Operations[N]['body'];

/** Options of one call, apart from its parameters and body. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface ClientOptions {
  /** The service's address, without a slash at the end. By default empty: the origin of the page. */
  readonly baseUrl?: string;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

/** An error response of the service: its status and details. */
export class CaseAccessError extends Error {
  override readonly name = 'CaseAccessError';
  readonly status: number;
  /** For a wrong query: position, expectation and suggestion. Null if the answer did not come from the service. */
  readonly details: ErrorAnswer | null;

  constructor(status: number, details: ErrorAnswer | null) {
    super(details?.error ?? `The service answered with status ${status}.`);
    this.status = status;
    this.details = details;
  }
}

export class CaseAccessClient {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;

  constructor({ baseUrl = '', headers = {}, fetch: own = fetch }: ClientOptions = {}) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
    // A browser's `fetch` must be called on the global object.
    this.#fetch = own.bind(globalThis);
  }

  /** The URL of an operation, for links, pictures and downloads. */
  address<N extends OperationId>(operation: N, parameters: Parameters<N>): string {
    const [, template, inPath] = OPERATIONS[operation];
    const given = parameters as Readonly<Record<string, unknown>>;
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined || inPath.includes(name)) continue;
      for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
    }
    const text = query.toString();
    return `${this.#baseUrl}${path}${text === '' ? '' : `?${text}`}`;
  }

  /** The JSON of an answer. Throws CaseAccessError for an error; errors of `fetch` pass through. */
  async ask<N extends OperationId>(
    operation: N,
    parameters: Parameters<N>,
    ...[body, options]: undefined extends Body<N>
      ? [body?: Body<N>, options?: CallOptions]
      : [body: Body<N>, options?: CallOptions]
  ): Promise<Operations[N]['answer']> {
    const response = await this.#send(operation, parameters, body, options);
    return (await response.json()) as Operations[N]['answer'];
  }

  /** The raw response, to be read as bytes, text or a stream. Throws the same errors as `ask`. */
  async open<N extends OperationId>(
    operation: N,
    parameters: Parameters<N>,
    ...[body, options]: undefined extends Body<N>
      ? [body?: Body<N>, options?: CallOptions]
      : [body: Body<N>, options?: CallOptions]
  ): Promise<Response> {
    return this.#send(operation, parameters, body, options);
  }

  /**
   * The objects of an answer in JSON Lines, one by one as they arrive. The last line marks the answer as complete. If it is
   * missing, the answer was cut off, and this throws CaseAccessError.
   */
  async *lines<N extends OperationId>(
    operation: N,
    parameters: Parameters<N>,
    ...[body, options]: undefined extends Body<N>
      ? [body?: Body<N>, options?: CallOptions]
      : [body: Body<N>, options?: CallOptions]
  ): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
    const response = await this.#send(operation, parameters, body, options);
    let last: Readonly<Record<string, unknown>> | null = null;
    for await (const line of linesOf(response)) {
      if (line === '') continue;
      last = JSON.parse(line) as Readonly<Record<string, unknown>>;
      yield last;
    }
    if (last?.['done'] !== true) throw new CaseAccessError(response.status, { error: CUT, status: response.status });
  }

  /**
   * Changes of bookmarks, notes, codings, reviews, searches and sources as they happen. Reconnects after a lost connection and
   * continues where it stopped. Throws CaseAccessError for errors that a retry cannot fix.
   */
  follow(options: FollowOptions = {}): AsyncGenerator<FollowedEvent, void, undefined> {
    return followedChanges(
      (headers, signal) => this.#send('followChanges', { page: options.page }, undefined, { headers, signal }),
      (fault) => fault instanceof CaseAccessError && fault.status < 500 && fault.status !== TOO_MANY,
      options,
    );
  }

  async #send(
    operation: OperationId,
    parameters: object,
    body: unknown,
    { signal, headers }: CallOptions = {},
  ): Promise<Response> {
    const [method] = OPERATIONS[operation];
    const response = await this.#fetch(this.address(operation, parameters as never), {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok || response.status === 304) return response;
    throw new CaseAccessError(response.status, await errorOf(response));
  }
}

/** Too many open streams: a retry can succeed once some of them end. */
const TOO_MANY = 429;

const CUT = 'The answer ended before its last line: ask again.';

async function errorOf(response: Response): Promise<ErrorAnswer | null> {
  try {
    const answer = (await response.json()) as ErrorAnswer | null;
    return typeof answer?.error === 'string' ? answer : null;
  } catch {
    return null;
  }
}
