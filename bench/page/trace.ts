/**
 * Reads a browser trace: when the frame after a change was presented, and what the page's own thread did until then. The time
 * from an input to its picture is divided among its causes.
 */
import type { Probed } from './probe.ts';

/** Tracing categories that are needed. */
export const CATEGORIES = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
] as const;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args: { readonly id?: string; readonly data?: { readonly startTime?: number } };
}

type Span = readonly [start: number, end: number];

/** Causes of waiting. If several apply at the same time, the first of them in this list counts. */
export const CAUSES = ['server', 'network', 'json', 'layout', 'script', 'frame'] as const;
export type Cause = (typeof CAUSES)[number];

/** Milliseconds from the input to the presented frame, and the part of each cause. Parts add up to the total. */
export interface Delay {
  readonly total: number;
  readonly parts: Readonly<Record<Cause, number>>;
}

const LAYOUT = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'UpdateLayer', 'Commit']);

export class Trace {
  readonly #events: readonly TraceEvent[];

  constructor(json: string) {
    const { traceEvents } = JSON.parse(json) as { traceEvents: TraceEvent[] };
    this.#events = traceEvents.toSorted((a, b) => a.ts - b.ts);
  }

  delayOf(probed: Probed): Delay {
    const marked = this.#events.find(({ name, args }) => name === probed.mark && args.data?.startTime !== undefined);
    if (marked === undefined) throw new Error(`the trace has no mark ${probed.mark}`);
    // The clock of the page starts with its navigation, and the clock of the trace with the system.
    const origin = marked.ts / 1000 - probed.changed;
    const own = this.#events.filter(({ pid, tid }) => pid === marked.pid && tid === marked.tid);
    const until = presentedAfter(own, marked) / 1000 - origin;
    const spans = own.flatMap(({ name, ph, ts, dur }) =>
      ph === 'X' ? [{ name, span: [ts / 1000 - origin, (ts + (dur ?? 0)) / 1000 - origin] as const }] : [],
    );
    const named = (isWanted: (name: string) => boolean): Span[] =>
      spans.filter(({ name }) => isWanted(name)).map(({ span }) => span);
    return divided([probed.input, until], {
      server: probed.requests.map(({ sent, firstByte }) => [sent, firstByte] as const),
      network: probed.requests.flatMap(({ queued, sent, firstByte, lastByte }) => [
        [queued, sent] as const,
        [firstByte, lastByte] as const,
      ]),
      json: probed.json,
      layout: named((name) => LAYOUT.has(name)),
      script: named((name) => name === 'RunTask'),
      frame: [[probed.input, until]],
    });
  }
}

/** Returns the time when the first frame that ends after `mark` is presented; `mark` itself if nothing had to be drawn. */
function presentedAfter(events: readonly TraceEvent[], mark: TraceEvent): number {
  let begun: TraceEvent | null = null;
  for (const event of events) {
    if (event.name !== 'AnimationFrame') continue;
    if (event.ph === 'b') begun = event;
    if (event.ph !== 'e' || begun === null || event.ts < mark.ts) continue;
    const { id } = begun.args;
    const presented = events.find(({ name, args }) => name === 'AnimationFrame::Presentation' && args.id === id);
    return Math.max(mark.ts, presented?.ts ?? mark.ts);
  }
  return mark.ts;
}

/** Divides a span among causes. Each moment belongs to the first cause that has a span there. */
export function divided(whole: Span, causes: Readonly<Record<Cause, readonly Span[]>>): Delay {
  const [from, to] = whole;
  const inside = CAUSES.map((cause) =>
    causes[cause]
      .map(([start, end]) => [Math.max(from, start), Math.min(to, end)] as const)
      .filter(([start, end]) => end > start),
  );
  const edges = [...new Set([from, to, ...inside.flat(2)])].sort((a, b) => a - b);
  const parts: Record<Cause, number> = { server: 0, network: 0, json: 0, layout: 0, script: 0, frame: 0 };
  for (let i = 1; i < edges.length; i++) {
    const [start, end] = [edges[i - 1]!, edges[i]!];
    const first = inside.findIndex((spans) => spans.some((span) => span[0] <= start && span[1] >= end));
    parts[CAUSES[first] ?? 'frame'] += end - start;
  }
  return { total: to - from, parts };
}
