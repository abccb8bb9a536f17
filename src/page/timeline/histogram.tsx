/** Bars over time. Empty intervals have no bar in the answer; the distance between bars shows them. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { choosePeriod, type Slot } from './periods.ts';

const WIDTH = 1000;
const HEIGHT = 160;
const BAR_WIDTH_MIN = 2;
/** A longer time without items is as wide as so many bars: one wrong date must not press all others together. */
const GAP_STEPS_MAX = 4;
const BAR_WIDTH_MAX = 28;

interface HistogramProps {
  readonly slots: readonly Slot[];
  /** Each has a colour. */
  readonly fields: readonly string[];
}

export function Histogram({ slots, fields }: HistogramProps) {
  const plot = useRef<SVGSVGElement>(null);
  const drag = useSignal<readonly [number, number] | null>(null);
  const times = slots.map(({ lower }) => Date.parse(lower) || 0);
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  const step = Math.max(
    1,
    gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY),
  );
  const steps = [0];
  for (const gap of gaps) steps.push(steps.at(-1)! + Math.min(GAP_STEPS_MAX, gap / step));
  const span = steps.at(-1)! + 1;
  const most = slots.reduce((max, { items }) => Math.max(max, items), 1);
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
    choosePeriod(slots.filter((_, i) => leftOf(i) + width >= from && leftOf(i) <= to));
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
        {slots.map((slot, i) => (
          <Bar key={slot.value} slot={slot} fields={fields} most={most} left={leftOf(i)} width={width} />
        ))}
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
        <span>{slots[0]?.name}</span>
        <Legend slots={slots} fields={fields} />
        <span>{slots.at(-1)?.name}</span>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly slot: Slot;
  readonly fields: readonly string[];
  readonly most: number;
  readonly left: number;
  readonly width: number;
}

/** Parts of several fields stand on each other. */
function Bar({ slot, fields, most, left, width }: BarProps) {
  let top = HEIGHT;
  return (
    <>
      {slot.parts.map(({ shown, items }) => {
        const height = Math.max(2, (items / most) * (HEIGHT - 8));
        top -= height;
        return (
          <rect key={shown} class={`bar ${seriesOf(fields, shown)}`} x={left} y={top} width={width} height={height}>
            <title>{`${slot.name} ${shown}: ${t().items(items)}`}</title>
          </rect>
        );
      })}
    </>
  );
}

const SERIES = 6;

function seriesOf(fields: readonly string[], field: string): string {
  return `series-${fields.indexOf(field) % SERIES}`;
}

function Legend({ slots, fields }: HistogramProps) {
  if (fields.length < 2)
    return <span class="faint">{t().items(slots.reduce((sum, { items }) => sum + items, 0))}</span>;
  return (
    <span class="legend">
      {fields.map((field) => (
        <span key={field} class={`legend-entry ${seriesOf(fields, field)}`}>
          <Evidence text={field} />
        </span>
      ))}
    </span>
  );
}
