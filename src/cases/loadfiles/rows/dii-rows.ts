/**
 * Reads a Summation list (.dii). Alone, it has a row for each document. Next to a table, it has the pages of the table's rows.
 */
import { BATCH_ROWS_MAX, ROWS_MAX } from '../limits.ts';
import { ColumnList } from './column-list.ts';
import { type DiiDocument, type DiiFault, DiiParser } from './dii-parser.ts';
import type { PageLine } from './image-list.ts';
import { RowParser } from './row-parser.ts';
import type { FixedUse, RowObserver, RowSource, TableRow } from './row-source.ts';
import { readTextChunks } from './text-chunks.ts';
import { type FoundEncoding, findEncoding, type PositionReader } from './text-encoding.ts';
import { TextRows } from './text-rows.ts';

/** Electronic files of a document, in order of preference. */
const NATIVES = ['EDOC', 'EATTACH', 'ATTMSG'];
const FIRST_COLUMNS = ['Image Tag', 'Volume', 'Native File', 'Text File', 'Inline Text', 'pages', 'firstPage'] as const;

export class DiiRows extends TextRows implements RowSource {
  readonly fixedUses = new Map<string, FixedUse>([
    ['Image Tag', 'document'],
    ['Native File', 'native'],
    ['Text File', 'text'],
    ['Inline Text', 'inline text'],
  ]);
  readonly hasOwnLists = true;

  get description(): string {
    return `list of documents and page images (Summation DII), ${this.encoding.encoding}`;
  }

  get asMapping(): Readonly<Record<string, unknown>> {
    return { encoding: this.encoding.encoding };
  }

  override async prepare(): Promise<void> {
    this.columnList = new ColumnList();
    await super.prepare();
  }

  async *rows(observer: RowObserver): AsyncGenerator<readonly TableRow[]> {
    const file = await this.open();
    try {
      let number = 0;
      let isByPage = false;
      for await (const { documents, faults } of readDocuments(file, this.encoding, (bytes) =>
        observer.progress(bytes),
      )) {
        for (const { line, reason } of faults) observer.problem('record', line, null, reason);
        for (let from = 0; from < documents.length; from += BATCH_ROWS_MAX) {
          const batch = documents.slice(from, from + BATCH_ROWS_MAX).map((document) => {
            number++;
            isByPage ||= document.fullText === 'page' && document.pages > 1;
            if (document.leftOut > 0)
              observer.problem(
                'limit',
                document.line,
                number,
                `${document.leftOut} characters of the document are skipped`,
              );
            return this.#row(document, number);
          });
          yield batch;
        }
        yield [];
        if (number >= ROWS_MAX) return;
      }
      if (isByPage) {
        const reason = 'texts are kept by page (@FULLTEXT PAGE): the text of a document is that of its first page';
        observer.problem('value', null, null, reason);
      }
    } finally {
      await file.close();
    }
  }

  #row({ tag, line, values, volume, firstPage, pages, text, fullText }: DiiDocument, number: number): TableRow {
    if (this.columnList.names.length === 0) for (const name of FIRST_COLUMNS) this.columnList.add(name);
    const native = NATIVES.map((name) => values.get(name)?.[0] ?? '').find((path) => path !== '') ?? firstPage ?? '';
    const hasFile = text === null && fullText !== null && firstPage !== null;
    const textFile = values.get('O')?.[0] ?? (hasFile ? firstPage.replace(/\.[^.\\/]*$/, '.txt') : '');
    const row: (string | readonly string[])[] = [
      ...[tag, volume, native, textFile, text ?? ''],
      ...(firstPage === null ? ['', ''] : [String(pages), firstPage]),
    ];
    for (const [name, own] of values) {
      const column = this.columnList.indexOf(name);
      if (column < 0) continue;
      while (row.length <= column) row.push('');
      const before = row[column]!;
      row[column] =
        before === '' || before.length === 0 ? own : [...(typeof before === 'string' ? [before] : before), ...own];
    }
    return { number, line, values: row };
  }
}

/** Yields the pages of its documents, in the form of other image lists. */
export async function* readDiiPages(file: PositionReader): AsyncGenerator<PageLine> {
  const found = await findEncoding(file);
  for await (const { documents, faults } of readDocuments(file, found)) {
    for (const { line } of faults) yield { key: null, line };
    for (const { tag, line, volume, firstPage, pages } of documents) {
      if (firstPage === null) continue;
      for (let page = 0; page < pages; page++) yield { key: tag, volume, path: firstPage, isFirst: page === 0, line };
    }
  }
}

async function* readDocuments(
  file: PositionReader,
  { encoding, markBytes }: FoundEncoding,
  progress?: (bytes: number) => void,
): AsyncGenerator<{ readonly documents: readonly DiiDocument[]; readonly faults: readonly DiiFault[] }> {
  // A delimiter that occurs in no text, because the pieces that it would separate are joined again.
  const parser = new RowParser({ delimiter: '\0', quote: null, newline: null, terminator: '\n' });
  const dii = new DiiParser();
  const feed = (): void => {
    for (const { values, line } of parser.take()) dii.line(values.join('\0'), line);
  };
  progress?.(markBytes);
  let damaged = -1;
  for await (const { text, offset, bytes, isDamaged } of readTextChunks(file, encoding, markBytes)) {
    if (isDamaged && damaged < 0) damaged = offset;
    parser.feed(text, offset);
    feed();
    progress?.(bytes);
    yield dii.take();
  }
  parser.finish();
  feed();
  dii.finish();
  const { documents, faults } = dii.take();
  const damage = damaged < 0 ? [] : [{ line: 0, reason: `bytes that are invalid in ${encoding} were read as U+FFFD` }];
  yield { documents, faults: [...faults, ...damage] };
}
