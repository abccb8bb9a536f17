/** Opens the bytes of objects of The Sleuth Kit: images, volumes, file systems, files, slack, unallocated space. */
import { AppError } from '../../shared/errors.ts';
import type { ByteInput } from '../case-reader.ts';
import type { EvidenceFiles } from '../evidence/evidence-files.ts';
import type { FilePool } from '../files/byte-input.ts';
import { emptyInput } from '../files/memory-input.ts';
import { cut, StreamedInput } from '../files/streamed-input.ts';
import { md5Of, verifiedInput } from '../files/verified-input.ts';
import type { CaseDatabases } from '../sqlite/case-databases.ts';
import { DiskImage } from './disk-image.ts';
import { ExtentLists, readExtents } from './extents.ts';
import { SleuthDatabase, type TskFile, type TskObject } from './sleuth-database.ts';
import { requireTool } from './sleuth-tool.ts';

/** The tools' names for types of file systems. They detect other types themselves. */
const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  1: 'ntfs',
  2: 'fat12',
  4: 'fat16',
  8: 'fat32',
  10: 'exfat',
  16: 'ufs1',
  64: 'ufs2',
  128: 'ext2',
  256: 'ext3',
  2048: 'iso9660',
  4096: 'hfsp',
  8192: 'ext4',
  16384: 'yaffs2',
  32768: 'hfsl',
};

/** APFS is not supported, because its files are in a pool of volumes, not at an offset of the image. */
const APFS = 0x10000;

export class TskContent {
  readonly #files: EvidenceFiles;
  readonly #pool: FilePool;
  readonly #databases: CaseDatabases;
  readonly #extents = new ExtentLists();

  constructor(files: EvidenceFiles, pool: FilePool, databases: CaseDatabases) {
    this.#files = files;
    this.#pool = pool;
    this.#databases = databases;
  }

  /** `file` is the database, as the case spells it. Throws AppError NOT_FOUND with a reason that a client may see. */
  async open(file: string, id: number): Promise<ByteInput> {
    const database = new SleuthDatabase(file, this.#databases);
    const object = await database.object(id);
    if (object.kind === 'empty') return emptyInput();
    const image = new DiskImage(await database.image(id), database.folder, this.#files, this.#pool);
    await image.check();
    if (object.kind === 'file') return openFile(image, object);
    const input = await this.#openRange(image, database, id, object);
    const begun = image.isRaw ? input : await beginReading(input);
    const md5 = object.kind === 'range' ? object.md5 : null;
    return md5 === null ? begun : verifiedInput(begun, { kind: 'MD5', value: md5, digest: md5Of });
  }

  async #openRange(
    image: DiskImage,
    database: SleuthDatabase,
    id: number,
    object: Exclude<TskObject, TskFile | { kind: 'empty' }>,
  ): Promise<StreamedInput> {
    if (object.kind === 'extents') {
      const extents = await this.#extents.get(database, id);
      return new StreamedInput(object.bytes, (start, end, signal) => readExtents(image, extents, start, end, signal));
    }
    const { start: first, bytes } = object;
    if (first + bytes > image.description.bytes) throw database.damaged();
    return new StreamedInput(bytes, (start, end, signal) => image.read(first + start, first + end, signal));
  }

  /**
   * Checks whether the objects of a database can be read. Throws the same errors as `open` if the database, a tool or a file of
   * an image is missing.
   */
  async check(file: string): Promise<void> {
    const database = new SleuthDatabase(file, this.#databases);
    for (const description of await database.images()) {
      await new DiskImage(description, database.folder, this.#files, this.#pool).check();
    }
    await requireTool('icat');
  }
}

/** The tool reads a file from its beginning. */
async function openFile(image: DiskImage, file: TskFile): Promise<ByteInput> {
  await requireTool('icat');
  if (file.fileSystemType === APFS)
    throw new AppError('NOT_FOUND', 'it is in an APFS pool, which this program does not read');
  const { sectorBytes } = image.description;
  const type = FILE_SYSTEMS[file.fileSystemType];
  const before = ['-o', String(file.fileSystemOffset / sectorBytes)];
  if (type !== undefined) before.push('-f', type);
  if (file.isSlack) before.push('-s');
  return beginReading(
    new StreamedInput(file.bytes, (start, end, signal) =>
      cut(image.run('icat', before, [file.address], signal), 0, file.start + start, file.start + end),
    ),
  );
}

/** Reads the first bytes, because a fault of the tool appears with these. */
async function beginReading(input: StreamedInput): Promise<ByteInput> {
  try {
    return await input.begin();
  } catch (error) {
    await input.close();
    if (error instanceof AppError) throw error;
    throw new AppError('NOT_FOUND', `it cannot be read from the disk image: ${(error as Error).message}`);
  }
}
