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

/** What one call may have besides parameters and body. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface ClientOptions {
  /** Where the service is; without a slash at the end. Empty, the default: where the page comes from. */
  readonly baseUrl?: string;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

/** An answer that is an error: its status, and what the service says of it. */
export class CaseAccessError extends Error {
  override readonly name = 'CaseAccessError';
  readonly status: number;
  /** Position, expectation and suggestion of a wrong query are here; null where the answer is not of the service. */
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
    // A browser's fetch wants to be called as itself.
    this.#fetch = own.bind(globalThis);
  }

  /** The address of an operation: for links, pictures and downloads. */
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

  /** The JSON of an answer. Throws CaseAccessError for an error, and what `fetch` throws. */
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

  /** The answer as it comes: bytes, text, or a stream of them. Throws as `ask` does. */
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
   * The objects of an answer of JSON lines, one after the other, as they arrive. Its last line says whether it is whole: throws
   * CaseAccessError where that line is missing, because the answer was cut.
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
   * Changes of bookmarks, notes, codings, reviews, searches and sources as they happen. A lost connection is opened again where it was.
   * Throws CaseAccessError for what asking again does not mend.
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

/** Streams that are open: some of them end. */
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
