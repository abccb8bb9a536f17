/** The items of a set that is too large for one sample are not left open, however the request ends. */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { SAMPLED_FROM_IDS_MAX } from '../../../src/http/limits.ts';
import { refuseTooManyFindings } from '../../../src/http/matching/findings-work.ts';
import type { MatchingSession } from '../../../src/search/text-matching.ts';

type Arguments = Parameters<typeof refuseTooManyFindings>;

const NOTHING: MatchingSession = {
  clauses: [],
  readsTexts: false,
  scan: async () => ({ found: [], isDone: true }),
  end: () => undefined,
};

/** Hits in two batches; and whether their reader has ended. */
function wantedOf(begin: () => Promise<MatchingSession>) {
  const state = { hasEnded: false };
  async function* hits() {
    const batch = [{ target: { id: 'one' }, ids: new Uint32Array(SAMPLED_FROM_IDS_MAX), keys: null }];
    try {
      yield batch;
      yield batch;
    } finally {
      state.hasEnded = true;
    }
  }
  const { signal } = new AbortController();
  const wanted = { set: { query: parseQuery('heron') }, hits: hits(), want: { kind: 'texts' }, signal };
  const counts = { items: 2 * SAMPLED_FROM_IDS_MAX, most: 10 };
  return { state, asked: [{ matching: { begin } }, wanted, counts] as unknown as Arguments };
}

test('if the sample cannot be read', async () => {
  const { state, asked } = wantedOf(async () => {
    throw new Error('the client left');
  });
  await expect(refuseTooManyFindings(...asked)).rejects.toThrow('the client left');
  expect(state.hasEnded).toBe(true);
});

test('if the reader leaves after the first batch', async () => {
  const { state, asked } = wantedOf(async () => NOTHING);
  const rest = await refuseTooManyFindings(...asked);
  for await (const _ of rest) break;
  expect(state.hasEnded).toBe(true);
});
