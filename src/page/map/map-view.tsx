/** Shows items with a location on a built-in map, without tiles or external requests. A dragged box selects an area. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { FacetValue } from '../api/answers.ts';
import { useFacet } from '../facets/use-facet.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { askedSet, go } from '../state/address.ts';
import {
  boxText,
  clamped,
  type Frame,
  fitted,
  GRID_ZOOM_MAX,
  inWorld,
  type Point,
  widthOf,
  zoomed,
  zoomedAt,
} from './frame.ts';
import { landOutline } from './land.ts';
import { isOneSpot, SpotTable } from './spot-table.tsx';

/** Zoom levels by which the grid cells are finer than needed, so that dots are accurate. */
const FINER = 4;
const DOT_MIN = 5;
const DOT_MAX = 22;
const KEY_STEP = 1 / 8;
const KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function MapView() {
  const frame = useSignal<Frame>({ longitude: 0, latitude: 0, zoom: 0 });
  const isHand = useSignal(false);
  const shape = useSignal(1 / 2);
  const { zoom } = frame.value;
  const { found, fault } = useFacet(() => ({
    set: askedSet.value,
    facet: { place: true, zoom: Math.min(GRID_ZOOM_MAX, frame.value.zoom + FINER) },
  }));
  const cells = found.value?.values ?? [];
  const zoomBy = (by: number): void => {
    const spots = cells.map(({ longitude = 0, latitude = 0 }) => [longitude, latitude] as const);
    frame.value = zoomed(frame.peek(), by, spots);
  };
  const open = ({ box, longitude = 0, latitude = 0 }: FacetValue): void => {
    frame.value = box === undefined ? zoomedAt(frame.peek(), 1, [longitude, latitude]) : fitted(box);
  };
  const hint = isHand.value ? t().moveMapHint : t().mapHint;
  return (
    <div class="map">
      <figure aria-label={t().map}>
        <Plot frame={frame} shape={shape} cells={cells} isHand={isHand.value} zoomBy={zoomBy} open={open} />
        <figcaption>
          <button type="button" aria-label={t().zoomIn} onClick={() => zoomBy(1)}>
            <Sign name="plus" />
          </button>
          <button type="button" aria-label={t().zoomOut} onClick={() => zoomBy(-1)}>
            <Sign name="minus" />
          </button>
          <button
            type="button"
            title={t().moveMapHint}
            aria-pressed={isHand.value}
            onClick={() => {
              isHand.value = !isHand.value;
            }}
          >
            {t().moveMap}
          </button>
          <span class="faint">{fault.value === '' ? hint : fault.value}</span>
        </figcaption>
      </figure>
      <SpotTable
        frame={frame.value}
        shape={shape.value}
        cells={cells}
        isKnown={found.value !== null}
        open={open}
        zoom={zoom}
      />
    </div>
  );
}

interface PlotProps {
  readonly frame: Signal<Frame>;
  /** Receives the height divided by the width of the map on the screen. */
  readonly shape: Signal<number>;
  readonly cells: readonly FacetValue[];
  /** Whether dragging moves the map or draws a box. */
  readonly isHand: boolean;
  readonly zoomBy: (by: number) => void;
  readonly open: (cell: FacetValue) => void;
}

function Plot({ frame, shape, cells, isHand, zoomBy, open }: PlotProps) {
  const plot = useRef<SVGSVGElement>(null);
  const land = useSignal('');
  const drag = useSignal<{ readonly from: Point; readonly to: Point } | null>(null);
  const { longitude, latitude } = frame.value;
  const width = widthOf(frame.value);
  useEffect(() => void landOutline().then((outline) => (land.value = outline)), []);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width: wide = 0, height = 0 } = entry?.contentRect ?? {};
      if (wide > 0 && height > 0) shape.value = height / wide;
    });
    if (plot.current !== null) observer.observe(plot.current);
    return () => observer.disconnect();
  }, []);
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(plot.current?.getScreenCTM()?.inverse());
    return [x, -y];
  };
  const moveBy = (x: number, y: number): void => {
    const { longitude: middleX, latitude: middleY, zoom } = frame.peek();
    frame.value = clamped({ longitude: middleX + x, latitude: middleY + y, zoom });
  };
  const onMove = (event: PointerEvent): void => {
    if (drag.value === null) return;
    const { from } = drag.value;
    const to = pointOf(event);
    if (isHand) moveBy(from[0] - to[0], from[1] - to[1]);
    else drag.value = { from, to };
  };
  const onEnd = (): void => {
    const ended = drag.value;
    drag.value = null;
    if (ended === null || isHand) return;
    const corners = inWorld(ended.from, ended.to);
    const [west, south, east, north] = corners;
    if (east - west >= width / 100 && north - south >= width / 200) go({ bbox: boxText(corners) });
  };
  const onKey = (event: KeyboardEvent): void => {
    const [x, y] = KEYS[event.key] ?? [0, 0];
    if (x !== 0 || y !== 0) moveBy(x * width * KEY_STEP, y * width * KEY_STEP);
    else if (event.key === '+' || event.key === '-') zoomBy(event.key === '+' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const box = drag.value === null || isHand ? null : inWorld(drag.value.from, drag.value.to);
  return (
    <div class="map-plot" role="group" tabIndex={0} aria-label={t().mapPlot} onKeyDown={onKey}>
      <svg
        ref={plot}
        class={isHand ? 'hand' : ''}
        viewBox={`${longitude - width / 2} ${-latitude - width / 4} ${width} ${width / 2}`}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.value = { from: pointOf(event), to: pointOf(event) };
        }}
        onPointerMove={onMove}
        onPointerUp={onEnd}
        onWheel={(event) => {
          event.preventDefault();
          frame.value = zoomedAt(frame.peek(), event.deltaY < 0 ? 1 : -1, pointOf(event));
        }}
      >
        <path class="land" d={land.value} />
        <Dots cells={cells} width={width} open={open} />
        {box !== null && (
          <rect class="chosen-period" x={box[0]} y={-box[3]} width={box[2] - box[0]} height={box[3] - box[1]} />
        )}
      </svg>
    </div>
  );
}

interface DotsProps {
  readonly cells: readonly FacetValue[];
  readonly width: number;
  readonly open: (cell: FacetValue) => void;
}

/** A cell with several locations is drawn as a ring, and labelled as such. */
function Dots({ cells, width, open }: DotsProps) {
  const most = cells.reduce((max, { items }) => Math.max(max, items), 1);
  return (
    <>
      {cells.map((cell) => {
        const { value, items, latitude = 0, longitude = 0 } = cell;
        const size = (DOT_MIN + (DOT_MAX - DOT_MIN) * Math.sqrt(items / most)) * (width / 1000);
        const isOne = isOneSpot(cell);
        return (
          <ellipse
            key={value}
            class={isOne ? 'place' : 'place cell-of-places'}
            cx={longitude}
            cy={-latitude}
            rx={size}
            ry={size}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => open(cell)}
          >
            <title>{isOne ? t().items(items) : t().cell(items, latitude.toFixed(2), longitude.toFixed(2))}</title>
          </ellipse>
        );
      })}
    </>
  );
}
