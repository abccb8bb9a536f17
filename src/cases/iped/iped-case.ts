/** An open case of IPED: its index provides items and terms, its settings their interpretation. Nothing in it is ever written. */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import type { PartRef } from '../../shared/part-ref.ts';
import type { TermCursor, TermSpan } from '../../shared/term-cursor.ts';
import type { AnalyzedTerms } from '../analyzed-terms.ts';
import type {
  ByteInput,
  CaseItem,
  CaseProblem,
  CaseReader,
  FormatVersion,
  ItemPart,
  PartItems,
  ReadObserver,
} from '../case-reader.ts';
import type { CaseFiles } from '../files/safe-path.ts';
import type { LuceneIndex } from '../lucene/lucene-index.ts';
import type { LuceneSegment, StoredDocument } from '../lucene/lucene-segment.ts';
import { type CaseSettings, OVERLAP_UNITS } from './case-settings.ts';
import { contentReferenceOf, decodeContentReference, encodeContentReference } from './content/content-reference.ts';
import type { IpedContent } from './content/iped-content.ts';
import { decodeThumbnailReference, thumbnailReferenceOf } from './content/thumbnail-reference.ts';
import { Thumbnails } from './content/thumbnails.ts';
import { fieldsOf } from './field-specs.ts';
import { itemsOfDocuments, mapOfDocuments, renumbered, type SegmentMap } from './item-map.ts';
import { firstValue, type ItemProperties } from './item-record.ts';
import { areSeenToDescend, readItemsById, type UncountedReading } from './items-by-id.ts';
import { type ItemPartRefs, readSegmentItems } from './segment-items.ts';
import { SegmentTerms } from './segment-terms.ts';

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
  /** When the index was last written. */
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
  readonly analyzed: AnalyzedTerms;
  readonly #opened: OpenedIpedCase;
  /** The maps from the stored fields of the segments, in order, as far as they were read. */
  readonly #maps: SegmentMap[] = [];
  /** Whether the items in them are numbered by id. */
  #areById = false;
  readonly #problems: CaseProblem[] = [];

  constructor(opened: OpenedIpedCase) {
    this.path = opened.path;
    this.realPath = opened.realPath;
    this.format = opened.format;
    this.#opened = opened;
    const { index, settings } = opened;
    this.parts = opened.parts;
    // Reported with the items. An index without items has no part that would report them.
    if (this.parts.length === 0) this.#problems.push(...settings.problems, ...index.problems);
    this.hasBookmarks = opened.hasBookmarks;
    this.processedAt = opened.processedAt;
    const { specs, types } = fieldsOf(
      index.segments.flatMap(({ fields }) => fields),
      settings,
    );
    const { analysis, locale, categories, names: localized } = settings;
    const names = new Set(specs.map(({ name }) => name));
    this.analyzed = {
      fields: specs,
      segments: index.segments.map((segment, n) => ({
        open: (range) => this.#openTerms(n, range),
        occurrences: () => segment.occurrences(names),
      })),
      origin: { analysis, locale, types, categories, ...(localized === null ? {} : { names: localized }) },
      spelling: { overlapUnits: OVERLAP_UNITS },
      takeProblems: () => this.#problems.splice(0),
      inThreads: {
        documentCount: index.segments.reduce((sum, { maxDoc }) => sum + maxDoc, 0),
        documents: index.segments.map((segment) => ({ open: () => this.#openDocuments(segment) })),
        itemsOfDocuments: async () => itemsOfDocuments(await this.#allMaps()),
        handOver: async (docOfItem) => (await this.#allMaps()).map((map) => renumbered(map, docOfItem)),
        takeOver: (maps) => void this.#maps.splice(0, this.#maps.length, ...(maps as SegmentMap[])),
      },
    };
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

  async *readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    if (part.index === 0) this.#reportProblems(observer);
    const reading = this.#readingOf(part);
    for (const problem of await reading.segment.verify()) observer.problem(problem);
    const firstItem = await this.#itemsBefore(part.index);
    const map = yield* readSegmentItems({ ...reading, firstItem }, observer);
    if (!this.#areById) this.#maps[part.index] = map;
  }

  async idsDescend(): Promise<boolean> {
    return areSeenToDescend(this.#opened.index.segments);
  }

  async *readItemsById(_temporary: string, observer: ReadObserver): AsyncGenerator<PartItems> {
    this.#reportProblems(observer);
    const readings = this.parts.map((part) => this.#readingOf(part));
    for (const { segment } of readings) for (const problem of await segment.verify()) observer.problem(problem);
    const maps = yield* readItemsById(readings, observer);
    this.#areById = true;
    this.#maps.splice(0, this.#maps.length, ...maps);
  }

  #readingOf(part: ItemPart): UncountedReading {
    const { index, settings } = this.#opened;
    return { segment: index.segments[part.index]!, part, splitUnits: settings.splitUnits, partsOf };
  }

  #reportProblems(observer: ReadObserver): void {
    const { index, settings } = this.#opened;
    for (const problem of [...settings.problems, ...index.problems]) observer.problem(problem);
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

  async #openTerms(n: number, range?: TermSpan): Promise<TermCursor> {
    const segment = this.#opened.index.segments[n]!;
    const { map } = await this.#mapOf(n);
    const file = this.parts[n]!.file;
    const report = (outside: number): void => {
      const reason = `${outside} words of texts in very many pieces are not searched: a piece has room for ${map.room}`;
      this.#problems.push({ file, line: null, id: null, kind: 'limit', reason });
    };
    return new SegmentTerms(await segment.openTerms(map), segment.fields, this.analyzed.fields, map, report, range);
  }

  async #openDocuments(segment: LuceneSegment): Promise<TermCursor> {
    const map = mapOfDocuments(segment.maxDoc, segment.docBase);
    return new SegmentTerms(await segment.openTerms(map), segment.fields, this.analyzed.fields, map, () => undefined);
  }

  async #allMaps(): Promise<readonly SegmentMap[]> {
    return Promise.all(this.#opened.index.segments.map((_, n) => this.#mapOf(n)));
  }

  async #itemsBefore(n: number): Promise<number> {
    let items = 0;
    for (let before = 0; before < n; before++) items += (await this.#mapOf(before)).itemCount;
    return items;
  }

  /** Returns the map of a segment. Reads its stored fields if necessary. */
  async #mapOf(n: number): Promise<SegmentMap> {
    if (this.#maps[n] === undefined) {
      const items = this.readItems(this.parts[n]!, { problem: () => undefined, progress: () => undefined });
      for await (const _ of items);
    }
    return this.#maps[n]!;
  }
}
