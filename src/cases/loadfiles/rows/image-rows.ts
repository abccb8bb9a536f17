/** Reads an image list without a load file: a row for each document, with its first page and the number of its pages. */
import { BATCH_ROWS_MAX } from '../limits.ts';
import type { OpenTable } from '../table-kind.ts';
import { type ImagePage, readPages } from './image-list.ts';
import type { FixedUse, RowObserver, RowSource, TableRow } from './row-source.ts';

const COLUMNS: readonly string[] = ['Image Key', 'Volume', 'Image Path', 'pages'];

export class ImageRows implements RowSource {
  readonly description = 'list of page images (Opticon or IPRO)';
  /** Empty before the first page, because a list without pages is not a table. */
  columns: readonly string[] = [];
  readonly asMapping = {};
  readonly fixedUses = new Map<string, FixedUse>([
    ['Image Key', 'document'],
    ['Image Path', 'native'],
  ]);
  readonly #open: OpenTable;

  constructor(open: OpenTable) {
    this.#open = open;
  }

  async prepare(): Promise<void> {}

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const file = await this.#open();
    try {
      let batch: TableRow[] = [];
      let number = 0;
      let first: ImagePage | null = null;
      let pages = 0;
      const end = (): void => {
        if (first === null) return;
        number++;
        batch.push({ number, line: first.line, values: [first.key, first.volume, first.path, String(pages)] });
      };
      for await (const page of readPages(file, (bytes) => observer.progress(bytes))) {
        if (page.key === null) {
          observer.problem('record', page.line, null, 'the line does not describe a page: it is skipped');
          continue;
        }
        if (page.isFirst || first === null) {
          this.columns = COLUMNS;
          end();
          first = page;
          pages = 0;
        }
        pages++;
        if (batch.length >= BATCH_ROWS_MAX) {
          yield batch;
          batch = [];
        }
      }
      end();
      if (batch.length > 0) yield batch;
    } finally {
      await file.close();
    }
  }
}
