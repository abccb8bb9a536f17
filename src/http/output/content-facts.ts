/** What the record of an item says of its content. */
import type { ContentFacts } from '../../content-text/content-texts.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { propertyValue } from './item-record.ts';

/** Names that tools give to these. */
const TYPE = ['contentType', 'Content-Type', 'mediaType'];
const CHARSET = ['Content-Encoding', 'html:Content-Encoding', 'charset'];
const EXTENSION = ['ext', 'type'];

/** What `contentFacts` reads. */
export const FACT_PROPERTIES: readonly string[] = [...TYPE, ...CHARSET, ...EXTENSION];

export function contentFacts(item: IndexedItem): ContentFacts {
  const first = (names: readonly string[]): string | null =>
    names.map((name) => propertyValue(item, name)).find((value) => value !== undefined) ?? null;
  const contentType = first(TYPE);
  const named = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? null;
  return { contentType, extension: first(EXTENSION), charset: named ?? first(CHARSET) };
}
