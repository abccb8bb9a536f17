/** Parts that are abandoned before their first step: their sources are closed, as after the first step. */
import { describe, expect, test } from '@jest/globals';
import { copiedPieces } from '../../../src/http/output/text-stream.ts';
import { EngineChannel } from '../../../src/processes/engine-channel.ts';
import { inKeyOrder, inSourceOrder, page } from '../../../src/search/combined/merged-hits.ts';
import { DamageWatch } from '../../../src/search/damage-watch.ts';
import { abandonParts, endingUnread, type Parts } from '../../../src/shared/ends/abandoned-parts.ts';
import { childScript } from '../../support/child-script.ts';
import { atEnd, temporaryDir } from '../../support/endings.ts';
import { until } from '../../support/until.ts';

/** Three parts; `ended` counts how often their sources were closed. */
function watched<T>(part: T): { readonly parts: Parts<T>; ended: number } {
  const state = { parts: endingUnread(three(), () => void state.ended++), ended: 0 };
  async function* three(): Parts<T> {
    try {
      for (let i = 0; i < 3; i++) yield part;
    } finally {
      state.ended++;
    }
  }
  return state;
}

async function readSome(parts: AsyncIterable<unknown>, count: number): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  for (let i = 0; i < count; i++) await iterator.next();
  await abandonParts({ [Symbol.asyncIterator]: () => iterator });
}

const batch = { ids: Uint32Array.of(1), keys: [1] };
const byField = { by: 'fields', keys: [{ field: 'length', descending: false }] } as const;

test.each([0, 1, 2, 4])('ends once, abandoned after %p steps', async (steps) => {
  const state = watched('part');
  await readSome(state.parts, steps);
  expect(state.ended).toBe(1);
  expect(await state.parts.next()).toEqual({ done: true, value: undefined });
});

test('an error that is thrown into unread parts ends them', async () => {
  const state = watched('part');
  await expect(state.parts.throw(new Error('left'))).rejects.toThrow('left');
  expect(state.ended).toBe(1);
});

describe.each([0, 1, 2])('after %p steps', (steps) => {
  test.each([
    [
      'watched reads',
      () => (parts: Parts<typeof batch>) => new DamageWatch(() => new Error()).reading({ id: 'a', name: 'a' }, parts),
    ],
    ['hits in the order of sources', () => (items: Parts<typeof batch>) => inSourceOrder([{ target: 'a', items }])],
    ['hits by a key', () => (items: Parts<typeof batch>) => inKeyOrder([{ target: 'a', items }], byField as never)],
    ['a page', () => (items: Parts<typeof batch>) => page(inSourceOrder([{ target: 'a', items }]), 0, 9, 1)],
    ['an empty page', () => (items: Parts<typeof batch>) => page(inSourceOrder([{ target: 'a', items }]), 0, 0, 1)],
  ] as const)('%s end', async (_name, make) => {
    const state = watched(batch);
    await readSome(make()(state.parts), steps);
    expect(state.ended).toBe(1);
  });

  test('hits end in all sources', async () => {
    for (const order of [inSourceOrder, (sources: never) => inKeyOrder(sources, byField as never)]) {
      const states = [watched(batch), watched(batch), watched(batch)];
      const sources = states.map(({ parts }, i) => ({ target: i, items: parts }));
      await readSome(order(sources as never), steps);
      expect(states.map(({ ended }) => ended)).toEqual([1, 1, 1]);
    }
  });
});

test('a text stream that is destroyed before it is read ends its pieces', async () => {
  const state = watched(new Uint8Array(4));
  copiedPieces(state.parts).destroy();
  await until(() => state.ended === 1);
  const begun = watched(new Uint8Array(4));
  const stream = copiedPieces(begun.parts);
  stream.once('data', () => stream.destroy());
  await until(() => begun.ended === 1);
});

/** Lists the streams that were left. */
const LEAVING = `
  const left = [];
  serveCalls(async (name, argument) => {
    if (name === 'propertyNames') return { value: left };
    if (name === 'leave') left.push(argument);
    return null;
  })({ kind: 'ready' });
`;

test('an answer of an engine process that nobody begins to read is abandoned there', async () => {
  const entry = childScript(temporaryDir(), 'leaving', LEAVING);
  const channel = new EngineChannel({ entry, queryMebibytes: 1, onEnd: () => undefined });
  atEnd(() => channel.end());
  await abandonParts(channel.parts({ part: 'first', stream: 5 }));
  await abandonParts(channel.parts({ part: 'only', stream: null }));
  const left = async (): Promise<unknown> => channel.value(await channel.call('propertyNames', 'one'));
  await until(async () => ((await left()) as readonly number[]).length > 0);
  expect(await left()).toEqual([5]);
});
