/** A table in a text file: how it is opened, its encoding, and its columns. */
import type { Mapping } from '../mapping.ts';
import type { OpenTable } from '../table-kind.ts';
import { ColumnList } from './column-list.ts';
import { type FoundEncoding, findEncoding } from './text-encoding.ts';

export abstract class TextRows {
  protected readonly open: OpenTable;
  protected readonly mapping: Mapping;
  protected columnList = new ColumnList();
  protected encoding: FoundEncoding = { encoding: 'utf-8', markBytes: 0 };

  /** `open` opens the file. The caller of the rows closes it. */
  constructor(open: OpenTable, mapping: Mapping) {
    this.open = open;
    this.mapping = mapping;
  }

  get columns(): readonly string[] {
    return this.columnList.names;
  }

  /** Finds the encoding: from the mapping, or else from the first bytes. */
  async prepare(): Promise<void> {
    const file = await this.open();
    try {
      this.encoding = await findEncoding(file, this.mapping.encoding ?? null);
    } finally {
      await file.close();
    }
  }
}
