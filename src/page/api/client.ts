/**
 * Access to the server through the client library, which scripts also use. Addresses are relative to the page, so that a proxy
 * may serve both below a prefix. If a token is required, a call waits until there is one.
 */
import { CaseAccessClient, CaseAccessError } from '../../client/case-access-client.ts';
import { t } from '../language/words.ts';
import type { Fault, Ref } from './answers.ts';

/** The sign-in. */
export interface Door {
  /** Whether a token is required that the page does not have. */
  readonly isShut: () => boolean;
  /** Resolves when the server has accepted a token. */
  readonly open: () => Promise<void>;
}

let hang: (door: Door) => void = () => undefined;
/** Modules of the page send requests while they load, before the sign-in exists. These requests wait for it. */
const door = new Promise<Door>((done) => {
  hang = done;
});
/** The same, once it exists, so that requests start without waiting for a microtask. */
let hung: Door | null = null;
export function askForTokens(at: Door): void {
  hung = at;
  hang(at);
}

const OWN_REQUESTS_MAX = 256;
/** Server request ids of this page's recent changes. */
const ownRequests = new Set<string>();

export function isOwnRequest(id: string | null): boolean {
  return id !== null && ownRequests.has(id);
}

function noteRequest(answer: Response, method = 'GET'): void {
  const id = answer.headers.get('X-Request-Id');
  if (method === 'GET' || id === null) return;
  ownRequests.add(id);
  for (const oldest of ownRequests) {
    if (ownRequests.size <= OWN_REQUESTS_MAX) return;
    ownRequests.delete(oldest);
  }
}

async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  // Beginning or ending a session does not wait, and the caller gets its result.
  if (String(input).endsWith('/session')) return reach(input, init);
  const { isShut, open } = hung ?? (await door);
  if (isShut()) await open();
  const answer = await reach(input, init);
  noteRequest(answer, init?.method);
  if (answer.status !== 401) return answer;
  await open();
  return fetchSignedIn(input, init);
}

/** Replaces the message for an unreachable server, which differs between browsers and explains nothing. */
async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (fault) {
    throw fault instanceof TypeError ? new Error(t().unreachable, { cause: fault }) : fault;
  }
}

export const client = new CaseAccessClient({ baseUrl: '..', fetch: fetchSignedIn });

/** Returns the form in which an operation names an item. */
export function itemOf({ source, id }: Ref): { readonly sourceID: string; readonly id: number } {
  return { sourceID: source, id };
}

export function isAborted(fault: unknown): boolean {
  return fault instanceof DOMException && fault.name === 'AbortError';
}

export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/** Returns the server's error, with status 0 if the server could not be reached. */
export function faultOf(fault: unknown): Fault {
  if (!(fault instanceof CaseAccessError)) return { error: messageOf(fault), status: 0 };
  return fault.details ?? { error: fault.message, status: fault.status };
}

/** Whether the server did not answer at all. */
export function isUnreachable({ status }: Fault): boolean {
  return status === 0;
}

const NOT_FOUND = 404;
/** Whether the server does not have what was asked for. */
export function isUnknown({ status }: Fault): boolean {
  return status === NOT_FOUND;
}
