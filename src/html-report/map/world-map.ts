/** Draws a small world map with the number of items in each cell. Its size is limited, and it fetches nothing. */
import type { Coordinates } from '../../schema/item-coordinates.ts';
import { html, type Markup, Markup as Vouched } from '../markup/markup.ts';
import type { PageFrame } from '../pages/page-frame.ts';
import { put } from '../template/words.ts';
import { LAND } from './land.ts';

/** Size of a cell in degrees: one or two millimetres on the page. */
const CELL = 2.5;
const COLUMNS = 360 / CELL;
const ROWS = 180 / CELL;
/** Radius of a dot in degrees, by its number of items. */
const RADIUS_MIN = 0.9;
const RADIUS_MAX = 3;

export class WorldMap {
  readonly #counts = new Uint32Array(COLUMNS * ROWS);
  #total = 0;

  get isEmpty(): boolean {
    return this.#total === 0;
  }

  add({ latitude, longitude }: Coordinates): void {
    const column = Math.min(COLUMNS - 1, Math.floor((longitude + 180) / CELL));
    const row = Math.min(ROWS - 1, Math.floor((90 - latitude) / CELL));
    this.#counts[row * COLUMNS + column]!++;
    this.#total++;
  }

  drawing(frame: PageFrame): Markup {
    const dots: Markup[] = [];
    for (const [cell, count] of this.#counts.entries()) {
      if (count === 0) continue;
      const x = (cell % COLUMNS) * CELL - 180 + CELL / 2;
      const y = Math.floor(cell / COLUMNS) * CELL - 90 + CELL / 2;
      const radius = Math.min(RADIUS_MAX, RADIUS_MIN + Math.log10(count) / 2).toFixed(2);
      dots.push(html`<circle cx="${x}" cy="${y}" r="${radius}"><title>${frame.number(count)}</title></circle>`);
    }
    const label = put(frame.words.mapLabel, { n: frame.number(this.#total) });
    return html`<svg class="map" viewBox="-180 -90 360 180" role="img" aria-label="${label}"><path d="${new Vouched(LAND)}"/>${dots}</svg>\n`;
  }
}
