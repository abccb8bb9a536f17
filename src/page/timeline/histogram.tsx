/** Bars over time. Empty intervals have no bar in the answer; the distance between bars shows them. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { FacetValue } from '../api/answers.ts';
import { t } from '../language/words.ts';

const WIDTH = 1000;
const HEIGHT = 160;
const BAR_WIDTH_MIN = 2;
/** A longer time without items is as wide as so many bars: one wrong date must not press all others together. */
const GAP_STEPS_MAX = 4;
const BAR_WIDTH_MAX = 28;

interface HistogramProps {
  readonly values: readonly FacetValue[];
  readonly choose: (from: FacetValue, to: FacetValue) => void;
}

export function Histogram({ values, choose }: HistogramProps) {
  const plot = useRef<SVGSVGElement>(null);
  const drag = useSignal<readonly [number, number] | null>(null);
  const times = values.map(({ value }) => timeOf(value));
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  const step = Math.max(
    1,
    gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY),
  );
  const steps = [0];
  for (const gap of gaps) steps.push(steps.at(-1)! + Math.min(GAP_STEPS_MAX, gap / step));
  const span = steps.at(-1)! + 1;
  const most = values.reduce((max, { items }) => Math.max(max, items), 1);
  const width = Math.max(BAR_WIDTH_MIN, Math.min(BAR_WIDTH_MAX, WIDTH / span - 1));
  const leftOf = (i: number): number => (steps[i]! / span) * WIDTH;
  const at = (clientX: number): number => {
    const box = plot.current?.getBoundingClientRect();
    return box === undefined ? 0 : ((clientX - box.left) / box.width) * WIDTH;
  };
  const end = (): void => {
    if (drag.value === null) return;
    const [from, to] = [Math.min(...drag.value), Math.max(...drag.value)];
    drag.value = null;
    const inside = values.filter((_, i) => leftOf(i) + width >= from && leftOf(i) <= to);
    if (inside.length > 0) choose(inside[0]!, inside.at(-1)!);
  };
  return (
    <figure class="histogram" aria-label={t().timeline}>
      <svg
        ref={plot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.value = [at(event.clientX), at(event.clientX)];
        }}
        onPointerMove={(event) => {
          if (drag.value !== null) drag.value = [drag.value[0], at(event.clientX)];
        }}
        onPointerUp={end}
      >
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <line key={part} class="grid-line" x1="0" x2={WIDTH} y1={HEIGHT * part} y2={HEIGHT * part} />
        ))}
        {values.map(({ value, items }, i) => {
          const height = Math.max(2, (items / most) * (HEIGHT - 8));
          return (
            <rect key={value} class="bar" x={leftOf(i)} y={HEIGHT - height} width={width} height={height}>
              <title>{`${value}: ${t().items(items)}`}</title>
            </rect>
          );
        })}
        {drag.value !== null && (
          <rect
            class="chosen-period"
            x={Math.min(...drag.value)}
            y="0"
            width={Math.abs(drag.value[1] - drag.value[0])}
            height={HEIGHT}
          />
        )}
      </svg>
      <figcaption>
        <span>{values[0]?.value}</span>
        <span class="faint">{t().items(values.reduce((sum, { items }) => sum + items, 0))}</span>
        <span>{values.at(-1)?.value}</span>
      </figcaption>
    </figure>
  );
}

/** `2021`, `2021-Q2`, `2021-05`, `2021-W18`, `2021-05-04`, `2021-05-04T13:00+01:00`: where it begins. */
function timeOf(value: string): number {
  const week = /^(\d{4})-W(\d\d)$/.exec(value);
  if (week !== null) return Date.UTC(Number(week[1]), 0, 4) + (Number(week[2]) - 1) * 7 * 86_400_000;
  const quarter = /^(\d{4})-Q(\d)$/.exec(value);
  if (quarter !== null) return Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3);
  const time = Date.parse(value);
  return Number.isNaN(time) ? 0 : time;
}
