/** Draws bars over a linear time axis with labelled breaks. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { shownTime } from '../state/times.ts';
import { type Axis, axisOf, labelsOf, lengthOf } from './axis.ts';
import { choosePeriod, type Slot } from './periods.ts';

const WIDTH = 1000;
const HEIGHT = 160;
const BAR_WIDTH_MIN = 2;
/** Width of the longest label of a break. */
const LABEL_PIXELS = 150;

interface HistogramProps {
  readonly slots: readonly Slot[];
  /** Each has a colour. */
  readonly fields: readonly string[];
  /** Items of the set that have no such date. */
  readonly missing: number;
}

export function Histogram({ slots, fields, missing }: HistogramProps) {
  const plot = useRef<SVGSVGElement>(null);
  const drag = useSignal<readonly [number, number] | null>(null);
  const pixels = useSignal(WIDTH);
  useLayoutEffect(() => {
    const element = plot.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      pixels.value = Math.max(1, element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const axis = axisOf(slots, pixels.value);
  const most = roundUp(slots.reduce((max, { items }) => Math.max(max, items), 1));
  const leftOf = ({ from }: Slot): number => axis.partOf(from) * WIDTH;
  const widthOf = (slot: Slot): number => Math.max(BAR_WIDTH_MIN, axis.partOf(slot.to) * WIDTH - leftOf(slot) - 1);
  const at = (clientX: number): number => {
    const box = plot.current?.getBoundingClientRect();
    return box === undefined ? 0 : ((clientX - box.left) / box.width) * WIDTH;
  };
  const end = (): void => {
    if (drag.value === null) return;
    const [from, to] = [Math.min(...drag.value), Math.max(...drag.value)];
    drag.value = null;
    choosePeriod(slots.filter((slot) => leftOf(slot) + widthOf(slot) >= from && leftOf(slot) <= to));
  };
  return (
    <figure class="histogram" aria-label={t().timeline}>
      <div class="plot">
        <div class="y-axis" aria-hidden="true">
          {[most, most / 2, 0].map((count) => (
            <span key={count}>{t().number(count)}</span>
          ))}
        </div>
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
          {slots.map((slot) => (
            <Bar key={slot.value} slot={slot} fields={fields} most={most} left={leftOf(slot)} width={widthOf(slot)} />
          ))}
          {axis.breaks.map(({ at: place }) => (
            <path key={place} class="axis-break" d={zigzag(place * WIDTH)} />
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
      </div>
      <AxisLabels axis={axis} labelWidth={LABEL_PIXELS / pixels.value} />
      <figcaption>
        <Legend slots={slots} fields={fields} missing={missing} />
      </figcaption>
    </figure>
  );
}

/** Returns the first of 2, 4, 10, 20, 40 … that is not less than `items`. Half of it is an integer. */
function roundUp(items: number): number {
  const ten = 10 ** Math.floor(Math.log10(items));
  return [2, 4, 10, 20].map((step) => step * ten).find((one) => one >= items) ?? items;
}

function zigzag(x: number): string {
  const steps = Array.from({ length: 9 }, (_, i) => `${x + (i % 2 === 0 ? -5 : 5)} ${(HEIGHT / 8) * i}`);
  return `M${steps.join('L')}`;
}

/** Returns the day of a moment, or its time if another label already names the day. */
function tickLabel(time: number, before: number | undefined): string {
  const shown = shownTime(new Date(time).toISOString());
  const day = shown.slice(0, 10);
  if (before === undefined || shownTime(new Date(before).toISOString()).slice(0, 10) !== day) return day;
  return shown.slice(11, 16);
}

interface AxisLabelsProps {
  readonly axis: Axis;
  readonly labelWidth: number;
}

/** Below the plot: dates, and the lengths of breaks. */
function AxisLabels({ axis, labelWidth }: AxisLabelsProps) {
  return (
    <div class="x-axis">
      {axis.ticks.map(({ time, at }, i) => (
        <span key={time} class="tick" style={{ insetInlineStart: `${at * 100}%` }}>
          {tickLabel(time, axis.ticks[i - 1]?.time)}
        </span>
      ))}
      {labelsOf(axis.breaks, labelWidth).map(({ gap, side }) => {
        const { count, unit } = lengthOf(gap);
        return (
          <span key={gap.at} class={`break-label ${side}`} style={{ insetInlineStart: `${gap.at * 100}%` }}>
            {t().gap(count, unit)}
          </span>
        );
      })}
    </div>
  );
}

interface BarProps {
  readonly slot: Slot;
  readonly fields: readonly string[];
  readonly most: number;
  readonly left: number;
  readonly width: number;
}

/** Draws a bar. The parts of several fields are stacked. */
function Bar({ slot, fields, most, left, width }: BarProps) {
  let top = HEIGHT;
  return (
    <>
      {slot.parts.map(({ shown, items }) => {
        const height = Math.max(2, (items / most) * HEIGHT);
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

function Legend({ slots, fields, missing }: HistogramProps) {
  if (fields.length < 2) {
    const dated = t().items(slots.reduce((sum, { items }) => sum + items, 0));
    return <span class="faint">{missing === 0 ? dated : `${dated} · ${t().missing(missing)}`}</span>;
  }
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
