/**
 * Collects the item ids of documents while an index is written. Also sorts the documents by id, if they are in another
 * order.
 */
import { join } from 'node:path';
import { PointLog } from '../columns/point-log.ts';
import type { IndexHeader } from '../format.ts';
import { appendPages } from '../store/append-pages.ts';
import { PagedBytes, type PageFile, PageReader } from '../store/page-file.ts';
import type { StreamWriter } from '../store/stream-writer.ts';

/** The id of each document, and the documents in order of ids, or null if they are already in that order. */
export interface DocumentIds {
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly order: Uint32Array | null;
}

const ID_BYTES = 4;

export class DocumentIdWriter {
  readonly #pages: PageFile;
  readonly #ids: PagedBytes;
  #order: PagedBytes | null = null;
  #last = -1;
  #areAscending = true;

  constructor(pages: PageFile) {
    this.#pages = pages;
    this.#ids = new PagedBytes(pages);
  }

  /** Documents so far. */
  get count(): number {
    return this.#ids.length / ID_BYTES;
  }

  add(id: number): void {
    if (id < this.#last) this.#areAscending = false;
    this.#last = id;
    this.#ids.u32(id);
  }

  /**
   * Sorts the documents by id, like the points of a column, with `pointsMax` of them in memory. Call this after the
   * last document.
   */
  sort(temporary: string, pointsMax: number): void {
    if (this.#areAscending) return;
    const points = new PointLog(join(temporary, 'ids'), pointsMax);
    const ids = new PageReader(this.#ids.location());
    try {
      for (let doc = 0; doc < this.count; doc++) points.add(0, doc, { value: ids.u32(), residual: 0 });
      this.#order = new PagedBytes(this.#pages);
      const byId = points.sorted();
      while (byId.next()) this.#order.u32(byId.doc);
      byId.close();
    } finally {
      ids.close();
      points.close();
    }
  }

  inMemory(): DocumentIds {
    return {
      ids: readNumbers(this.#ids, this.count),
      order: this.#order === null ? null : readNumbers(this.#order, this.count),
    };
  }

  write(columns: StreamWriter): Pick<IndexHeader, 'ids' | 'idOrder'> {
    return {
      ids: appendPages(columns, this.#ids),
      idOrder: this.#order === null ? null : appendPages(columns, this.#order),
    };
  }
}

function readNumbers(bytes: PagedBytes, count: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(count);
  const reader = new PageReader(bytes.location());
  try {
    for (let i = 0; i < count; i++) numbers[i] = reader.u32();
    return numbers;
  } finally {
    reader.close();
  }
}
