/** Items with a place on a map that is part of the page: no tiles, nothing from elsewhere. A box that one drags is an area. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { FacetValue } from '../api/answers.ts';
import { useFacet } from '../facets/use-facet.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { askedSet, go } from '../state/address.ts';
import { landOutline } from './land.ts';

const ZOOM_MIN = 0;
const ZOOM_MAX = 12;
/** Cells of the server's grid are finer than what is shown, so that points lie where they are. */
const FINER = 4;
const DOT_MIN = 5;
const DOT_MAX = 22;

interface Frame {
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
}

export function MapView() {
  const plot = useRef<SVGSVGElement>(null);
  const land = useSignal('');
  const frame = useSignal<Frame>({ longitude: 0, latitude: 10, zoom: 0 });
  const box = useSignal<readonly [x: number, y: number, toX: number, toY: number] | null>(null);
  const { longitude, latitude, zoom } = frame.value;
  const width = 360 / 2 ** zoom;
  const height = width / 2;
  const left = longitude - width / 2;
  const top = -latitude - height / 2;

  useEffect(() => void landOutline().then((outline) => (land.value = outline)), []);
  const { found, fault } = useFacet(() => ({
    set: askedSet.value,
    facet: { place: true, zoom: Math.min(ZOOM_MAX + FINER, frame.value.zoom + FINER) },
  }));
  const cells = found.value?.values ?? [];
  const at = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const toDegrees = plot.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toDegrees);
    return [x, y];
  };
  const zoomTo = (by: number): void => {
    frame.value = { ...frame.peek(), zoom: Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, zoom + by)) };
  };
  const end = (): void => {
    if (box.value === null) return;
    const [x, y, toX, toY] = box.value;
    box.value = null;
    if (Math.abs(toX - x) < width / 100 || Math.abs(toY - y) < height / 100) return;
    const corner = [Math.min(x, toX), -Math.max(y, toY), Math.max(x, toX), -Math.min(y, toY)];
    go({ bbox: corner.map((degrees) => degrees.toFixed(4)).join(',') });
  };
  return (
    <div class="map">
      <figure aria-label={t().map}>
        <svg
          ref={plot}
          viewBox={`${left} ${top} ${width} ${height}`}
          aria-hidden="true"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            box.value = [...at(event), ...at(event)];
          }}
          onPointerMove={(event) => {
            if (box.value !== null) box.value = [box.value[0], box.value[1], ...at(event)];
          }}
          onPointerUp={end}
        >
          <path class="land" d={land.value} />
          <Dots cells={cells} width={width} />
          {box.value !== null && (
            <rect
              class="chosen-period"
              x={Math.min(box.value[0], box.value[2])}
              y={Math.min(box.value[1], box.value[3])}
              width={Math.abs(box.value[2] - box.value[0])}
              height={Math.abs(box.value[3] - box.value[1])}
            />
          )}
        </svg>
        <figcaption>
          <button type="button" aria-label={t().zoomIn} onClick={() => zoomTo(1)}>
            <Sign name="plus" />
          </button>
          <button type="button" aria-label={t().zoomOut} onClick={() => zoomTo(-1)}>
            <Sign name="minus" />
          </button>
          <span class="faint">{fault.value === '' ? t().mapHint : fault.value}</span>
        </figcaption>
      </figure>
      <Spots
        cells={cells}
        isKnown={found.value !== null}
        show={(spot) => (frame.value = { ...spot, zoom: Math.min(ZOOM_MAX, zoom + 3) })}
        zoom={zoom}
      />
    </div>
  );
}

function Dots({ cells, width }: { readonly cells: readonly FacetValue[]; readonly width: number }) {
  const most = cells.reduce((max, { items }) => Math.max(max, items), 1);
  return (
    <>
      {cells.map(({ value, items, latitude = 0, longitude = 0 }) => {
        const size = (DOT_MIN + (DOT_MAX - DOT_MIN) * Math.sqrt(items / most)) * (width / 1000);
        return (
          <ellipse key={value} class="place" cx={longitude} cy={-latitude} rx={size} ry={size}>
            <title>{t().items(items)}</title>
          </ellipse>
        );
      })}
    </>
  );
}

interface SpotsProps {
  readonly cells: readonly FacetValue[];
  /** Whether they were counted. */
  readonly isKnown: boolean;
  readonly show: (spot: { readonly latitude: number; readonly longitude: number }) => void;
  readonly zoom: number;
}

function Spots({ cells, isKnown, show, zoom }: SpotsProps) {
  const choose = (latitude: number, longitude: number): void => {
    const reach = 180 / 2 ** (zoom + FINER);
    const corner = [longitude - reach, latitude - reach, longitude + reach, latitude + reach];
    show({ latitude, longitude });
    go({ bbox: corner.map((degrees) => degrees.toFixed(4)).join(',') });
  };
  return (
    <div class="buckets" tabIndex={0} role="group" aria-label={t().map}>
      {cells.length === 0 && <p class="faint">{isKnown ? t().noCoordinates : t().loading}</p>}
      <table class="plain" aria-label={t().spots}>
        <thead>
          <tr>
            <th class="number">{t().coordinates.latitude}</th>
            <th class="number">{t().coordinates.longitude}</th>
            <th class="number">{t().itemsColumn}</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ value, items, latitude = 0, longitude = 0 }) => (
            <tr key={value}>
              <td class="number">
                <button type="button" class="link" onClick={() => choose(latitude, longitude)}>
                  {latitude.toFixed(4)}
                </button>
              </td>
              <td class="number">{longitude.toFixed(4)}</td>
              <td class="number">{t().number(items)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
