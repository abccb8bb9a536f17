/** Reads the items of one segment of an IPED index from its stored fields, and creates the map of its documents. */
import type { PartRef } from '../../shared/part-ref.ts';
import type { CaseItem, ItemPart, ReadObserver } from '../case-reader.ts';
import type { StoredDocument } from '../lucene/lucene-segment.ts';
import { ReadProgress } from '../read-progress.ts';
import type { SegmentMap } from './item-map.ts';
import { firstValue, type ItemProperties, propertiesOfDocument } from './item-record.ts';
import { BATCH_ITEMS_MAX } from './limits.ts';
import { SegmentSurvey, type SurveyedSegment } from './segment-survey.ts';

/** The references of an item's parts. */
export interface ItemPartRefs {
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
}

export interface SegmentReading extends SurveyedSegment {
  partsOf(properties: ItemProperties, segment: number, document: StoredDocument): ItemPartRefs;
}

/** Yields the items in order of their documents, and returns the map at the end. */
export async function* readSegmentItems(
  reading: SegmentReading,
  observer: ReadObserver,
): AsyncGenerator<readonly CaseItem[], SegmentMap> {
  const survey = new SegmentSurvey(reading, observer);
  const progress = new ReadProgress(reading.part.bytes, observer);
  for await (const documents of reading.segment.storedDocuments()) {
    const items: CaseItem[] = [];
    for (const document of documents) {
      const id = survey.idOf(document);
      if (id === null) continue;
      const properties = propertiesOfDocument(document, reportLimit(reading.part, id, observer));
      const hasSpelledText = survey.take(document.doc, id, properties);
      items.push(itemOf(reading, { document, id, properties, hasSpelledText }));
    }
    for (let at = 0; at < items.length; at += BATCH_ITEMS_MAX) yield items.slice(at, at + BATCH_ITEMS_MAX);
    progress.report(((documents.at(-1)?.doc ?? 0) + 1) / reading.segment.maxDoc);
  }
  progress.report(1);
  return survey.finish();
}

/** Reports that an item exceeds a limit. */
export function reportLimit({ file }: ItemPart, id: number, observer: ReadObserver): (reason: string) => void {
  return (reason) => observer.problem({ file, line: null, id, kind: 'limit', reason });
}

export interface SegmentItem {
  readonly document: StoredDocument;
  readonly id: number;
  readonly properties: ItemProperties;
  readonly hasSpelledText: boolean;
}

export function itemOf(
  { segment, part, partsOf }: SegmentReading,
  { document, id, properties, hasSpelledText }: SegmentItem,
): CaseItem {
  return {
    id,
    parentId: parentIdOf(properties),
    properties,
    text: null,
    ...partsOf(properties, part.index, document),
    indexed: { number: segment.docBase + document.doc, hasSpelledText },
    line: null,
  };
}

function parentIdOf(properties: ItemProperties): number | null {
  const value = firstValue(properties, 'parentId');
  return value !== undefined && /^\d{1,10}$/.test(value) && Number(value) <= PARENT_ID_MAX ? Number(value) : null;
}

const PARENT_ID_MAX = 0x7fff_ffff;
