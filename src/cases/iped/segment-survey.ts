/** Decides for each document of a segment, in order, whether it is an item, and which item a text belongs to. */
import { AppError } from '../../shared/errors.ts';
import type { ItemPart, ReadObserver } from '../case-reader.ts';
import type { LuceneSegment, StoredDocument } from '../lucene/lucene-segment.ts';
import { OVERLAP_UNITS } from './case-settings.ts';
import { ItemMapper, piecesOf, type SegmentMap } from './item-map.ts';
import { firstValue, ID_PROPERTY, type ItemProperties, idOf } from './item-record.ts';
import { FRAGMENTS_MAX } from './limits.ts';

const SPLIT_PROPERTY = 'textSplitted';
const SIZE_PROPERTY = 'textSize';

/** The stored values of a document that are needed. */
export const SURVEYED: ReadonlySet<string> = new Set([ID_PROPERTY, SPLIT_PROPERTY, SIZE_PROPERTY]);

export interface SurveyedSegment {
  readonly segment: LuceneSegment;
  readonly part: ItemPart;
  /** The ordinal of the segment's first item. */
  readonly firstItem: number;
  readonly splitUnits: number;
}

export class SegmentSurvey {
  readonly #segment: LuceneSegment;
  readonly #splitUnits: number;
  readonly #firstItem: number;
  readonly #mapper: ItemMapper;
  readonly #report: (kind: 'record' | 'part' | 'orphan', id: number | null, reason: string) => void;
  #ordinal: number;

  constructor({ segment, part: { file }, firstItem, splitUnits }: SurveyedSegment, observer: ReadObserver) {
    this.#segment = segment;
    this.#splitUnits = splitUnits;
    this.#firstItem = firstItem;
    this.#ordinal = firstItem;
    this.#mapper = new ItemMapper(segment.maxDoc);
    this.#report = (kind, id, reason) => observer.problem({ file, line: null, id, kind, reason });
  }

  /** Returns the id of the item in the next document, or null if the document is not an item. */
  idOf({ doc, valueCount, values }: StoredDocument): number | null {
    const isLive = this.#segment.isLive(doc);
    if (valueCount === 0) {
      if (isLive) this.#mapper.piece(doc);
      return null;
    }
    const id = this.#readId(doc, values, isLive);
    if (id !== null && isLive) return id;
    this.#mapper.close();
    return null;
  }

  #readId(doc: number, values: StoredDocument['values'], isLive: boolean): number | null {
    let fault = 'it has stored fields but no id';
    try {
      const id = idOf(values);
      if (id !== null) return id;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      fault = error.message;
    }
    if (isLive) this.#report('record', null, `document ${this.#segment.docBase + doc}: ${fault}`);
    return null;
  }

  /** Takes the item from `idOf`. Returns whether it has a text. */
  take(doc: number, id: number, properties: ItemProperties): boolean {
    const pieces = this.#piecesFrom(properties);
    const found = this.#mapper.item(doc, this.#ordinal++, pieces);
    if (found < pieces) this.#report('part', id, `text: ${found} of its ${pieces} pieces are in the index`);
    return found > 0;
  }

  #piecesFrom(properties: ItemProperties): number {
    const isSplit = firstValue(properties, SPLIT_PROPERTY) === 'true';
    if (!isSplit) return 1;
    const units = Number(firstValue(properties, SIZE_PROPERTY) ?? Number.NaN);
    return Math.min(FRAGMENTS_MAX, piecesOf(isSplit, units, this.#splitUnits, OVERLAP_UNITS));
  }

  /** Call this after the last document. */
  finish(): SegmentMap {
    const map = this.#mapper.finish();
    if (map.orphans > 0) {
      const reason = `${map.orphans} pieces of text belong to items that were removed: they are not searched`;
      this.#report('orphan', null, reason);
    }
    return { map, itemCount: this.#ordinal - this.#firstItem };
  }
}
