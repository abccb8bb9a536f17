/** The causes of the delay of a picture: parts add up, each moment counts once, and the right frame of a trace is used. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { actionResult, percentile } from '../../bench/page/delays.ts';
import { CAUSES, type Cause, divided, Trace } from '../../bench/page/trace.ts';

type Spans = Record<Cause, [number, number][]>;

/** Examines every cause at each millisecond. */
function dividedNaively(from: number, to: number, causes: Spans): Record<Cause, number> {
  const parts = Object.fromEntries(CAUSES.map((cause) => [cause, 0])) as Record<Cause, number>;
  for (let ms = from; ms < to; ms++) {
    const first = CAUSES.find((cause) => causes[cause].some(([start, end]) => start <= ms && ms < end));
    parts[first ?? 'frame']++;
  }
  return parts;
}

const span = fc.tuple(fc.integer({ min: -5, max: 60 }), fc.nat(30)).map(([start, ms]) => [start, start + ms]);
const spans = fc.record(
  Object.fromEntries(CAUSES.map((cause) => [cause, fc.array(span, { maxLength: 4 })])),
) as fc.Arbitrary<Spans>;

test('a time is divided among its causes as if millisecond by millisecond', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(60), spans, (from, ms, causes) => {
      const { total, parts } = divided([from, from + ms], causes);
      expect(total).toBe(ms);
      expect(parts).toEqual(dividedNaively(from, from + ms, causes));
    }),
  );
});

describe('a trace', () => {
  const main = { pid: 1, tid: 2, args: {} };
  /** The page's clock is 1,000 ms behind that of the trace. */
  const at = (ms: number): number => (ms + 1000) * 1000;
  const events = [
    { ...main, name: 'probe:0', ph: 'I', ts: at(42), args: { data: { startTime: 42 } } },
    // A frame that ended before the change, and the one with it.
    { ...main, name: 'AnimationFrame', ph: 'b', ts: at(5), args: { id: 'early' } },
    { ...main, name: 'AnimationFrame', ph: 'e', ts: at(12) },
    { ...main, name: 'AnimationFrame::Presentation', ph: 'n', ts: at(16), args: { id: 'early' } },
    { ...main, name: 'AnimationFrame', ph: 'b', ts: at(40), args: { id: 'it' } },
    { ...main, name: 'AnimationFrame', ph: 'e', ts: at(50) },
    { ...main, name: 'AnimationFrame::Presentation', ph: 'n', ts: at(60), args: { id: 'it' } },
    { ...main, name: 'RunTask', ph: 'X', ts: at(40), dur: 10_000 },
    { ...main, name: 'Layout', ph: 'X', ts: at(46), dur: 3000 },
    // Another thread.
    { ...main, tid: 3, name: 'RunTask', ph: 'X', ts: at(50), dur: 9000 },
  ];
  const trace = new Trace(JSON.stringify({ traceEvents: events }));
  const request = { path: '/hits', queued: 10, sent: 12, firstByte: 30, lastByte: 34, bytes: 9, decodedBytes: 8 };
  const probed = { name: 'search', input: 8, changed: 42, mark: 'probe:0', requests: [request] };

  test('reports its end, and what each part waited for', () => {
    const { total, parts } = trace.delayOf({ ...probed, json: [[40, 41]] });
    expect(total).toBe(52);
    expect(parts).toEqual({ server: 18, network: 6, json: 1, layout: 3, script: 6, frame: 18 });
  });

  test('is an error without a mark', () => {
    expect(() => trace.delayOf({ ...probed, mark: 'probe:1', json: [] })).toThrow('no mark probe:1');
  });
});

test('percentiles are measured values, and the slowest twentieth is separate', () => {
  expect([percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.99), percentile([7], 0.5)]).toEqual([2, 4, 7]);
  const measured = Array.from({ length: 40 }, (_, n) => ({
    total: n + 1,
    parts: { server: n + 1, network: 0, json: 0, layout: 0, script: 0, frame: 0 },
    query: `q${n}`,
    sentBytes: n,
    decodedBytes: 2 * n,
  }));
  const result = actionResult('search', measured);
  expect(result).toMatchObject({ count: 40, p50Ms: 20, p99Ms: 40, maxMs: 40, sentBytes: 19, decodedBytes: 38 });
  expect([result.meanParts.server, result.slowParts.server]).toEqual([20.5, 39.5]);
  expect(result.slowest).toEqual(['q39', 'q38', 'q37']);
});
