/**
 * The TypeScript client: every operation of the service by its id, with the types of its OpenAPI document. It needs `fetch` and
 * nothing else, so it runs in browsers and in Node.
 */
import { type Error as ErrorAnswer, OPERATIONS, type Operations } from './generated/interface.ts';

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
      last = JSON.parse(line) as Readonly<Record<string, unknown>>;
      yield last;
    }
    if (last?.['done'] !== true) throw new CaseAccessError(response.status, { error: CUT, status: response.status });
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

const CUT = 'The answer ended before its last line: ask again.';

async function errorOf(response: Response): Promise<ErrorAnswer | null> {
  try {
    const answer = (await response.json()) as ErrorAnswer | null;
    return typeof answer?.error === 'string' ? answer : null;
  } catch {
    return null;
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const pieces = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = pieces.pop()!;
      for (const piece of pieces) if (piece !== '') yield piece;
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    // A reader that stops early ends the answer.
    await reader.cancel().catch(() => undefined);
  }
}
