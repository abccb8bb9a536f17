/**
 * Counts the items of a set by the cells of a grid of degrees that contain their coordinates. Also sums these coordinates and
 * finds their bounding box.
 */
import type { ItemCoordinates } from '../../engine/columns/coordinate-column.ts';
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { firstFrom } from '../../shared/sorting/binary-search.ts';
import { sortedInSlices } from '../../shared/sorting/sorted-in-slices.ts';
import { COUNTS_AT_ONCE, type FacetCounter, inBatches } from './facet-counter.ts';

/** Memory of a cell, in bytes. */
const CELL_BYTES = 192;
/** Digits of a cell number in a key. */
const KEY_DIGITS = 10;

interface Cell {
  readonly x: number;
  readonly y: number;
  items: number;
  latitude: number;
  longitude: number;
  count: number;
  south: number;
  west: number;
  north: number;
  east: number;
  lastDoc: number;
}

export class CellCounter implements FacetCounter {
  readonly #coordinates: ItemCoordinates;
  readonly #zoom: number;
  readonly #cells = new Map<number, Cell>();
  #items = 0;

  constructor(coordinates: ItemCoordinates, zoom: number) {
    this.#coordinates = coordinates;
    this.#zoom = zoom;
  }

  add(docs: Uint32Array, from: number, to: number): void {
    const own = this.#coordinates.docs;
    // Both ascend: gaps between two documents are skipped by binary search.
    let at = from < to ? firstFrom(own, docs[from]!) : 0;
    for (let i = from; i < to && at < own.length; i++) {
      const doc = docs[i]!;
      if (own[at]! < doc) at = firstFrom(own, doc, at);
      if (own[at] !== doc) continue;
      this.#items++;
      for (; own[at] === doc; at++) this.#count(at, doc);
    }
  }

  #count(at: number, doc: number): void {
    const latitude = this.#coordinates.latitudes[at]!;
    const longitude = this.#coordinates.longitudes[at]!;
    const columns = 2 ** this.#zoom;
    const rows = Math.max(1, columns / 2);
    const size = 360 / columns;
    // The last meridian and the pole belong to the cells before them.
    const x = Math.min(columns - 1, Math.floor((longitude + 180) / size));
    const y = Math.min(rows - 1, Math.floor((latitude + 90) / size));
    const key = x * rows + y;
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      claimMemory(CELL_BYTES, 'the counts of cells');
      cell = {
        ...{ x, y, items: 0, latitude: 0, longitude: 0, count: 0, lastDoc: -1 },
        ...{ south: latitude, west: longitude, north: latitude, east: longitude },
      };
      this.#cells.set(key, cell);
    }
    if (cell.lastDoc !== doc) cell.items++;
    cell.lastDoc = doc;
    cell.latitude += latitude;
    cell.longitude += longitude;
    cell.count++;
    cell.south = Math.min(cell.south, latitude);
    cell.west = Math.min(cell.west, longitude);
    cell.north = Math.max(cell.north, latitude);
    cell.east = Math.max(cell.east, longitude);
  }

  *finish(): Generator<void, FacetAnswer> {
    const counts: FacetCount[] = [];
    let sum = 0;
    for (const { x, y, items, lastDoc: _, ...coordinates } of this.#cells.values()) {
      const key = `${padded(x)}/${padded(y)}`;
      counts.push({
        key,
        items,
        spellings: [{ value: `${x}/${y}`, items }],
        coordinates,
      });
      sum += items;
      if (counts.length % COUNTS_AT_ONCE === 0) yield;
    }
    const sorted = yield* sortedInSlices(counts, (a, b) => (a.key < b.key ? -1 : 1));
    return { items: this.#items, distinct: sorted.length, sum, counts: inBatches(sorted) };
  }
}

function padded(number: number): string {
  return String(number).padStart(KEY_DIGITS, '0');
}
