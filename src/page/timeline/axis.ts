/**
 * The axis of the timeline: linear in time, with labelled breaks for long gaps. Without breaks, years without items would leave
 * no space for the rest.
 */

export interface Span {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

export interface Break extends Span {
  /** Centre of the break, as a fraction of the width. */
  readonly at: number;
}

export interface Axis {
  readonly breaks: readonly Break[];
  /** Returns the position of a moment as a fraction of the width. */
  partOf(time: number): number;
  readonly ticks: readonly { readonly time: number; readonly at: number }[];
}

const BREAKS_MAX = 6;
/** A gap that takes a larger fraction of the axis becomes a break. */
const BROKEN_PART = 0.25;
/** As a fraction of the width. */
const BREAK_WIDTH = 0.05;
const TICKS = 8;
/** Labels of ticks that are closer together, as a fraction of the width or in pixels, would overlap. */
const TICK_DISTANCE = 0.11;
const TICK_PIXELS = 76;

/** `spans` must be in order of time. `width` is in pixels. */
export function axisOf(spans: readonly Span[], width = Number.POSITIVE_INFINITY): Axis {
  const gaps = spans.slice(1).map(({ from }, i) => ({ from: spans[i]!.to, to: from }));
  const broken = brokenOf(spans, gaps);
  const pieces = piecesOf(spans, broken);
  const shown = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  const scale = (1 - broken.length * BREAK_WIDTH) / Math.max(1, shown);
  const starts: number[] = [];
  let at = 0;
  for (const { from, to } of pieces) {
    starts.push(at);
    at += (to - from) * scale + BREAK_WIDTH;
  }
  const partOf = (time: number): number => {
    const found = Math.max(
      0,
      pieces.findLastIndex(({ from }) => from <= time),
    );
    const piece = pieces[found];
    return piece === undefined ? 0 : starts[found]! + (Math.min(time, piece.to) - piece.from) * scale;
  };
  const ticks = pieces.flatMap(({ from, to }) => {
    const count = Math.max(1, Math.round((to - from) * scale * TICKS));
    return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / count);
  });
  return {
    breaks: broken.map((gap, i) => ({ ...gap, at: starts[i + 1]! - BREAK_WIDTH / 2 })),
    partOf,
    ticks: apart(
      // A label at the end would be cut.
      ticks
        .map((time) => ({ time, at: partOf(time) }))
        .filter(({ at: left }) => left <= 1 - Math.min(1, TICK_PIXELS / width)),
      Math.max(TICK_DISTANCE, TICK_PIXELS / width),
    ),
  };
}

/** Drops ticks that are too close to the previous one. */
function apart(ticks: Axis['ticks'], distance: number): Axis['ticks'] {
  const kept: Axis['ticks'][number][] = [];
  for (const tick of ticks) if (tick.at - (kept.at(-1)?.at ?? -distance) >= distance) kept.push(tick);
  return kept;
}

/** Returns the longest gaps, while each is a large part of the remaining axis, in order of time. */
function brokenOf(spans: readonly Span[], gaps: readonly Span[]): readonly Span[] {
  let shown = spans.length === 0 ? 0 : spans.at(-1)!.to - spans[0]!.from;
  const broken: Span[] = [];
  for (const gap of [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const length = gap.to - gap.from;
    if (broken.length === BREAKS_MAX || length <= shown * BROKEN_PART) break;
    broken.push(gap);
    shown -= length;
  }
  return broken.sort((a, b) => a.from - b.from);
}

function piecesOf(spans: readonly Span[], broken: readonly Span[]): readonly Span[] {
  if (spans.length === 0) return [];
  const edges = [spans[0]!.from, ...broken.flatMap(({ from, to }) => [from, to]), spans.at(-1)!.to];
  return Array.from({ length: edges.length / 2 }, (_, i) => ({ from: edges[2 * i]!, to: edges[2 * i + 1]! }));
}

export interface BreakLabel {
  readonly gap: Break;
  /** At an edge of the axis, it begins or ends at its break, so that none of it is cut. */
  readonly side: 'at-start' | 'at-end' | '';
}

/** Returns the labels that have room beside each other, longest gaps first. `width` of a label is a fraction of the axis. */
export function labelsOf(breaks: readonly Break[], width: number): readonly BreakLabel[] {
  const taken: { readonly from: number; readonly to: number }[] = [];
  const labels: BreakLabel[] = [];
  for (const gap of [...breaks].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const side = gap.at < width / 2 ? 'at-start' : gap.at > 1 - width / 2 ? 'at-end' : '';
    const from = gap.at - { 'at-start': 0, 'at-end': width, '': width / 2 }[side];
    if (taken.some((other) => from < other.to && other.from < from + width)) continue;
    taken.push({ from, to: from + width });
    labels.push({ gap, side });
  }
  return labels;
}

const UNITS = [
  ['year', 365.25 * 86_400_000],
  ['month', 30.44 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
] as const;

export type Unit = (typeof UNITS)[number][0];

/** Returns the length in the largest unit of which it has at least two, or in hours. */
export function lengthOf({ from, to }: Span): { readonly count: number; readonly unit: Unit } {
  const [unit, size] = UNITS.find(([, one]) => (to - from) / one >= 2) ?? UNITS[3];
  return { count: Math.round((to - from) / size), unit };
}
