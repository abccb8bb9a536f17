/**
 * Opens the bytes of the items of one IPED case, wherever they are. Each way of opening has its own file. This file chooses the
 * way, cuts slices, and falls back like IPED to a preview for an item without bytes.
 */
import type { Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { CaseArchives } from '../../archives/case-archives.ts';
import type { CaseLocation } from '../../case-format.ts';
import type { ByteInput } from '../../case-reader.ts';
import { EvidenceFiles, type EvidenceScope } from '../../evidence/evidence-files.ts';
import { FilePool } from '../../files/byte-input.ts';
import { emptyInput, sliceInput } from '../../files/memory-input.ts';
import { shown } from '../../files/safe-path.ts';
import { md5Of, verifiedInput } from '../../files/verified-input.ts';
import { CaseDatabases } from '../../sqlite/case-databases.ts';
import { TskContent } from '../../tsk/tsk-content.ts';
import type { ContentReference } from './content-reference.ts';
import { MovedSources } from './moved-sources.ts';
import { openOtherText } from './other-texts.ts';
import { Storages } from './storages.ts';

const SLEUTH_DATABASE = 'sleuth.db';
/** Sources whose check is cached. */
const CHECKED_SOURCES_MAX = 4096;

export class IpedContent {
  readonly #files: EvidenceFiles;
  readonly #pool: FilePool;
  readonly #moved: MovedSources;
  readonly #databases: CaseDatabases;
  readonly #storages: Storages;
  readonly #checked = new Map<string, Promise<void>>();
  readonly #objects: TskContent;
  readonly #archives: CaseArchives;

  constructor({ realPath, options: { evidenceRoots = [] } }: Pick<CaseLocation, 'realPath' | 'options'>) {
    const scope: EvidenceScope = { caseRealPath: realPath, evidenceRoots };
    this.#files = new EvidenceFiles(scope);
    this.#pool = new FilePool(this.#files);
    this.#moved = new MovedSources(this.#files);
    this.#databases = new CaseDatabases(scope);
    this.#storages = new Storages(this.#databases);
    this.#archives = new CaseArchives(scope, this.#pool);
    this.#objects = new TskContent(this.#files, this.#pool, this.#databases);
  }

  /** Returns the bytes of an item. Throws AppError NOT_FOUND with a reason that a client may see. */
  async open(ref: ContentReference): Promise<ByteInput> {
    if (ref.decoder === null) return this.#openPreview(ref.hash);
    if (ref.decoder === 'preview') return this.#pool.open({ file: await this.#previewFile(ref.hash) });
    const whole = await this.#openWhole(ref);
    const bytes = ref.offset === null ? whole : await slice(whole, ref.offset, ref.size);
    // Verifies the MD5 only for database entries about an image. In other sources, wrong bytes would be noticed.
    return ref.decoder === 'tsk' && ref.md5 !== null
      ? verifiedInput(bytes, { kind: 'MD5', value: ref.md5, digest: md5Of })
      : bytes;
  }

  /** Returns the thumbnail of an item in the case, or null. */
  async openThumbnail({ hash }: Pick<ContentReference, 'hash'>): Promise<ByteInput | null> {
    if (hash === null) return null;
    const stored = await this.#storages.thumbnail(hash).catch((fault: unknown) => fault);
    if (stored !== null && !(stored instanceof Error)) return stored as ByteInput;
    for (const folder of ['iped/thumbs', 'iped/view']) {
      const file = await this.#findByHash(folder, hash);
      if (file?.toLowerCase().endsWith('.jpg')) return this.#pool.open({ file });
    }
    if (stored !== null) throw stored;
    return null;
  }

  /** Returns a text of an item that the case has in addition to the text in its index, or null. */
  async openText(
    from: 'ocr' | 'transcription',
    value: (name: string) => string | undefined,
  ): Promise<ByteInput | null> {
    const hasFile = (file: string): Promise<boolean> =>
      this.#files.locate(file).then(
        () => true,
        () => false,
      );
    return openOtherText(from, value, this.#databases, hasFile);
  }

  /** Throws the same errors as `open`, as far as possible without reading evidence. For a build, which checks every item. */
  async check(ref: ContentReference): Promise<void> {
    if (ref.decoder === null) return;
    const source = ref.source ?? '';
    switch (ref.decoder) {
      case 'file':
        await this.#locateFile(source, ref.id ?? '', wholeSize(ref));
        return;
      case 'sqlite':
      case 'zip':
      case 'ufdr':
        return this.#checkOnce(source, async () => {
          await this.#files.locate(await this.#moved.resolve(withoutScheme(source), ''));
        });
      case 'preview':
        await this.#previewFile(ref.hash);
        return;
      case 'tsk':
        objectId(ref);
        return this.#checkOnce(source, async () => this.#objects.check(await this.#sleuthDatabase(source)));
      default:
        throw notReadable(ref.decoder);
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Checks a source once, for the first item that is in it. */
  #checkOnce(source: string, check: () => Promise<void>): Promise<void> {
    const checked = this.#checked.get(source) ?? check();
    if (this.#checked.size < CHECKED_SOURCES_MAX) this.#checked.set(source, checked);
    return checked;
  }

  async #openWhole(ref: ContentReference): Promise<ByteInput> {
    switch (ref.decoder) {
      case 'file':
        return this.#openFile(ref.source ?? '', ref.id ?? '', wholeSize(ref));
      case 'sqlite':
        return this.#storages.content(await this.#moved.resolve(ref.source ?? '', ''), ref.id ?? '');
      case 'tsk':
        return this.#openObject(ref);
      case 'zip':
      case 'ufdr':
        return this.#openEntry(withoutScheme(ref.source ?? ''), withoutScheme(ref.id ?? ''));
      default:
        throw notReadable(ref.decoder ?? '');
    }
  }

  /** Opens a file of the evidence. A folder is an item without bytes. */
  async #openFile(source: string, id: string, size: number | null): Promise<ByteInput> {
    const { file, stats } = await this.#locateFile(source, id, size);
    return stats.isDirectory() ? emptyInput() : this.#pool.open({ file });
  }

  /** If the size differs, it is not the file that was processed. This happens with partly copied evidence. */
  async #locateFile(source: string, id: string, size: number | null): Promise<{ file: string; stats: Stats }> {
    const file = await this.#moved.resolve(source, id);
    const { stats } = await this.#files.locate(file);
    if (!stats.isFile() || size === null || stats.size === size) return { file, stats };
    const fault = `has ${stats.size} bytes now, but the item has ${size}: it was changed, or only partly copied`;
    throw new AppError('NOT_FOUND', `file ${shown(file)} ${fault}`);
  }

  async #openObject(ref: ContentReference): Promise<ByteInput> {
    const database = await this.#sleuthDatabase(ref.source ?? '');
    const whole = await this.#objects.open(database, objectId(ref));
    if (ref.offset !== null || ref.size === null || ref.size === whole.bytes) return whole;
    await whole.close();
    throw new AppError(
      'NOT_FOUND',
      `database "${database}" is damaged or belongs to another case: the item has ${ref.size} bytes, but ${whole.bytes} in the database`,
    );
  }

  /**
   * Opens an archive, or the folder to which it was unpacked. The recorded sizes of its items come from another tool, so they
   * are not compared.
   */
  async #openEntry(source: string, name: string): Promise<ByteInput> {
    const file = await this.#moved.resolve(source, '');
    const { stats } = await this.#files.locate(file);
    return stats.isDirectory() ? this.#openFile(source, name, null) : this.#archives.open(file, name);
  }

  /** The database in the case itself replaces the one at the original path. */
  async #sleuthDatabase(source: string): Promise<string> {
    const own = await this.#files.locate(SLEUTH_DATABASE).catch(() => null);
    return own === null ? this.#moved.resolve(source, '') : SLEUTH_DATABASE;
  }

  /** Chats, contacts and similar items have no bytes. Some have a rendered page, which is stored by hash. */
  async #openPreview(hash: string | null): Promise<ByteInput> {
    const file = hash === null ? null : await this.#findByHash('iped/view', hash);
    return file === null ? emptyInput() : this.#pool.open({ file });
  }

  /** Returns the preview of an item. From version 4.3 on, IPED stores small previews in a database. */
  async #previewFile(hash: string | null): Promise<string> {
    const file = hash === null ? null : await this.#findByHash('iped/view', hash);
    if (file !== null) return file;
    throw new AppError(
      'NOT_FOUND',
      'the case has only a preview of it, in an H2 database, which this program does not read',
    );
  }

  /** Returns `<folder>/<H>/<H2>/<HASH>.<any extension>`, or null. */
  async #findByHash(folder: string, hash: string): Promise<string | null> {
    const shelf = join(folder, hash[0]!, hash[1]!);
    const located = await this.#files.locate(shelf).catch(() => null);
    if (located === null) return null;
    const names = await readdir(located.path).catch(() => []);
    const name = names.filter((entry) => entry.toUpperCase().startsWith(`${hash}.`)).sort()[0];
    return name === undefined ? null : join(shelf, name);
  }
}

/** Mobile phone reports name archive and entries as `ufdr:///path`. */
function withoutScheme(path: string): string {
  return path.replace(/^ufdr:\/\/\//, '');
}

/** Returns the expected number of bytes, if all of them belong to the item. */
function wholeSize({ offset, size }: ContentReference): number | null {
  return offset === null ? size : null;
}

function objectId({ id }: ContentReference): number {
  if (id !== null && /^\d{1,15}$/.test(id)) return Number(id);
  throw new AppError('NOT_FOUND', `it is an object in a disk image without a valid number: ${shown(id ?? '')}`);
}

async function slice(whole: ByteInput, offset: number, size: number | null): Promise<ByteInput> {
  const bytes = size ?? whole.bytes - offset;
  if (offset <= whole.bytes && bytes <= whole.bytes - offset) return sliceInput(whole, offset, bytes);
  await whole.close();
  throw new AppError(
    'NOT_FOUND',
    `it is bytes ${offset} to ${offset + bytes} of an item that now has only ${whole.bytes} bytes`,
  );
}

/** Known decoders that are not supported, recognized by a part of their class name. */
const UNREAD_SOURCES: readonly (readonly [RegExp, string])[] = [
  [/AD1/, 'an AD1 image of FTK: export the files that you need with FTK, or convert the image to raw or E01'],
  [/MinIO/i, 'an object store (MinIO), which is on another machine'],
  [/Metadata/, 'metadata only: it has no bytes'],
];

function notReadable(decoder: string): AppError {
  const known = UNREAD_SOURCES.find(([pattern]) => pattern.test(decoder))?.[1];
  const words = known === undefined ? shown(decoder) : `${known} (${shown(decoder)})`;
  return new AppError('NOT_FOUND', `its bytes are in a data source of an unsupported kind: ${words}`);
}
