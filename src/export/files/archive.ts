/** An archive with a manifest of its contents, and of unreadable files. */
import type { IndexedItem } from '../../search/item-store.ts';
import { csvCell, MANIFEST_HEADER } from '../../shared/cells/table-cells.ts';
import type { ExportSet, ExportSource, Pieces } from '../export-set.ts';
import { Spool } from '../zip/spool.ts';
import { type WrittenFile, ZipWriter } from '../zip/zip-writer.ts';
import { type ItemFile, type ItemFileKind, openFile, unreadableFile } from './item-files.ts';

/** Lists the SHA-256 of every other file, for `sha256sum -c`. */
export const SUMS = 'SHA256SUMS';
/** The same for linked files, by their paths in their own folder. */
export const LINKED_SUMS = 'LINKED-SHA256SUMS';

/** The kind of a file, and its item. */
export interface FileOf<T extends ExportSource> {
  readonly source: T;
  readonly item: IndexedItem;
  readonly kind: ItemFileKind;
}

/** Takes the files of an archive. A ZIP passes on its bytes; a folder writes the files. */
export interface ArchiveWriter {
  /** Like `ZipWriter.file`. */
  file(
    path: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    bytesMax?: number,
    isPacked?: boolean,
  ): AsyncGenerator<Uint8Array, WrittenFile, undefined>;
  end(): Pieces;
  close(): Promise<void>;
}

/** A folder next to the archive, for linked files. */
export interface LinkedFolder {
  /** Its path, relative to the folder of the archive: `../files`. */
  readonly path: string;
  readonly writer: ArchiveWriter;
}

/** `isPacked`: whether compressing the file saves space. */
export interface ArchivedFile extends Omit<ItemFile, 'pieces'> {
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly isPacked?: boolean;
}

/** The result of writing a file of an item. `fault` is the reason if it is missing or ends early. */
export interface FileOutcome {
  /** Null if nothing was written. */
  readonly written: { readonly size: number; readonly sha256: string } | null;
  readonly fault: string | null;
}

export class Archive {
  readonly #zip: ArchiveWriter;
  readonly #manifest = new Spool();
  /** Lines in the format of `sha256sum`. Null if not requested. */
  readonly #sums: Spool | null;
  readonly #linked: { readonly folder: LinkedFolder; readonly sums: Spool } | null;

  constructor(writer: ArchiveWriter = new ZipWriter(), hasSums = false, linked: LinkedFolder | null = null) {
    this.#zip = writer;
    this.#sums = hasSums ? new Spool() : null;
    this.#linked = linked === null ? null : { folder: linked, sums: new Spool() };
  }

  /**
   * Adds a file about the export as a whole. If it fails, the export fails. `missing` has the missing parts of the export, if
   * any.
   */
  async *add(
    path: string,
    kind: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    missing: string | null = null,
  ): Pieces {
    const { size, sha256, fault } = yield* this.#file(path, content);
    if (fault !== null) throw fault;
    await this.#report([path, '', '', kind, String(size), sha256, missing ?? '']);
  }

  /** The same for a page, which is compressed text. */
  async *addPage(path: string, page: string): Pieces {
    const { size, sha256, fault } = yield* this.#file(path, [Buffer.from(page)], 0, true);
    if (fault !== null) throw fault;
    await this.#report([path, '', '', 'page', String(size), sha256, '']);
  }

  /** Adds a file of an item, if it has one. Returns whether it is complete. */
  async *addFile<T extends ExportSource>(
    set: ExportSet<T>,
    file: FileOf<T>,
    path: string,
  ): AsyncGenerator<Uint8Array, boolean, undefined> {
    const { written, fault } = yield* this.addOpened(file, path, () =>
      openFile(set, file.source, file.item, file.kind),
    );
    return written !== null && fault === null;
  }

  /** The path of a linked file, relative to the folder of the archive. */
  linkTo(path: string): string {
    return `${this.#linked!.folder.path}/${path}`;
  }

  /**
   * Adds the file that `open` returns. If that is null, nothing is added or reported. `isLinked`: whether `path` is in the
   * linked folder.
   */
  async *addOpened(
    {
      source,
      item,
      kind,
    }: { readonly source: ExportSource; readonly item: Pick<IndexedItem, 'id'>; readonly kind: string },
    path: string,
    open: () => Promise<ArchivedFile | null>,
    isLinked = false,
  ): AsyncGenerator<Uint8Array, FileOutcome, undefined> {
    const of = [source.id, String(item.id), kind];
    let file: ArchivedFile | null;
    try {
      file = await open();
    } catch (fault) {
      const reason = unreadableFile(fault);
      await this.#report(['', ...of, '', '', reason]);
      return { written: null, fault: reason };
    }
    if (file === null) return { written: null, fault: null };
    const given = [path, file.pieces, file.bytesMax, file.isPacked] as const;
    const { size, sha256, fault } = yield* isLinked ? this.#linkedFile(...given) : this.#file(...given);
    const reason = fault === null ? null : unreadableFile(fault);
    await this.#report([isLinked ? this.linkTo(path) : path, ...of, String(size), sha256, reason ?? '']);
    return { written: { size, sha256 }, fault: reason };
  }

  /**
   * Adds the manifest, the certificate and the end. The manifest lists every file except itself and the certificate, whose time
   * differs each time.
   */
  async *end(path: string, { certificate, hints }: Pick<ExportSet<ExportSource>, 'certificate' | 'hints'>): Pieces {
    for (const hint of hints) await this.#report(['', '', '', 'hint', '', '', hint]);
    const { fault } = yield* this.#file(path, this.#manifestPieces());
    if (fault !== null) throw fault;
    if (certificate !== null) {
      const text = `${JSON.stringify(certificate, null, 2)}\n`;
      const written = yield* this.#file('certificate.json', [Buffer.from(text)]);
      if (written.fault !== null) throw written.fault;
    }
    if (this.#linked !== null) {
      const written = yield* this.#file(LINKED_SUMS, this.#linked.sums.pieces());
      if (written.fault !== null) throw written.fault;
    }
    if (this.#sums !== null) {
      const written = yield* this.#zip.file(SUMS, this.#sums.pieces());
      if (written.fault !== null) throw written.fault;
    }
    yield* this.#zip.end();
  }

  async close(): Promise<void> {
    await this.#zip.close();
    await this.#manifest.close();
    await this.#sums?.close();
    await this.#linked?.folder.writer.close();
    await this.#linked?.sums.close();
  }

  async *#linkedFile(...file: Parameters<ArchiveWriter['file']>): AsyncGenerator<Uint8Array, WrittenFile, undefined> {
    const { folder, sums } = this.#linked!;
    const written = yield* folder.writer.file(...file);
    await sums.add(sumLine(written, file[0]));
    return written;
  }

  async *#file(...file: Parameters<ArchiveWriter['file']>): AsyncGenerator<Uint8Array, WrittenFile, undefined> {
    const written = yield* this.#zip.file(...file);
    await this.#sums?.add(sumLine(written, file[0]));
    return written;
  }

  async *#manifestPieces(): Pieces {
    yield Buffer.from(`\ufeff${MANIFEST_HEADER.join(',')}\r\n`);
    yield* this.#manifest.pieces();
  }

  #report(cells: readonly string[]): Promise<void> {
    return this.#manifest.add(Buffer.from(`${cells.map((cell) => csvCell(cell)).join(',')}\r\n`));
  }
}

/** Returns a line of `sha256sum`. Safe names have no line breaks or backslashes that would need escapes. */
function sumLine({ sha256 }: WrittenFile, path: string): Buffer {
  return Buffer.from(`${sha256}  ${path}\n`);
}
