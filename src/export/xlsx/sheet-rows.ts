/** Divides the rows of a set among sheets, as many as fit in each. */
import { linkCell } from '../../shared/cells/xlsx-cells.ts';
import type { Pieces } from '../export-set.ts';
import type { ExportRow } from '../set-rows.ts';

/** A row without its end. */
export type WrittenSheetRow = Pick<ExportRow<unknown>, 'bytes' | 'rest'>;

export interface SheetLimits {
  readonly rows: number;
  readonly bytes: number;
}

const ROW_END = Buffer.from('</row>');

export class SheetRowWriter {
  /** Rows of the last written sheet. */
  count = 0;
  readonly #lists: AsyncIterator<readonly WrittenSheetRow[]>;
  readonly #links: AsyncIterator<string> | null;
  #list: readonly WrittenSheetRow[] = [];
  #next = 0;

  /** `links` has a path for each row, which may be empty. */
  constructor(lists: AsyncIterable<readonly WrittenSheetRow[]>, links: AsyncIterable<string> | null) {
    this.#lists = lists[Symbol.asyncIterator]();
    this.#links = links?.[Symbol.asyncIterator]() ?? null;
  }

  async hasMore(): Promise<boolean> {
    while (this.#next === this.#list.length) {
      const next = await this.#lists.next();
      if (next.done === true) return false;
      this.#list = next.value;
      this.#next = 0;
    }
    return true;
  }

  async *ofSheet({ rows, bytes: bytesMax }: SheetLimits): Pieces {
    this.count = 0;
    let bytes = 0;
    while (this.count < rows && bytes < bytesMax && (await this.hasMore())) {
      const parts: Uint8Array[] = [];
      while (this.#next < this.#list.length && this.count < rows && bytes < bytesMax) {
        const row = this.#list[this.#next++]!;
        this.count++;
        parts.push(row.bytes);
        bytes += row.bytes.length;
        for await (const piece of row.rest ?? []) {
          yield Buffer.concat(parts.splice(0));
          yield piece;
          bytes += piece.length;
        }
        if (this.#links !== null) parts.push(Buffer.from(linkCell((await this.#links.next()).value ?? '')));
        parts.push(ROW_END);
      }
      yield Buffer.concat(parts);
    }
  }

  async close(): Promise<void> {
    await this.#lists.return?.();
    await this.#links?.return?.();
  }
}
