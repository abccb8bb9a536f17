/** The hits of a search that fails after its engines have answered are abandoned: nobody will read them. */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { withAllHints } from '../../../src/http/hints/all-hints.ts';
import { runSearch } from '../../../src/http/searches.ts';
import { endingUnread, type Parts } from '../../../src/shared/ends/abandoned-parts.ts';

type HintArguments = Parameters<typeof withAllHints>;
type SearchArguments = Parameters<typeof runSearch>;

const query = parseQuery('heron');

function answer() {
  const state = { ended: 0 };
  async function* none(): Parts<never> {
    yield* [];
  }
  return { state, found: { hits: endingUnread(none(), () => void state.ended++), hints: [], damaged: [] } };
}

test('if hints cannot be found', async () => {
  const { state, found } = answer();
  const { signal } = new AbortController();
  // The engine that knows the fields is lost.
  const asked = [found, { query, clauses: [], collapse: 'hash' }, [{ id: 'one' }], {}, signal];
  await expect(withAllHints(...(asked as unknown as HintArguments))).rejects.toThrow();
  expect(state.ended).toBe(1);
});

test('if the client left, or the sources turn out to be unavailable', async () => {
  const { state, found } = answer();
  const client = new AbortController();
  const own = {
    sources: { list: () => [{ id: 'one', state: { kind: 'ready' } }], getReady: (id: string) => ({ id }) },
    lanes: { laneOf: () => ({ enter: async () => () => undefined }) },
  };
  const run = async (): Promise<typeof found> => {
    client.abort();
    return found;
  };
  const asked = [own, { query, sourceId: undefined, clientSignal: client.signal, run }];
  await expect(runSearch(...(asked as unknown as SearchArguments))).rejects.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.ended).toBe(1);
});

test('if a source is missing, and a change needs all', async () => {
  const listed = [
    { id: 'one', state: { kind: 'ready' } },
    { id: 'two', state: { kind: 'failed', reason: 'unreadable' } },
  ];
  const own = {
    sources: { list: () => listed, getReady: (id: string) => ({ id }) },
    lanes: { laneOf: () => ({ enter: async () => () => undefined }) },
  };
  const ended = async (remedyIfMissing?: string): Promise<number> => {
    const { state, found } = answer();
    const { signal } = new AbortController();
    const asked = [own, { query, sourceId: undefined, clientSignal: signal, remedyIfMissing, run: async () => found }];
    const answered = runSearch(...(asked as unknown as SearchArguments));
    if (remedyIfMissing !== undefined) await expect(answered).rejects.toThrow(/"two" is unavailable .* Go on\.$/);
    else expect((await answered).missing).toEqual([{ source: 'two', reason: 'unreadable' }]);
    return state.ended;
  };
  expect(await ended(' Go on.')).toBe(1);
  expect(await ended()).toBe(0);
});
