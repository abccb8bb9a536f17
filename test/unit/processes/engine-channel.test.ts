/** The server's side of an engine process: what an answer holds there ends if the answer comes too late. */
import { expect, test } from '@jest/globals';
import { EngineChannel } from '../../../src/processes/engine-channel.ts';
import { childScript } from '../../support/child-script.ts';
import { atEnd, temporaryDir } from '../../support/endings.ts';
import { until } from '../../support/until.ts';

/** Answers a search and the beginning of a session when they are cancelled, and lists its other calls. */
const LATE = `
  const calls = [];
  const items = { part: null, stream: 3 };
  const answers = {
    search: [{ kind: 'value', value: { items, facets: [{ counts: { part: null, stream: 4 } }] } }],
    matchingBegin: { session: 7, clauses: ['a'], readsTexts: true, sifts: false, answer: null },
  };
  serveCalls(async (name, argument, { signal }) => {
    if (name === 'propertyNames') return { value: calls };
    if (answers[name] === undefined) {
      calls.push(name + ' ' + argument);
      return null;
    }
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return answers[name];
  })({ kind: 'ready' });
`;

test('streams and matching sessions of an answer that comes too late are ended', async () => {
  const entry = childScript(temporaryDir(), 'late', LATE);
  const channel = new EngineChannel({ entry, queryMebibytes: 1, onEnd: () => undefined });
  atEnd(() => channel.end());
  const ended = async (): Promise<unknown> => channel.value(await channel.call('propertyNames', 'one'));
  for (const name of ['search', 'matchingBegin'] as const) {
    const controller = new AbortController();
    const asked = channel.call(name, {} as never, controller.signal);
    await ended();
    controller.abort();
    await expect(asked).rejects.toThrow('cancelled');
  }
  await until(async () => ((await ended()) as readonly string[]).includes('matchingEnd 7'));
  expect(await ended()).toEqual(expect.arrayContaining(['leave 3', 'leave 4', 'matchingEnd 7']));
});
