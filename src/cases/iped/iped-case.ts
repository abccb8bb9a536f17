/**
 * An open case of IPED. Its index provides items and terms, and its settings determine their interpretation. Nothing in it is
 * ever written.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { AnalyzedTerms } from '../analyzed-terms.ts';
import type {
  ByteInput,
  CaseGrowth,
  CaseItem,
  CaseProblem,
  CaseReader,
  CaseRemovals,
  FormatVersion,
  ItemPart,
  PartItems,
  ReadObserver,
} from '../case-reader.ts';
import type { CaseFiles } from '../files/safe-path.ts';
import type { LuceneIndex } from '../lucene/lucene-index.ts';
import type { StoredDocument } from '../lucene/lucene-segment.ts';
import type { CaseSettings } from './case-settings.ts';
import { contentReferenceOf, decodeContentReference, encodeContentReference } from './content/content-reference.ts';
import type { IpedContent } from './content/iped-content.ts';
import { decodeThumbnailReference, thumbnailReferenceOf } from './content/thumbnail-reference.ts';
import { Thumbnails } from './content/thumbnails.ts';
import { firstValue, type ItemProperties } from './item-record.ts';
import { removalsOf, segmentIdentities, settingsBasis } from './segment-identity.ts';
import type { ItemPartRefs } from './segment-items.ts';
import { SegmentsReading } from './segments-reading.ts';

/** Returns the references of the parts of an item, from its stored values. */
function partsOf(properties: ItemProperties, segment: number, document: StoredDocument): ItemPartRefs {
  const value = (name: string): string | undefined => firstValue(properties, name);
  return {
    content: encodeContentReference(contentReferenceOf(value)),
    thumb: thumbnailReferenceOf(value, segment, document),
  };
}

function unknownPart(): AppError {
  return new AppError('NOT_FOUND', 'the case has no such part');
}

/** The opened parts of a case. */
export interface OpenedIpedCase {
  readonly path: string;
  /** The real path of the case folder, whichever folder was given. */
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly files: CaseFiles;
  readonly index: LuceneIndex;
  readonly settings: CaseSettings;
  /** Settings files, relative to the case. */
  readonly settingsFiles: readonly string[];
  readonly content: IpedContent;
  /** The segments of the index as parts of the case, with a file of each, and the total bytes. */
  readonly parts: readonly ItemPart[];
  readonly hasBookmarks: boolean;
  /** The time at which the index was last written. */
  readonly processedAt: string | null;
}

export class IpedCase implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly name = null;
  readonly hasBookmarks: boolean;
  readonly processedAt: string | null;
  readonly itemCountExpected = null;
  readonly parts: readonly ItemPart[];
  readonly removals: CaseRemovals;
  readonly #opened: OpenedIpedCase;
  #reading: SegmentsReading;

  constructor(opened: OpenedIpedCase) {
    this.path = opened.path;
    this.realPath = opened.realPath;
    this.format = opened.format;
    this.#opened = opened;
    this.parts = opened.parts;
    this.hasBookmarks = opened.hasBookmarks;
    this.processedAt = opened.processedAt;
    this.removals = removalsOf(opened.index.segments);
    this.#reading = this.#readingOf(0, this.parts.length);
  }

  get analyzed(): AnalyzedTerms {
    return this.#reading.analyzed;
  }

  #readingOf(from: number, to: number): SegmentsReading {
    return new SegmentsReading({ ...this.#opened, partsOf }, { from, to });
  }

  limitTo(parts: readonly ItemPart[]): void {
    const from = parts[0]?.index ?? 0;
    if (parts.some(({ index }, n) => index !== from + n)) throw new Error('the parts are not consecutive');
    this.#reading = this.#readingOf(from, from + parts.length);
  }

  async growth(): Promise<CaseGrowth> {
    const { index, settings, files } = this.#opened;
    return { basis: settingsBasis(settings, index), segments: await segmentIdentities(this.#opened, files) };
  }

  async fingerprint(): Promise<string> {
    const { index, files, settingsFiles } = this.#opened;
    const hash = createHash('sha256');
    for (const file of [...index.files, ...settingsFiles]) {
      const { stats } = await files.locate(file);
      hash.update(`${JSON.stringify(file)} ${stats.size} ${stats.mtimeMs}\n`);
    }
    return hash.digest('hex');
  }

  countProblem(): CaseProblem | null {
    return null;
  }

  readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    return this.#reading.readItems(part, observer);
  }

  idsDescend(): Promise<boolean> {
    return this.#reading.idsDescend();
  }

  /** Reads the parts of `limitTo`. */
  readItemsById(_temporary: string, observer: ReadObserver): AsyncGenerator<PartItems> {
    return this.#reading.readItemsById(observer);
  }

  async openPart(ref: PartRef): Promise<ByteInput> {
    const content = decodeContentReference(ref);
    if (content !== null) return this.#opened.content.open(content);
    const thumbnail = decodeThumbnailReference(ref);
    if (thumbnail === null) throw unknownPart();
    return new Thumbnails(this.#opened.index, this.#opened.content).open(thumbnail);
  }

  async openText(
    from: 'ocr' | 'transcription',
    value: (name: string) => string | undefined,
  ): Promise<ByteInput | null> {
    return this.#opened.content.openText(from, value);
  }

  async checkPart(ref: PartRef): Promise<void> {
    const content = decodeContentReference(ref);
    if (content !== null) await this.#opened.content.check(content);
    else if (decodeThumbnailReference(ref) === null) throw unknownPart();
  }

  async close(): Promise<void> {
    await this.#opened.content.close();
    await this.#opened.index.close();
  }
}
