/** Messages in order of time, compared with insertion one by one. */
import { expect, test } from '@jest/globals';
import { firstSince, messageOrder } from '../../../../src/search/conversations/message-order.ts';
import { seeded } from '../../../support/seeded.ts';

function below(random: () => number, count: number): number {
  return Math.floor(random() * count);
}

/** Each message goes after the last one that is not later; one without a time after the one with the next lower id. */
function naive(messages: readonly { id: number; time: number }[]): readonly number[] {
  const placed: { id: number; time: number; seen: number }[] = [];
  const byId = messages.toSorted((a, b) => a.id - b.id);
  for (const [i, { id, time }] of byId.entries()) {
    let seen = time;
    for (let before = i - 1; before >= 0 && Number.isNaN(seen); before--) seen = byId[before]!.time;
    if (Number.isNaN(seen)) seen = Number.NEGATIVE_INFINITY;
    let at = 0;
    while (at < placed.length && placed[at]!.seen <= seen) at++;
    placed.splice(at, 0, { id, time, seen });
  }
  return placed.map(({ id }) => id);
}

function ordered(messages: readonly { id: number; time: number }[]) {
  const ids = Uint32Array.from(messages, ({ id }) => id);
  const work = messageOrder(
    ids,
    Float64Array.from(messages, ({ time }) => time),
  );
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

test('random messages have the order of a naive sort', () => {
  const random = seeded(11);
  for (let round = 0; round < 500; round++) {
    const ids = new Set(Array.from({ length: below(random, 30) }, () => below(random, 100)));
    const messages = [...ids].map((id) => ({ id, time: below(random, 4) === 0 ? Number.NaN : below(random, 12) }));
    const { ids: found, times } = ordered(messages);
    expect([...found]).toEqual(naive(messages));
    const timeOf = new Map(messages.map(({ id, time }) => [id, time]));
    expect([...times]).toEqual([...found].map((id) => timeOf.get(id)));
  }
});

test('more messages than are sorted at once come in the same order', () => {
  const random = seeded(12);
  const messages = Array.from({ length: 100_000 }, (_, id) => ({ id, time: below(random, 50_000) }));
  const { ids } = ordered(messages);
  const expected = messages.toSorted((a, b) => a.time - b.time || a.id - b.id).map(({ id }) => id);
  expect(ids).toEqual(Uint32Array.from(expected));
});

test('a page begins at the first message of a moment, regardless of messages without a time', () => {
  const order = ordered([
    { id: 1, time: Number.NaN },
    { id: 2, time: 5 },
    { id: 3, time: Number.NaN },
    { id: 4, time: 9 },
  ]);
  expect([0, 5, 6, 9, 10].map((moment) => firstSince(order, moment))).toEqual([1, 1, 3, 3, 4]);
});
