/** Lookups of a report beyond records: thumbnails, readable views, matches of the query, date properties. */
import { text as textOf } from 'node:stream/consumers';
import type { Bookmarks, ItemNotes } from '../../bookmarks/visible/visible-bookmarks.ts';
import type { ByteInput } from '../../cases/case-reader.ts';
import { viewOfContent } from '../../content-text/content-views.ts';
import { viewKind } from '../../content-text/view-kind.ts';
import type { ItemView, ReportItemData } from '../../html-report/report-input.ts';
import type { CombinedRequest } from '../../search/combined/coordinator.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { snippetsOf } from '../matching/hit-snippets.ts';
import { contentFacts } from '../output/content-facts.ts';
import { openPart } from '../output/item-parts.ts';
import { dateFieldsOf } from '../output/item-record.ts';
import { thumbnailOf } from '../output/thumbnail.ts';
import { mailViewSchema } from '../routes/document-view.ts';
import { periodOf } from './source-period.ts';

/** Snippets of one item. */
const SNIPPETS = 3;
/** A larger thumbnail of a case is ignored. */
const THUMBNAIL_BYTES_MAX = 4 * 1024 * 1024;

interface Means extends Pick<Dependencies, 'thumbnails'> {
  readonly matching: Pick<Dependencies['matching'], 'begin'>;
  readonly coordinator: Pick<Dependencies['coordinator'], 'fields' | 'search'>;
}

/** Marks of items in the store: bookmarks, reviewers, decisions and notes. */
export interface KnownMarks {
  readonly notes: Pick<ItemNotes, 'of'>;
  readonly reviews: { decisionsIn: Bookmarks['reviews']['decisionsIn'] };
  marksOf: Bookmarks['marksOf'];
}

/** `set`: the set whose query is matched, or null without a query. `marks`: null without a store. */
export function reportParts(
  dependencies: Means,
  set: Omit<CombinedRequest, 'want'> | null,
  marks: KnownMarks | null,
  signal: AbortSignal,
): ReportItemData<ReadySource> {
  const want = { most: SNIPPETS, properties: null, signal };
  return {
    datesOf: (source) => dateFieldsOf(dependencies.coordinator, source),
    processedAt: ({ caseReader }) => caseReader.processedAt ?? null,
    periodOf: (source, end) => periodOf(source, end, dependencies.coordinator, signal),
    thumbnailOf: (source, item) => thumbnail(source, item, dependencies),
    viewOf,
    snippetsOf: set === null ? null : (source, items) => snippetsOf(dependencies, source, items, { ...want, set }),
    notesOf: async (source, ids) =>
      ids.map((id) =>
        (marks?.notes.of({ source: source.id, id }) ?? []).map(({ text, author, changed }) => ({
          text,
          who: author,
          time: changed,
        })),
      ),
    async reviewOf(source, ids) {
      if (marks === null) return ids.map(() => ({ reviewers: [], decisions: [] }));
      const decisions = marks.reviews.decisionsIn(source.id, ids);
      const all = marks.marksOf(source.id, ids);
      return ids.map((_, i) => ({ reviewers: all[i]!.reviewed ?? [], decisions: decisions[i]! }));
    },
  };
}

async function thumbnail(source: ReadySource, item: IndexedItem, dependencies: Means): Promise<Uint8Array | null> {
  const { contentType, extension } = contentFacts(item);
  const isPicture = item.content !== null && viewKind(contentType, extension) === 'picture';
  if (item.thumb === null && !isPicture) return null;
  const found = await thumbnailOf(source, item, dependencies);
  return found instanceof Uint8Array ? found : readWhole(found);
}

async function readWhole(input: ByteInput): Promise<Uint8Array> {
  try {
    if (input.bytes > THUMBNAIL_BYTES_MAX) {
      throw new AppError('NOT_FOUND', `the thumbnail has ${input.bytes} bytes, more than ${THUMBNAIL_BYTES_MAX}`);
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of input.stream() as AsyncIterable<Uint8Array>) pieces.push(Uint8Array.from(piece));
    return Buffer.concat(pieces);
  } finally {
    await input.close();
  }
}

async function viewOf(source: ReadySource, item: IndexedItem): Promise<ItemView | null> {
  const { content } = item;
  if (content === null) return null;
  const facts = contentFacts(item);
  const kind = viewKind(facts.contentType, facts.extension);
  if (kind === null || kind === 'plain' || kind === 'picture' || kind === 'pdf') return null;
  const bytes = await openPart('content', content, source, item);
  try {
    const { stream } = await viewOfContent(kind, bytes, facts);
    const view = await textOf(stream);
    if (kind === 'mail' || kind === 'outlook') return { kind: 'mail', mail: mailViewSchema.parse(JSON.parse(view)) };
    return { kind: 'page', body: view.slice(view.indexOf('<body>') + '<body>'.length, view.lastIndexOf('</body>')) };
  } finally {
    await bytes.close();
  }
}
