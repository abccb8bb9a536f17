/**
 * Reads the items and terms of consecutive segments of a case: all of them, or those that become one part of our index. Items
 * are numbered, and documents counted, from the first of these segments.
 */
import type { TermCursor, TermSpan } from '../../shared/term-cursor.ts';
import type { AnalyzedTerms } from '../analyzed-terms.ts';
import type { CaseItem, CaseProblem, ItemPart, PartItems, ReadObserver } from '../case-reader.ts';
import type { LuceneIndex } from '../lucene/lucene-index.ts';
import type { LuceneSegment } from '../lucene/lucene-segment.ts';
import { type CaseSettings, OVERLAP_UNITS } from './case-settings.ts';
import { fieldsOf } from './field-specs.ts';
import { itemsOfDocuments, mapOfDocuments, renumbered, type SegmentMap } from './item-map.ts';
import { areSeenToDescend, readItemsById, type UncountedReading } from './items-by-id.ts';
import { readSegmentItems } from './segment-items.ts';
import { SegmentTerms } from './segment-terms.ts';

/** The parts of an opened case that reading needs. */
export interface ReadableCase {
  readonly index: LuceneIndex;
  readonly settings: CaseSettings;
  /** The segments of the index as parts of the case. */
  readonly parts: readonly ItemPart[];
  readonly partsOf: UncountedReading['partsOf'];
}

/** Segments by number, from the first up to the second, exclusive. */
export interface SegmentRange {
  readonly from: number;
  readonly to: number;
}

export class SegmentsReading {
  /** Contains the fields of all segments up to the last one that is read, so that later segments do not affect it. */
  readonly analyzed: AnalyzedTerms;
  readonly #case: ReadableCase;
  readonly #from: number;
  readonly #segments: readonly LuceneSegment[];
  /** The maps from the stored fields of the segments, in order, as far as they were read. */
  readonly #maps: SegmentMap[] = [];
  /** Whether the items in them are numbered by id. */
  #areById = false;
  readonly #problems: CaseProblem[] = [];

  constructor(readable: ReadableCase, { from, to }: SegmentRange) {
    this.#case = readable;
    this.#from = from;
    const { index, settings, parts } = readable;
    this.#segments = index.segments.slice(from, to);
    // Problems are usually reported with the first part. An index without items has no part, so they are reported here.
    if (parts.length === 0) this.#problems.push(...settings.problems, ...index.problems);
    const { specs, types } = fieldsOf(
      index.segments.slice(0, to).flatMap(({ fields }) => fields),
      settings,
    );
    const { analysis, locale, categories, names: localized } = settings;
    const names = new Set(specs.map(({ name }) => name));
    this.analyzed = {
      fields: specs,
      segments: this.#segments.map((segment, n) => ({
        open: (range) => this.#openTerms(n, range),
        occurrences: () => segment.occurrences(names),
      })),
      origin: { analysis, locale, types, categories, ...(localized === null ? {} : { names: localized }) },
      spelling: { overlapUnits: OVERLAP_UNITS },
      takeProblems: () => this.#problems.splice(0),
      inThreads: {
        documentCount: this.#segments.reduce((sum, { maxDoc }) => sum + maxDoc, 0),
        documents: this.#segments.map((segment) => ({ open: () => this.#openDocuments(segment) })),
        itemsOfDocuments: async () => itemsOfDocuments(await this.#allMaps()),
        handOver: async (docOfItem) => (await this.#allMaps()).map((map) => renumbered(map, docOfItem)),
        takeOver: (maps) => void this.#maps.splice(0, this.#maps.length, ...(maps as SegmentMap[])),
      },
    };
  }

  async *readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    if (part.index === 0) this.#reportProblems(observer);
    const reading = this.#readingOf(part);
    for (const problem of await reading.segment.verify()) observer.problem(problem);
    const firstItem = await this.#itemsBefore(part.index - this.#from);
    const map = yield* readSegmentItems({ ...reading, firstItem }, observer);
    if (!this.#areById) this.#maps[part.index - this.#from] = map;
  }

  async idsDescend(): Promise<boolean> {
    return areSeenToDescend(this.#segments);
  }

  async *readItemsById(observer: ReadObserver): AsyncGenerator<PartItems> {
    if (this.#from === 0) this.#reportProblems(observer);
    const readings = this.#segments.map((_, n) => this.#readingOf(this.#case.parts[this.#from + n]!));
    for (const { segment } of readings) for (const problem of await segment.verify()) observer.problem(problem);
    const maps = yield* readItemsById(readings, observer);
    this.#areById = true;
    this.#maps.splice(0, this.#maps.length, ...maps);
  }

  #readingOf(part: ItemPart): UncountedReading {
    const { index, settings, partsOf } = this.#case;
    return { segment: index.segments[part.index]!, part, splitUnits: settings.splitUnits, partsOf };
  }

  #reportProblems(observer: ReadObserver): void {
    const { index, settings } = this.#case;
    for (const problem of [...settings.problems, ...index.problems]) observer.problem(problem);
  }

  async #openTerms(n: number, range?: TermSpan): Promise<TermCursor> {
    const segment = this.#segments[n]!;
    const map = await this.#mapOf(n);
    const { file } = this.#case.parts[this.#from + n]!;
    const report = (outside: number): void => {
      const reason = `${outside} words of texts in very many pieces are not searched: a piece has room for ${map.map.room}`;
      this.#problems.push({ file, line: null, id: null, kind: 'limit', reason });
    };
    const open = await segment.openTerms(map.map);
    return new SegmentTerms(open, segment.fields, this.analyzed.fields, map.map, report, range);
  }

  async #openDocuments(segment: LuceneSegment): Promise<TermCursor> {
    const map = mapOfDocuments(segment.maxDoc, segment.docBase - this.#segments[0]!.docBase);
    return new SegmentTerms(await segment.openTerms(map), segment.fields, this.analyzed.fields, map, () => undefined);
  }

  async #allMaps(): Promise<readonly SegmentMap[]> {
    return Promise.all(this.#segments.map((_, n) => this.#mapOf(n)));
  }

  async #itemsBefore(n: number): Promise<number> {
    let items = 0;
    for (let before = 0; before < n; before++) items += (await this.#mapOf(before)).itemCount;
    return items;
  }

  /** Returns the map of a segment. Reads its stored fields if necessary. */
  async #mapOf(n: number): Promise<SegmentMap> {
    if (this.#maps[n] === undefined) {
      const part = this.#case.parts[this.#from + n]!;
      const items = this.readItems(part, { problem: () => undefined, progress: () => undefined });
      for await (const _ of items);
    }
    return this.#maps[n]!;
  }
}
