/** Shows the map's content as a table: exact locations with their items, and cells with several locations. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FacetValue, Hit } from '../api/answers.ts';
import { client, isAborted } from '../api/client.ts';
import { useFacet } from '../facets/use-facet.ts';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { askedSet, go } from '../state/address.ts';
import { hitName } from '../table/cell.tsx';
import { boxText, common, cornersOf, type Frame, GRID_ZOOM_MAX } from './frame.ts';

/**
 * In a view of at most this many items, every location is counted. Otherwise, cells are counted that are this much finer than
 * the view.
 */
const ITEMS_MAX = 5000;
const FINER = 8;
const ROWS_MAX = 200;
/** Number of rows that list items by name, and of names in each. */
const NAMED_ROWS = 20;
const NAMES = 3;
/** Coordinates are compared to about a tenth of a metre. */
const SAME = 0.000001;

/** Whether all items of a cell are at one location. */
export function isOneSpot({ box }: FacetValue): boolean {
  const [west = 0, south = 0, east = 1, north = 1] = box ?? [];
  return west === east && south === north;
}

interface SpotTableProps {
  readonly frame: Frame;
  /** Height divided by width of the map on the screen. */
  readonly shape: number;
  readonly zoom: number;
  /** The cells on the map. */
  readonly cells: readonly FacetValue[];
  /** Whether the cells have been counted. */
  readonly isKnown: boolean;
  readonly open: (cell: FacetValue) => void;
}

export function SpotTable({ frame, shape, zoom, cells, isKnown, open }: SpotTableProps) {
  const view = cornersOf(frame, shape);
  const [west, south, east, north] = view;
  const inView = cells.filter(
    ({ longitude = 0, latitude = 0 }) =>
      longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
  const items = inView.reduce((sum, one) => sum + one.items, 0);
  const bbox = common(view, askedSet.value.bbox ?? '');
  const grid = items <= ITEMS_MAX ? GRID_ZOOM_MAX : Math.min(GRID_ZOOM_MAX, zoom + FINER);
  const wanted = useSignal('');
  wanted.value = JSON.stringify({ bbox, grid });
  const { found } = useFacet(() => {
    const asked = JSON.parse(wanted.value) as { readonly bbox: string | null; readonly grid: number };
    if (asked.bbox === null) return null;
    return { set: { ...askedSet.value, bbox: asked.bbox }, facet: { place: true, zoom: asked.grid } };
  });
  const values = [...(found.value?.values ?? [])].sort((a, b) => b.items - a.items);
  const shown = values.slice(0, ROWS_MAX);
  const cellCount = values.filter((one) => !isOneSpot(one)).length;
  return (
    <div class="buckets" tabIndex={0} role="group" aria-label={t().spots}>
      {cells.length === 0 && <p class="faint">{isKnown ? t().noCoordinates : t().loading}</p>}
      {cellCount > 0 && <p class="faint">{t().cells(cellCount)}</p>}
      <table class="plain" aria-label={t().spots}>
        <thead>
          <tr>
            <th>{t().coordinates.latitude}</th>
            <th>{t().coordinates.longitude}</th>
            <th>{t().itemsColumn}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((value, row) =>
            isOneSpot(value) ? (
              <Spot key={value.value} place={value} isNamed={row < NAMED_ROWS} />
            ) : (
              <tr key={value.value}>
                <td colSpan={3}>
                  <button type="button" class="link" onClick={() => open(value)}>
                    {t().cell(value.items, (value.latitude ?? 0).toFixed(2), (value.longitude ?? 0).toFixed(2))}
                  </button>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {values.length > ROWS_MAX && <p class="faint">{t().moreSpots(ROWS_MAX)}</p>}
    </div>
  );
}

function Spot({ place, isNamed }: { readonly place: FacetValue; readonly isNamed: boolean }) {
  const { latitude = 0, longitude = 0, items } = place;
  const box = boxText(
    [longitude - SAME, latitude - SAME, longitude + SAME, latitude + SAME].map(inDegrees) as never,
    6,
  );
  const hits = useSignal<readonly Hit[]>([]);
  const set = JSON.stringify({ ...askedSet.value, bbox: box });
  useEffect(() => {
    if (!isNamed) return;
    const controller = new AbortController();
    const body = { ...JSON.parse(set), limit: NAMES, properties: ['name'] };
    client.ask('findHitsByBody', {}, body, { signal: controller.signal }).then(
      (page) => {
        hits.value = page.hits;
      },
      (fault: unknown) => {
        if (!isAborted(fault)) hits.value = [];
      },
    );
    return () => controller.abort();
  }, [set, isNamed]);
  const [shownLatitude, shownLongitude] = [latitude.toFixed(5), longitude.toFixed(5)];
  return (
    <tr>
      <td>
        <button
          type="button"
          class="link"
          aria-label={t().showItems(shownLatitude, shownLongitude)}
          onClick={() => go({ bbox: box })}
        >
          {shownLatitude}
        </button>
      </td>
      <td>{shownLongitude}</td>
      <td class="items-here">
        {hits.value.map((hit) => (
          <button
            key={`${hit.source}:${hit.id}`}
            type="button"
            class="link"
            onClick={() => go({ item: { source: hit.source, id: hit.id } })}
          >
            <Evidence text={hitName(hit)} />
          </button>
        ))}
        {items > hits.value.length && <span class="count">{t().items(items)}</span>}
      </td>
    </tr>
  );
}

function inDegrees(degrees: number, i: number): number {
  const most = i % 2 === 0 ? 180 : 90;
  return Math.max(-most, Math.min(most, degrees));
}
