/** The open item: its record and its parts. */
import { effect, signal } from '@preact/signals';
import type { ItemRecord, Ref } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { beginText } from '../api/text-slices.ts';
import { t } from '../language/words.ts';
import { address, shownItem, type Tab } from './address.ts';
import { marksVersion } from './bookmarks.ts';
import { notice, say } from './notice.ts';
import { hitOf } from './results.ts';

export type OpenItem = ItemRecord;

export const item = signal<OpenItem | null>(null);
export const itemFault = signal('');
/** Counts how often the case changed the open item. */
export const edition = signal(0);
let request: AbortController | null = null;

effect(() => {
  const ref = shownItem.value;
  void marksVersion.value;
  request?.abort();
  itemFault.value = '';
  const known = item.peek();
  if (ref === null || known?.id !== ref.id || known.source !== ref.source) item.value = null;
  if (ref !== null) void load(ref);
});

async function load(ref: Ref): Promise<void> {
  request = new AbortController();
  const { signal: abort } = request;
  if (item.peek() === null && isReadAsText(ref)) beginText(ref, abort);
  try {
    const { records } = await client.ask('getRecords', {}, { docs: [ref], properties: ['*'] }, { signal: abort });
    const [record] = records;
    if (abort.aborted) return;
    // An equal record is not set, because it would redraw everything.
    if (record && JSON.stringify(record) === JSON.stringify(item.peek())) return;
    const known = item.peek();
    if (record && known !== null && partOfCase(record) !== partOfCase(known)) {
      edition.value = edition.peek() + 1;
      // An action just before may have changed the item as it is now.
      const before = notice.peek();
      if (before?.undo === undefined) say(t().itemChanged);
      else say(`${before.text}. ${t().itemChanged}`, { undo: before.undo });
    }
    item.value = record ?? null;
    if (!record) itemFault.value = t().noSuchItem(`${ref.source}:${ref.id}`);
  } catch (fault) {
    if (!isAborted(fault)) itemFault.value = messageOf(fault);
  }
}

/** What the case has of an item, without what people added. */
function partOfCase({ parentId, properties, parts }: ItemRecord): string {
  return JSON.stringify([parentId, properties, parts]);
}

/** Whether the item will probably be shown as text, judging by its row. */
function isReadAsText(ref: Ref): boolean {
  const { tab } = address.peek();
  const hit = hitOf(ref);
  if (hit === null || !hit.parts.includes('text')) return false;
  return tab === 'text' || (tab === null && bestTab(hit) === 'text');
}

/** Retries an item that could not be read. */
export function loadAgain(): void {
  const ref = shownItem.peek();
  itemFault.value = '';
  if (ref !== null) void load(ref);
}

/** Returns the values of a property, under any of the names that cases use. */
export function valuesOfItem(
  { properties }: Pick<ItemRecord, 'properties'>,
  ...names: readonly string[]
): readonly string[] {
  return names.map((name) => properties[name]).find((values) => values !== undefined && values.length > 0) ?? [];
}

export function mediaTypeOf(record: Pick<ItemRecord, 'properties'>): string {
  const [type = ''] = valuesOfItem(record, 'contentType', 'Content-Type', 'mediaType', 'mimeType');
  return type.split(';')[0]!.trim().toLowerCase();
}

/** Returns the best view of an item: the preview if possible, or else the text, or else the properties. */
export function bestTab({ parts, properties }: Pick<ItemRecord, 'parts' | 'properties'>): Tab {
  if (parts.includes('view') || /^(image|audio|video)\//.test(mediaTypeOf({ properties }))) return 'preview';
  if (parts.includes('text')) return 'text';
  if (parts.includes('thumb')) return 'preview';
  return 'properties';
}
