/** The items of one segment of an IPED index, from its stored fields, and the map of its documents that they give. */

import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { CaseItem, ItemPart, ReadObserver } from '../case-reader.ts';
import type { LuceneSegment, StoredDocument } from '../lucene/lucene-segment.ts';
import { OVERLAP_UNITS } from './case-settings.ts';
import { type ItemMap, ItemMapper, piecesOf } from './item-map.ts';
import { firstValue, idOf, type Properties, propertiesOf } from './item-record.ts';
import { BATCH_ITEMS_MAX, FRAGMENTS_MAX } from './limits.ts';

/** The references of an item's parts. */
export interface ItemParts {
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
}

export interface SegmentReading {
  readonly segment: LuceneSegment;
  readonly part: ItemPart;
  /** The ordinal of the segment's first item. */
  readonly firstItem: number;
  readonly splitUnits: number;
  partsOf(properties: Properties, segment: number, document: StoredDocument): ItemParts;
}

/** Gives the items in order of their documents, and returns the map, when all were read. */
export async function* readSegmentItems(
  { segment, part, firstItem, splitUnits, partsOf }: SegmentReading,
  observer: ReadObserver,
): AsyncGenerator<readonly CaseItem[], { readonly map: ItemMap; readonly itemCount: number }> {
  const mapper = new ItemMapper(segment.maxDoc);
  const { file, bytes } = part;
  let ordinal = firstItem;
  let told = 0;
  const problem = (kind: 'record' | 'part', id: number | null, reason: string): void =>
    observer.problem({ file, line: null, id, kind, reason });
  const take = (document: StoredDocument): CaseItem | null => {
    const { doc, values } = document;
    if (values.length === 0) {
      if (segment.isLive(doc)) mapper.piece(doc);
      return null;
    }
    const number = segment.docBase + doc;
    const id = idFrom(
      values,
      (reason) => segment.isLive(doc) && problem('record', null, `document ${number}: ${reason}`),
    );
    if (id === null || !segment.isLive(doc)) {
      mapper.close();
      return null;
    }
    const properties = propertiesOf(values);
    const pieces = piecesFrom(properties, splitUnits);
    const found = mapper.item(doc, ordinal++, pieces);
    if (found < pieces) problem('part', id, `text: ${found} of its ${pieces} pieces are in the index`);
    const indexed = { number, hasSpelledText: found > 0 };
    return {
      id,
      parentId: parentIdOf(properties),
      properties,
      text: null,
      ...partsOf(properties, part.index, document),
      indexed,
      line: null,
    };
  };
  for await (const documents of segment.storedDocuments()) {
    const items: CaseItem[] = [];
    for (const document of documents) {
      const item = take(document);
      if (item !== null) items.push(item);
    }
    for (let at = 0; at < items.length; at += BATCH_ITEMS_MAX) yield items.slice(at, at + BATCH_ITEMS_MAX);
    const done = Math.floor((bytes * ((documents.at(-1)?.doc ?? 0) + 1)) / segment.maxDoc);
    observer.progress(done - told);
    told = done;
  }
  observer.progress(bytes - told);
  const map = mapper.finish();
  if (map.orphans > 0) {
    const reason = `${map.orphans} pieces of text are of no item: they are left of items that were removed, and not searched`;
    observer.problem({ file, line: null, id: null, kind: 'orphan', reason });
  }
  return { map, itemCount: ordinal - firstItem };
}

function idFrom(values: StoredDocument['values'], tell: (reason: string) => void): number | null {
  try {
    const id = idOf(values);
    if (id === null) tell('it has stored fields and no id');
    return id;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell(error.message);
    return null;
  }
}

function piecesFrom(properties: Properties, splitUnits: number): number {
  const isSplit = firstValue(properties, 'textSplitted') === 'true';
  if (!isSplit) return 1;
  const units = Number(firstValue(properties, 'textSize') ?? Number.NaN);
  return Math.min(FRAGMENTS_MAX, piecesOf(isSplit, units, splitUnits, OVERLAP_UNITS));
}

function parentIdOf(properties: Properties): number | null {
  const value = firstValue(properties, 'parentId');
  return value !== undefined && /^\d{1,10}$/.test(value) && Number(value) <= PARENT_ID_MAX ? Number(value) : null;
}

const PARENT_ID_MAX = 0x7fff_ffff;
