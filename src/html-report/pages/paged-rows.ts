/**
 * Splits rows into pages of fixed size, each linked to the next. A page is held back until it is known whether another follows.
 */
import type { Pieces } from '../../export/export-set.ts';
import type { Archive } from '../../export/files/archive.ts';
import type { MarkupValue } from '../markup/markup.ts';
import type { PageFrame } from './page-frame.ts';

export interface RowPages {
  readonly title: string;
  readonly rowsMax: number;
  pathOf(page: number): string;
  /** Wraps the rows of a page. */
  body(rows: readonly MarkupValue[], page: number): MarkupValue;
}

export class PagedRows {
  readonly #archive: Archive;
  readonly #frame: PageFrame;
  readonly #pages: RowPages;
  #rows: MarkupValue[] = [];
  #page = 1;

  constructor(archive: Archive, frame: PageFrame, pages: RowPages) {
    this.#archive = archive;
    this.#frame = frame;
    this.#pages = pages;
  }

  get isEmpty(): boolean {
    return this.#page === 1 && this.#rows.length === 0;
  }

  async *add(row: MarkupValue): Pieces {
    if (this.#rows.length === this.#pages.rowsMax) {
      yield* this.#write(true);
      this.#rows = [];
      this.#page++;
    }
    this.#rows.push(row);
  }

  /** Ends with the last page, which may be empty if it is the first. */
  async *end(): Pieces {
    yield* this.#write(false);
  }

  async *#write(hasNext: boolean): Pieces {
    const page = this.#page;
    const { title, pathOf, body } = this.#pages;
    const path = pathOf(page);
    const of = {
      path,
      title: page === 1 ? title : `${title} (${this.#frame.number(page)})`,
      body: body(this.#rows, page),
      previous: page === 1 ? null : pathOf(page - 1),
      next: hasNext ? pathOf(page + 1) : null,
    };
    yield* this.#archive.addPage(path, this.#frame.page(of));
  }
}
