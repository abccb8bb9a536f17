/** A picture on a contact sheet, with its location and time. */
import type { ExportSource } from '../../export/export-set.ts';
import type { Coordinates } from '../../schema/item-coordinates.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { SHORT_NAME_UNITS } from '../limits.ts';
import { evidence, plainEvidence } from '../markup/evidence-text.ts';
import { addressOf, html, type Markup } from '../markup/markup.ts';
import type { PageFrame } from '../pages/page-frame.ts';
import { put } from '../template/words.ts';
import { nameOf } from './shown-properties.ts';

/** Digits after the decimal point. They are enough to give a location to a decimetre. */
const DEGREE_DIGITS = 6;

export interface ContactFacts {
  readonly source: ExportSource;
  readonly item: IndexedItem;
  readonly thumbnail: string;
  readonly time: string | null;
  readonly coordinates: Coordinates | null;
  /** Path of the page with the item's card. */
  readonly page: string;
}

export function contactCell(
  { source, item, thumbnail, time, coordinates, page }: ContactFacts,
  path: string,
  frame: PageFrame,
): Markup {
  const { cut } = frame;
  const name = nameOf(item);
  const alt = put(frame.words.thumbnailOf, { name: plainEvidence(name, SHORT_NAME_UNITS) });
  const shown = evidence(name, { cut, unitsMax: SHORT_NAME_UNITS });
  return html`<li><img loading="lazy" src="${addressOf(thumbnail, path)}" alt="${alt}">
${frame.link(path, page, shown)}<br>
<span class="faint">${evidence(source.id, { cut, unitsMax: SHORT_NAME_UNITS })}, ${item.id}</span>${line(time, frame)}${line(coordinates === null ? null : degreesOf(coordinates), frame)}</li>
`;
}

function line(text: string | null, { cut }: PageFrame): Markup | null {
  return text === null ? null : html`<br>${evidence(text, { cut, unitsMax: SHORT_NAME_UNITS })}`;
}

function degreesOf({ latitude, longitude }: Coordinates): string {
  const degrees = (value: number): string => String(Number(value.toFixed(DEGREE_DIGITS)));
  return `${degrees(latitude)}, ${degrees(longitude)}`;
}
