/**
 * Reads the items of all segments by ascending id, with equal ids in index order. IPED numbers items when it finds them, but
 * indexes them later, in several threads, and merges segments in any order. Stored fields are read twice: first to locate the
 * items, then to read them in batches by id, each batch in storage order.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { CaseItem, PartItems, ReadObserver } from '../case-reader.ts';
import { floorIndex } from '../floor-index.ts';
import type { LuceneSegment, StoredDocument } from '../lucene/lucene-segment.ts';
import { ReadProgress } from '../read-progress.ts';
import { renumbered, type SegmentMap } from './item-map.ts';
import { ID_PROPERTY, propertiesOf, propertiesOfDocument } from './item-record.ts';
import { SegmentItemTable } from './item-table.ts';
import { BATCH_ITEMS_MAX, HELD_BYTES_MAX, HELD_ITEMS_MAX, SEEN_SEGMENTS_MAX } from './limits.ts';
import { itemOf, reportLimit, type SegmentReading } from './segment-items.ts';
import { SegmentSurvey, SURVEYED } from './segment-survey.ts';

/** The fraction of the work that the first pass takes, for progress. */
const FIRST_PASS = 1 / 4;

/** A segment whose first item's number is still to be counted. */
export type UncountedReading = Omit<SegmentReading, 'firstItem'>;

/** Batches are empty during the first pass. Returns the maps of the segments, in which the number of an item is its rank by id. */
export async function* readItemsById(
  segments: readonly UncountedReading[],
  observer: ReadObserver,
): AsyncGenerator<PartItems, readonly SegmentMap[]> {
  const bytes = segments.reduce((sum, { part }) => sum + part.bytes, 0);
  const progress = new ReadProgress(bytes, observer);
  const table = new SegmentItemTable();
  const maps: SegmentMap[] = [];
  const sources: Source[] = [];
  for (const uncounted of segments) {
    const reading = { ...uncounted, firstItem: table.count };
    const { segment, part } = reading;
    const survey = new SegmentSurvey(reading, observer);
    const chunks = new ChunkList();
    for await (const documents of segment.storedDocuments(SURVEYED)) {
      for (const document of documents) {
        const id = survey.idOf(document);
        if (id === null) continue;
        const hasText = survey.take(document.doc, id, propertiesOf(document.values));
        table.add(id, segment.docBase + document.doc, hasText, document.bytes);
      }
      const first = documents[0]!;
      chunks.add(first.doc, first.chunkAt);
      yield { part, items: [] };
    }
    maps.push(survey.finish());
    sources.push({ reading, chunks, read: await segment.documentsAgain() });
    progress.report(FIRST_PASS * (sources.length / segments.length));
  }
  const ranks = table.sort();
  for (let from = 0; from < table.count; ) {
    const end = windowEnd(table, from);
    yield* batched(await itemsBetween({ table, from, end }, sources, observer));
    from = end;
    progress.report(FIRST_PASS + (1 - FIRST_PASS) * (end / table.count));
  }
  progress.report(1);
  return maps.map((map) => renumbered(map, ranks));
}

/** A segment that can be read again. */
interface Source {
  readonly reading: SegmentReading;
  readonly chunks: ChunkList;
  readonly read: (doc: number, chunkAt: number) => StoredDocument;
}

/** The beginnings of the chunks of stored fields: their first documents, and offsets. */
class ChunkList {
  readonly #firsts: number[] = [];
  readonly #offsets: number[] = [];

  add(first: number, offset: number): void {
    this.#firsts.push(first);
    this.#offsets.push(offset);
  }

  /** Returns the offset of a document's chunk. */
  offsetOf(doc: number): number {
    return this.#offsets[floorIndex(this.#firsts, doc)]!;
  }
}

function windowEnd(table: SegmentItemTable, from: number): number {
  const most = Math.min(table.count, from + HELD_ITEMS_MAX);
  let bytes = table.bytesAt(from);
  let end = from + 1;
  for (; end < most; end++) {
    bytes += table.bytesAt(end);
    if (bytes > HELD_BYTES_MAX) break;
  }
  return end;
}

/** An item and its part. */
interface PlacedItem {
  readonly part: PartItems['part'];
  readonly item: CaseItem;
}

/** Returns the items of a range of ranks, by rank. They are read in order of their documents. */
async function itemsBetween(
  { table, from, end }: { readonly table: SegmentItemTable; readonly from: number; readonly end: number },
  sources: readonly Source[],
  observer: ReadObserver,
): Promise<readonly PlacedItem[]> {
  const byDocument = Float64Array.from(
    { length: end - from },
    (_, n) => table.docAt(from + n) * HELD_ITEMS_MAX + n,
  ).sort();
  const placed = new Array<PlacedItem>(end - from);
  let source = 0;
  let last = -1;
  for (const key of byDocument) {
    const rank = from + (key % HELD_ITEMS_MAX);
    const number = table.docAt(rank);
    while (number >= endOf(sources[source]!)) source++;
    const { reading, chunks, read } = sources[source]!;
    const doc = number - reading.segment.docBase;
    const chunkAt = chunks.offsetOf(doc);
    if (chunkAt !== last) await turn();
    last = chunkAt;
    const document = read(doc, chunkAt);
    const id = table.idAt(rank);
    const properties = propertiesOfDocument(document, reportLimit(reading.part, id, observer));
    const found = { document, id, properties, hasSpelledText: table.hasTextAt(rank) };
    placed[rank - from] = { part: reading.part, item: itemOf(reading, found) };
  }
  return placed;
}

function endOf({ reading: { segment } }: Source): number {
  return segment.docBase + segment.maxDoc;
}

/** Groups consecutive items of the same part into batches. */
function* batched(placed: readonly PlacedItem[]): Generator<PartItems> {
  for (let at = 0; at < placed.length; ) {
    const { part } = placed[at]!;
    const items: CaseItem[] = [];
    for (; at < placed.length && placed[at]!.part === part && items.length < BATCH_ITEMS_MAX; at++) {
      items.push(placed[at]!.item);
    }
    yield { part, items };
  }
}

/**
 * Whether the first items of the segments show that ids descend. Ignores unreadable segments, because the build will report the
 * reason.
 */
export async function areSeenToDescend(segments: readonly LuceneSegment[]): Promise<boolean> {
  let last = -1;
  for (const segment of segments.slice(0, SEEN_SEGMENTS_MAX)) {
    const documents = await segment.firstDocuments(ID_ONLY).catch(() => []);
    for (const { doc, values } of documents) {
      const id = values.find(({ field, kind }) => field.name === ID_PROPERTY && kind === 'int')?.value as
        | number
        | undefined;
      if (id === undefined || !segment.isLive(doc)) continue;
      if (id < last) return true;
      last = id;
    }
  }
  return false;
}

const ID_ONLY: ReadonlySet<string> = new Set([ID_PROPERTY]);
