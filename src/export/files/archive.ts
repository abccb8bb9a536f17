/** An archive with a manifest of what is in it, and of what could not be read. */
import type { IndexedItem } from '../../search/item-store.ts';
import { csvCell } from '../../shared/cells/table-cells.ts';
import type { ExportSet, ExportSource, Pieces } from '../export-set.ts';
import { Spool } from '../zip/spool.ts';
import { ZipWriter } from '../zip/zip-writer.ts';
import { type FileKind, openFile, unreadable } from './item-files.ts';

/** Which file of which item. */
export interface FileOf<T extends ExportSource> {
  readonly source: T;
  readonly item: IndexedItem;
  readonly kind: FileKind;
}

export class Archive {
  readonly #zip = new ZipWriter();
  readonly #manifest = new Spool();

  /** A file that is about the whole export. Its faults are those of the export. `missing`: what it does not have, if anything. */
  async *add(
    path: string,
    kind: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    missing: string | null = null,
  ): Pieces {
    const { size, sha256, fault } = yield* this.#zip.file(path, content);
    if (fault !== null) throw fault;
    await this.#tell([path, '', '', kind, String(size), sha256, missing ?? '']);
  }

  /** A file of an item, if it has one; returns whether all of it is there. */
  async *addFile<T extends ExportSource>(
    set: ExportSet<T>,
    { source, item, kind }: FileOf<T>,
    path: string,
  ): AsyncGenerator<Uint8Array, boolean, undefined> {
    const of = [source.id, String(item.id), kind];
    let file: Awaited<ReturnType<typeof openFile>>;
    try {
      file = await openFile(set, source, item, kind);
    } catch (fault) {
      await this.#tell(['', ...of, '', '', unreadable(fault)]);
      return false;
    }
    if (file === null) return false;
    const { size, sha256, fault } = yield* this.#zip.file(path, file.pieces, file.bytesMax);
    await this.#tell([path, ...of, String(size), sha256, fault === null ? '' : unreadable(fault)]);
    return fault === null;
  }

  /** The manifest, which names every file but itself and the certificate, which says another time each time; that, and the end. */
  async *end(path: string, { certificate, hints }: Pick<ExportSet<ExportSource>, 'certificate' | 'hints'>): Pieces {
    for (const hint of hints) await this.#tell(['', '', '', 'hint', '', '', hint]);
    const { fault } = yield* this.#zip.file(path, this.#manifestPieces());
    if (fault !== null) throw fault;
    if (certificate !== null) {
      const text = `${JSON.stringify(certificate, null, 2)}\n`;
      const written = yield* this.#zip.file('certificate.json', [Buffer.from(text)]);
      if (written.fault !== null) throw written.fault;
    }
    yield* this.#zip.end();
  }

  async close(): Promise<void> {
    await this.#zip.close();
    await this.#manifest.close();
  }

  async *#manifestPieces(): Pieces {
    yield Buffer.from('\ufeffpath,source,id,kind,size,sha256,error\r\n');
    yield* this.#manifest.pieces();
  }

  #tell(cells: readonly string[]): Promise<void> {
    return this.#manifest.add(Buffer.from(`${cells.map((cell) => csvCell(cell)).join(',')}\r\n`));
  }
}
