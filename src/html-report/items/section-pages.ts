/**
 * Writes the pages of a section: items with their files, a limited number on each page, and contact sheets of the items with a
 * picture.
 */
import type { ExportSet, ExportSource, Pieces } from '../../export/export-set.ts';
import { itemsOf } from '../../export/set-items.ts';
import { safeName } from '../../export/zip/safe-names.ts';
import { coordinatesOf } from '../../schema/item-coordinates.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { Snippet } from '../../search/text-matching.ts';
import type { MetItem, MetMessages } from '../conversations/met-messages.ts';
import { PAGE_ITEMS, SHEET_PICTURES, SHORT_NAME_UNITS } from '../limits.ts';
import type { WorldMap } from '../map/world-map.ts';
import { evidence, plainEvidence } from '../markup/evidence-text.ts';
import { html, type Markup } from '../markup/markup.ts';
import { PagedRows } from '../pages/paged-rows.ts';
import type { ItemReview, ReportNote, ReportSection } from '../report-input.ts';
import type { Tally } from '../tally.ts';
import { put } from '../template/words.ts';
import { contactCell } from './contact-cell.ts';
import { itemCard } from './item-card.ts';
import { datesEnd, type Period } from './period.ts';
import type { ReportContext, ReportFiles } from './report-files.ts';
import { nameOf, shownProperties, timeOf } from './shown-properties.ts';

/** Counters over all sections. */
export interface Counts {
  readonly tally: Tally;
  readonly map: WorldMap;
  readonly period: Period;
}

export interface WrittenSection {
  readonly title: string;
  readonly comment: string;
  readonly items: number;
  readonly first: string;
  /** Null if no item has a picture. */
  readonly pictures: string | null;
}

interface PagedItem<T> {
  readonly source: T;
  readonly item: IndexedItem;
}

/** Facts about the items of a page beyond their records, keyed by item. */
interface Beside {
  readonly bookmarks: readonly string[];
  readonly hashSets: readonly string[];
  readonly notes: readonly ReportNote[];
  readonly review: ItemReview;
  readonly snippets: readonly Snippet[];
  readonly parent: { readonly id: number; readonly name: string | null } | null;
  readonly dates: ReadonlySet<string>;
}

export class SectionPages<T extends ExportSource> {
  readonly #context: ReportContext<T>;
  readonly #files: ReportFiles<T>;
  readonly #counts: Counts;
  readonly #met: MetMessages<T>;

  constructor(context: ReportContext<T>, files: ReportFiles<T>, counts: Counts, met: MetMessages<T>) {
    this.#context = context;
    this.#files = files;
    this.#counts = counts;
    this.#met = met;
  }

  async *write(section: ReportSection<T>, number: number): AsyncGenerator<Uint8Array, WrittenSection, undefined> {
    const { frame, archive } = this.#context;
    const { about, parts } = this.#context.input;
    const { words } = frame;
    const { bookmark, comment } = section;
    const folder = bookmark === null ? 'items' : `bookmarks/${number}-${safeName(bookmark)}`;
    const title = bookmark === null ? words.allItems : plainEvidence(bookmark, SHORT_NAME_UNITS);
    const set = await section.open();
    const pageCount = Math.max(1, Math.ceil(set.total / PAGE_ITEMS));
    const pathOf = (page: number): string => `${folder}/${page}.html`;
    const picturesAt = (page: number): string => `${folder}/pictures-${page}.html`;
    const sheets = new PagedRows(archive, frame, {
      title: `${words.contactSheet}: ${title}`,
      rowsMax: SHEET_PICTURES,
      pathOf: picturesAt,
      body: (cells) => html`<ul class="sheet">\n${cells}</ul>\n`,
    });
    let page = 0;
    for await (const items of pagesOf(set)) {
      page++;
      const path = pathOf(page);
      const cards: Markup[] = [];
      const met = new Map<T, MetItem[]>();
      const beside = await this.#beside(set, items);
      for (const [i, { source, item }] of items.entries()) {
        const facts = beside.get(item)!;
        const name = nameOf(item);
        const isNew = this.#files.meet(source, item);
        const files = isNew ? yield* this.#files.write(set, source, item, name) : this.#files.known(source, item, name);
        const coordinates = coordinatesOf(item);
        const number = (page - 1) * PAGE_ITEMS + i + 1;
        if (isNew) {
          this.#counts.tally.add(facts);
          this.#counts.period.add(item, facts.dates, datesEnd(parts.processedAt(source), about.time));
          for (const one of coordinates) this.#counts.map.add(one);
          const own = met.get(source) ?? [];
          met.set(source, own);
          own.push({ item, anchor: number });
        }
        const shown = shownProperties(item, this.#context.input.properties, facts.dates);
        cards.push(itemCard({ ...facts, source, item, files, shown }, number, path, frame));
        if (files.thumbnail === null) continue;
        const { thumbnail } = files;
        const picture = {
          source,
          item,
          thumbnail,
          time: timeOf(item, facts.dates),
          coordinates: coordinates[0] ?? null,
          page: path,
        };
        yield* sheets.add(contactCell(picture, picturesAt(1), frame));
      }
      for (const [source, own] of met) await this.#met.meet(source, path, own);
      yield* this.#page({ title, comment, path, page, pageCount, cards }, pathOf);
    }
    if (page === 0) yield* this.#page({ title, comment, path: pathOf(1), page: 1, pageCount, cards: [] }, pathOf);
    const hasPictures = !sheets.isEmpty;
    if (hasPictures) yield* sheets.end();
    return { title, comment, items: set.total, first: pathOf(1), pictures: hasPictures ? picturesAt(1) : null };
  }

  async *#page(
    { title, comment, path, page, pageCount, cards }: SectionPage,
    pathOf: (page: number) => string,
  ): Pieces {
    const { archive, frame } = this.#context;
    const { words, cut } = frame;
    const of = put(words.pageOf, { n: frame.number(page), total: frame.number(pageCount) });
    const body = [
      comment === '' || page > 1 ? null : html`<p>${evidence(comment, { cut })}</p>\n`,
      pageCount === 1 ? null : html`<p class="faint">${of}</p>\n`,
      cards.length === 0 ? html`<p>${words.noItems}</p>\n` : cards,
    ];
    const previous = page === 1 ? null : pathOf(page - 1);
    const next = page === pageCount ? null : pathOf(page + 1);
    yield* archive.addPage(path, frame.page({ path, title, body, previous, next }));
  }

  async #beside(set: ExportSet<T>, items: readonly PagedItem<T>[]): Promise<ReadonlyMap<IndexedItem, Beside>> {
    const { parts } = this.#context.input;
    const all = new Map<IndexedItem, Beside>();
    for (const source of new Set(items.map((one) => one.source))) {
      const own = items.filter((one) => one.source === source).map(({ item }) => item);
      const ids = own.map(({ id }) => id);
      const lists = await listsOf(set.bookmarksOf, source, ids);
      const hashSets = await listsOf(set.hashsets, source, ids);
      const notes = await parts.notesOf(source, ids);
      const reviews = await parts.reviewOf(source, ids);
      const snippets = parts.snippetsOf === null ? null : await parts.snippetsOf(source, own);
      const names = await namesOf(set, source, own);
      const dates = await parts.datesOf(source);
      for (const [i, item] of own.entries()) {
        const { parentId } = item;
        all.set(item, {
          bookmarks: lists[i]!,
          hashSets: hashSets[i]!,
          notes: notes[i]!,
          review: reviews[i]!,
          snippets: snippets?.[i] ?? [],
          parent: parentId === null ? null : { id: parentId, name: names.get(parentId) ?? null },
          dates,
        });
      }
    }
    return all;
  }
}

interface SectionPage {
  readonly title: string;
  readonly comment: string;
  readonly path: string;
  readonly page: number;
  readonly pageCount: number;
  readonly cards: readonly Markup[];
}

async function* pagesOf<T extends ExportSource>(
  set: ExportSet<T>,
): AsyncGenerator<readonly PagedItem<T>[], void, undefined> {
  let page: PagedItem<T>[] = [];
  for await (const one of itemsOf(set)) {
    page.push(one);
    if (page.length < PAGE_ITEMS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Returns the lists of names. `ids` must be ascending, but the items of a page are in any order. */
async function listsOf<T extends ExportSource>(
  read: ExportSet<T>['hashsets'],
  source: T,
  ids: readonly number[],
): Promise<readonly (readonly string[])[]> {
  const lists = read === null ? null : await read(source, Uint32Array.from(ids));
  return ids.map((_, i) => (lists === null ? [] : lists.lists[lists.of[i]!]!));
}

/** Returns the names of the enclosing items, by id. */
async function namesOf<T extends ExportSource>(
  { items, signal }: ExportSet<T>,
  source: T,
  held: readonly IndexedItem[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(held.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))];
  const parents = ids.length === 0 ? [] : await items.records(source, ids, signal, ['name']);
  return new Map(parents.flatMap((parent) => (parent === null ? [] : [[parent.id, nameOf(parent)] as const])));
}
