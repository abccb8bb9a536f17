/**
 * Combines simultaneous facets of one set into one request. A browser opens few connections to a server, and opening an item
 * must not wait for counts.
 */
import { CaseAccessError, type FacetsRequest } from '../../client/case-access-client.ts';
import type { AskedFacet, Facet } from '../api/answers.ts';
import { client } from '../api/client.ts';

type Asked = Omit<FacetsRequest, 'facets'>;

interface Question {
  readonly facet: AskedFacet;
  readonly answer: (facet: Facet) => void;
  readonly fail: (reason: unknown) => void;
  readonly signal: AbortSignal;
}

/** Pending questions, keyed by set, until the running script ends. A timer would run only after the rows are drawn. */
const waiting = new Map<string, Question[]>();

export function askFacet(set: Asked, facet: AskedFacet, signal: AbortSignal): Promise<Facet> {
  return new Promise((answer, fail) => {
    const key = JSON.stringify(set);
    const questions = waiting.get(key) ?? [];
    questions.push({ facet, answer, fail, signal });
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    if (questions.length > 1) return;
    waiting.set(key, questions);
    queueMicrotask(() => {
      waiting.delete(key);
      void send(set, questions);
    });
  });
}

async function send(set: Asked, all: readonly Question[]): Promise<void> {
  const questions = all.filter(({ signal }) => !signal.aborted);
  if (questions.length === 0) return;
  const controller = new AbortController();
  const giveUp = (): void => {
    if (questions.every(({ signal }) => signal.aborted)) controller.abort();
  };
  for (const { signal } of questions) signal.addEventListener('abort', giveUp, { once: true });
  try {
    const body = { ...set, facets: questions.map(({ facet }) => facet) };
    const { facets } = await client.ask('countFacetsByBody', {}, body, { signal: controller.signal });
    for (const [i, { answer }] of questions.entries()) answer(facets[i]!);
  } catch (reason) {
    // One invalid facet must not make the others fail.
    const isOfOne = reason instanceof CaseAccessError && reason.status === 400 && questions.length > 1;
    if (isOfOne) for (const question of questions) void send(set, [question]);
    else for (const { fail } of questions) fail(reason);
  }
}
