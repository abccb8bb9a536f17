/** The item that is open: its record, and which parts it has. */
import { effect, signal } from '@preact/signals';
import type { Hit, ItemRecord, Part, Ref } from '../api/answers.ts';
import { addressOf, askJson, isAborted, itemPath, messageOf } from '../api/ask.ts';
import { shownItem, type Tab } from './address.ts';
import { marksVersion } from './bookmarks.ts';
import { focusedHit } from './cursor.ts';

export interface OpenItem extends ItemRecord {
  readonly parts: readonly Part[];
}

export const item = signal<OpenItem | null>(null);
export const itemFault = signal('');
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
  try {
    const record = await askJson<ItemRecord>(addressOf(itemPath(ref)), { signal: abort });
    const parts = await partsOf(ref);
    if (!abort.aborted) item.value = { ...record, parts };
  } catch (fault) {
    if (!isAborted(fault)) itemFault.value = messageOf(fault);
  }
}

async function partsOf({ source, id }: Ref): Promise<readonly Part[]> {
  const hit: Hit | null = focusedHit();
  return hit !== null && hit.id === id && hit.source === source ? hit.parts : [];
}

/** Values of a property, whatever of its names the case uses. */
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

/** The view that suits an item best: what it looks like where that can be shown, else its text, else its properties. */
export function bestTab({ parts, properties }: OpenItem): Tab {
  if (parts.includes('view') || /^(image|audio|video)\//.test(mediaTypeOf({ properties }))) return 'preview';
  if (parts.includes('text')) return 'text';
  if (parts.includes('thumb')) return 'preview';
  return 'properties';
}
