import { expect, test } from '@jest/globals';
import type { AskedEngine } from '../../../src/processes/asked-engine.ts';
import { MatchingSessions } from '../../../src/processes/matching-sessions.ts';
import { ProcessMatching } from '../../../src/processes/process-matching.ts';
import type { Calls } from '../../../src/processes/protocol.ts';
import { RetiredIndexes } from '../../../src/processes/retired-indexes.ts';
import type { Found, MatchingSession, TextPart } from '../../../src/search/text-matching.ts';

const PARTS: readonly TextPart[] = [1, 2, 3].map((id) => ({ id, text: 'stored', isLast: true }));
const REQUEST = {
  source: 'one',
  query: { kind: 'all' },
  areHits: true,
  want: { kind: 'snippets', most: 1, properties: [] },
  offsets: null,
} as const;

/** A session that returns `atOnce` items per answer, as the server keeps it; and its fate. */
function opened(atOnce: number, fault: Error | null = null) {
  const told: string[] = [];
  const session: MatchingSession = {
    clauses: ['word'],
    readsTexts: true,
    scan: async (parts) => {
      told.push(`scan ${parts.length}`);
      if (fault !== null) throw fault;
      waiting.push(...parts);
      const found = waiting.splice(0, atOnce).map(({ id }): Found => ({ kind: 'snippets', id, snippets: [] }));
      return { found, isDone: waiting.length === 0 };
    },
    end: () => told.push('end'),
  };
  const waiting: TextPart[] = [];
  const sessions = new MatchingSessions(() => ({ matching: async () => session }), new RetiredIndexes());
  const { signal } = new AbortController();
  const channel = {
    call: async (name: string, argument: never) => {
      told.push(name);
      return name === 'matchingScan' ? sessions.scan(argument, signal) : sessions.end(argument);
    },
  } as unknown as AskedEngine;
  const begun = async (all?: readonly TextPart[]): Promise<ProcessMatching> => {
    const request: Calls['matchingBegin']['argument'] = all === undefined ? REQUEST : { ...REQUEST, all };
    return new ProcessMatching(channel, await sessions.begin(request, signal), all);
  };
  return { told, begun };
}

async function idsOf(session: MatchingSession, parts: readonly TextPart[]): Promise<number[]> {
  const ids: number[] = [];
  for (let [more, isDone] = [parts, false]; !isDone; more = []) {
    const answer = await session.scan(more);
    for (const { id } of answer.found) ids.push(id);
    ({ isDone } = answer);
  }
  session.end();
  return ids;
}

test('parts that come with the request are answered without another request, and the session ends by itself', async () => {
  const { told, begun } = opened(3);
  expect(await idsOf(await begun(PARTS), PARTS)).toEqual([1, 2, 3]);
  expect(told).toEqual(['scan 3', 'end']);
});

test('results that do not fit in one answer are requested, and the session ends on request', async () => {
  const { told, begun } = opened(2);
  expect(await idsOf(await begun(PARTS), PARTS)).toEqual([1, 2, 3]);
  expect(told).toEqual(['scan 3', 'matchingScan', 'scan 0', 'matchingEnd', 'end']);
});

test('later parts are requested one after the other', async () => {
  const { told, begun } = opened(3);
  expect(await idsOf(await begun(), PARTS)).toEqual([1, 2, 3]);
  expect(told).toEqual(['matchingScan', 'scan 3', 'matchingEnd', 'end']);
});

test('parts other than those of the request are an error, and a session that fails has ended', async () => {
  const session = await opened(3).begun(PARTS);
  await expect(session.scan([])).rejects.toThrow('the scanned parts');
  const { told, begun } = opened(3, new Error('damaged'));
  await expect(begun(PARTS)).rejects.toThrow('damaged');
  expect(told).toEqual(['scan 3', 'end']);
});
