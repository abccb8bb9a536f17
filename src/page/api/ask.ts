/**
 * The way to the server: one function that asks, and errors as the server words them. Addresses are relative to the page, so
 * that a proxy may serve both below a prefix.
 */
import type { Fault, Ref } from './answers.ts';

/** The server refused, or could not be reached. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.error);
    this.fault = fault;
  }
}

/** Called where a token is asked for; resolves when there is one. */
type SignIn = () => Promise<void>;
let signIn: SignIn | null = null;
export function onUnknown(ask: SignIn): void {
  signIn = ask;
}

export interface Asking {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Parameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** `path` with its parameters; lists are repeated. */
export function addressOf(path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [value]) query.append(name, String(one));
  }
  const text = query.toString();
  return `../${path}${text === '' ? '' : `?${text}`}`;
}

export function itemPath({ source, id }: Ref, part = ''): string {
  return `sources/${encodeURIComponent(source)}/docs/${id}${part === '' ? '' : `/${part}`}`;
}

/** The answer, whatever its body. Throws Refused for an error status, AbortError where the signal fires. */
export async function ask(address: string, asking: Asking = {}): Promise<Response> {
  const { method = 'GET', body, signal, headers = {} } = asking;
  const answer = await fetch(address, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.ok) return answer;
  if (answer.status === 401 && signIn !== null) {
    await signIn();
    return ask(address, asking);
  }
  throw new Refused(await faultOf(answer));
}

export async function askJson<T>(address: string, asking: Asking = {}): Promise<T> {
  return (await ask(address, asking)).json() as Promise<T>;
}

async function faultOf(answer: Response): Promise<Fault> {
  const fallback = { error: `${answer.status} ${answer.statusText}`, status: answer.status };
  return answer.json().then(
    (body: Fault) => (typeof body.error === 'string' ? body : fallback),
    () => fallback,
  );
}

/** The lines of an NDJSON answer as they come. */
export async function* askLines<T>(address: string, asking: Asking = {}): AsyncGenerator<T> {
  const { body } = await ask(address, asking);
  if (body === null) return;
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as T;
  }
  if (rest !== '') yield JSON.parse(rest) as T;
}

export function isAborted(fault: unknown): boolean {
  return fault instanceof DOMException && fault.name === 'AbortError';
}

export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
