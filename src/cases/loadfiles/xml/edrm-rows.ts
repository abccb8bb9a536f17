/** Reads the documents of an EDRM XML file (1.x and 2.x) as rows, with their tags, files and locations as columns. */
import { BATCH_ROWS_MAX, ROWS_MAX } from '../limits.ts';
import { reportDamagedPiece } from '../rows/damaged-bytes.ts';
import { MixedEncoding } from '../rows/mixed-encoding.ts';
import type { FixedUse, RowObserver, RowSource, TableRow } from '../rows/row-source.ts';
import { readTableChunks } from '../rows/table-chunks.ts';
import { TextRows } from '../rows/text-rows.ts';
import { EdrmParser } from './edrm-parser.ts';

/** Declared encodings that are read as windows-1252 without loss. */
const WESTERN = /^(?:windows-1252|cp1252|iso[-_]8859-1|latin-?1|us-ascii|ascii)$/i;

export class EdrmRows extends TextRows implements RowSource {
  readonly asMapping = {};
  readonly fixedUses = new Map<string, FixedUse>([
    ['DocID', 'document'],
    ['Native File', 'native'],
    ['Text File', 'text'],
    ['Inline Text', 'inline text'],
  ]);

  get description(): string {
    return `EDRM XML, ${this.encoding.encoding}`;
  }

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const { encoding, markBytes } = this.encoding;
    const parser = new EdrmParser(this.columnList, observer);
    const mixed = new MixedEncoding(encoding, (this.mapping.encoding ?? null) !== null, observer);
    // The first piece that may contain the beginning of the next document.
    let from = markBytes;
    const take = (most: number): readonly TableRow[] => {
      const rows = parser.take(most);
      for (const { line, number, values } of rows) mixed.row(from, line, number, values);
      return rows;
    };
    observer.progress(markBytes);
    for await (const { text, offset, bytes, isDamaged } of readTableChunks(this.open, this.encoding)) {
      if (offset === markBytes) this.#reportDeclared(text, observer);
      if (isDamaged) reportDamagedPiece(observer, parser);
      mixed.piece(text, offset);
      const { count } = parser;
      parser.feed(text);
      observer.progress(bytes);
      for (let rows = take(BATCH_ROWS_MAX); rows.length > 0; rows = take(BATCH_ROWS_MAX)) yield rows;
      if (parser.count > count) from = offset;
      yield [];
      if (parser.isStopped || parser.count >= ROWS_MAX) return;
    }
    parser.finish();
    const rest = take(Number.POSITIVE_INFINITY);
    if (rest.length > 0) yield rest;
  }

  /** Bytes that are not UTF-8 are read as windows-1252. If another encoding is declared, their letters may be wrong. */
  #reportDeclared(text: string, observer: RowObserver): void {
    const declared = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text)?.[1];
    const { encoding } = this.encoding;
    if (declared === undefined || encoding !== 'windows-1252' || (this.mapping.encoding ?? null) !== null) return;
    if (WESTERN.test(declared)) return;
    observer.problem(
      'value',
      1,
      null,
      `the file says that it is in ${declared}, and was read as ${encoding}: letters may be wrong`,
    );
  }
}
