/** The `SearchEngine` over one index of this program. */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type {
  Explanation,
  FieldSummary,
  FieldValues,
  IndexedItem,
  ItemSet,
  RankedItems,
  SearchEngine,
  SearchOptions,
} from '../search/search-engine.ts';
import { AppError } from '../shared/errors.ts';
import { explainQuery } from './explain.ts';
import { fieldValues } from './field-values.ts';
import { itemsOf } from './item-set.ts';
import { Planner } from './plan/planner.ts';
import { collectBitmap } from './run.ts';
import { inSlices } from './slices.ts';
import { topDocs } from './top-docs.ts';

const DEFAULT_FIELDS: readonly string[] = ['content'];
/** Pieces in which an inline text is handed out, in bytes. */
const TEXT_PIECE = 1 << 16;

/** The engine of this program over one index. */
export class EmbeddedEngine implements SearchEngine {
  readonly #index: IndexReader;

  constructor(index: IndexReader) {
    this.#index = index;
  }

  get searchableCount(): number {
    return this.#index.header.searchableCount;
  }

  get itemCount(): number {
    return this.#index.documentCount;
  }

  get isComplete(): boolean {
    return this.#index.header.isComplete;
  }

  get problemCount(): number {
    return this.#index.header.problemCount;
  }

  async search(query: Query, options: SearchOptions = {}): Promise<ItemSet> {
    const index = this.#index;
    const planner = new Planner(index, options.defaultFields ?? DEFAULT_FIELDS, { isScored: false });
    const work = function* (): Generator<void, Uint32Array> {
      return yield* collectBitmap(yield* planner.plan(query), index.bitmapWords);
    };
    return itemsOf(index, await inSlices(work(), options.signal));
  }

  async searchTop(query: Query, limit: number, options: SearchOptions = {}): Promise<RankedItems> {
    const fields = options.defaultFields ?? DEFAULT_FIELDS;
    return inSlices(topDocs(this.#index, query, fields, limit, true), options.signal);
  }

  async explain(query: Query, options: SearchOptions = {}): Promise<Explanation> {
    return inSlices(explainQuery(this.#index, query, options.defaultFields ?? DEFAULT_FIELDS), options.signal);
  }

  hasItem(id: number): boolean {
    return this.#index.docOf(id) >= 0;
  }

  item(id: number): IndexedItem | undefined {
    const doc = this.#index.docOf(id);
    return doc < 0 ? undefined : { id, luceneId: doc, ...this.#index.item(doc) };
  }

  storedText(id: number): { readonly bytes: number; pieces(): Iterable<Uint8Array> } {
    const place = this.#index.textPlace(this.#index.docOf(id));
    if (place === null) throw new AppError('NOT_FOUND', `item ${id} has no text`);
    const stream = this.#index.stream('texts');
    return {
      bytes: place.length,
      *pieces(): Generator<Uint8Array> {
        for (let at = 0; at < place.length; at += TEXT_PIECE) {
          const length = Math.min(TEXT_PIECE, place.length - at);
          stream.fetch(place.offset + at, length);
          yield stream.bytes.subarray(stream.start, stream.start + length);
        }
      },
    };
  }

  fields(): readonly FieldSummary[] {
    return [...this.#index.fields.values()]
      .map(({ name, type, exists }) => ({ name, type, items: exists.docFreq }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  fieldValues(field: string): FieldValues {
    return fieldValues(this.#index, field);
  }

  async close(): Promise<void> {
    await this.#index.close();
  }
}
