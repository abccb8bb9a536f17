/** Extracts facts about an item's content from its record. */
import type { ContentFacts } from '../../content-text/content-texts.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { propertyValue } from './item-record.ts';

/** Property names that tools use for the media type. */
const TYPE = ['contentType', 'Content-Type', 'mediaType'];
const CHARSET = ['Content-Encoding', 'html:Content-Encoding', 'charset'];
const EXTENSION = ['ext', 'type'];

/** Properties that `contentFacts` reads. */
export const FACT_PROPERTIES: readonly string[] = [...TYPE, ...CHARSET, ...EXTENSION];

export function contentFacts(item: IndexedItem): ContentFacts {
  const contentType = contentTypeOf(item);
  const named = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? null;
  return { contentType, extension: extensionOf(item), charset: named ?? first(item, CHARSET) };
}

export function contentTypeOf(item: IndexedItem): string | null {
  return first(item, TYPE);
}

export function extensionOf(item: IndexedItem): string | null {
  return first(item, EXTENSION);
}

function first(item: IndexedItem, names: readonly string[]): string | null {
  for (const name of names) {
    const value = propertyValue(item, name);
    if (value !== undefined) return value;
  }
  return null;
}
