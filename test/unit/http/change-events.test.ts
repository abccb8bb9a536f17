/** Comments of a stream come when they are due, whatever invisible changes happen. */
import { expect, test } from '@jest/globals';
import { changeEvents } from '../../../src/http/changes/change-events.ts';
import { COMMENT } from '../../../src/http/changes/event-text.ts';
import { STREAM_COMMENT_MS } from '../../../src/http/limits.ts';
import { pause } from '../../support/until.ts';

test('a change that a viewer does not see shifts no comment', async () => {
  const waits: number[] = [];
  const stream = {
    isEnded: false,
    isLeft: false,
    /** Woken four times by hidden changes. Then the time is up. */
    async woken(ms: number): Promise<boolean> {
      waits.push(ms);
      await pause(20);
      return waits.length % 5 !== 0;
    },
  };
  const log = {
    count: 0,
    last: async () => 0,
    isFollowedByMore: async () => false,
    after: async () => ({ records: [], through: 0 }),
    timeOf: () => 0,
  };
  const parts = {
    ...{ stream, log, presence: null, after: null, isFollowing: true },
    ...{ sources: { list: () => [] }, viewer: { name: 'half', role: 'reader', sources: null } },
    ...{ isKnown: async () => true, onSent: () => undefined },
  };
  const texts: string[] = [];
  for await (const bytes of changeEvents(parts as never)) {
    texts.push(Buffer.from(bytes).toString());
    if (texts.length === 3) break;
  }
  expect(texts.slice(1)).toEqual([COMMENT, COMMENT]);
  for (const beginning of [0, 5]) {
    expect(waits[beginning]).toBeGreaterThan(STREAM_COMMENT_MS - 1000);
    for (const i of [1, 2, 3, 4]) expect(waits[beginning + i]).toBeLessThan(waits[beginning + i - 1]! - 10);
  }
});
