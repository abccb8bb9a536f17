/**
 * The parts of a workbook or another document: a ZIP archive that is read in place. A part is inflated while it is read, up to
 * the size that the archive records.
 */
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../../../shared/errors.ts';
import { PACKAGE_PARTS_MAX } from '../limits.ts';
import type { TableInput } from '../table-kind.ts';

const PIECE_BYTES = 64 * 1024;

export class PackageParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * `what`: the noun for the document in messages. Throws AppError NOT_FOUND with a reason that a client may see. The caller
   * closes `input` after the parts were read.
   */
  static async open(input: TableInput, what = 'workbook'): Promise<PackageParts> {
    try {
      const options = { autoClose: false, lazyEntries: true, decodeStrings: false } as const;
      const zip = await yauzl.fromRandomAccessReaderPromise(new InputReader(input), input.bytes, options);
      return new PackageParts(zip, await entriesOf(zip, what));
    } catch (error) {
      if (error instanceof AppError) throw error;
      const reason = `it is damaged, or protected by a password (${(error as Error).message})`;
      throw new AppError('NOT_FOUND', `no ${what} can be read: ${reason}`, { cause: error });
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Returns the inflated bytes of the part, or 0 if it does not exist. */
  bytesOf(name: string): number {
    return this.#entries.get(name.toLowerCase())?.uncompressedSize ?? 0;
  }

  /** Throws AppError NOT_FOUND as soon as it finds damage, and at the end of the part if the checksum is wrong. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw new AppError('NOT_FOUND', `part ${name} is missing`);
    let crc = 0;
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('NOT_FOUND', `part ${name} is damaged (${(error as Error).message})`, { cause: error });
    }
    if (crc !== entry.crc32) throw new AppError('NOT_FOUND', `part ${name} does not match the checksum in the archive`);
  }
}

/** Keyed by name in lower case, because programs disagree about the case of part names. */
function entriesOf(zip: ZipFile, what: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      if (entries.size >= PACKAGE_PARTS_MAX) {
        reject(new AppError('NOT_FOUND', `no ${what} can be read: it has more than ${PACKAGE_PARTS_MAX} parts`));
        return;
      }
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
      entries.set(name.replaceAll('\\', '/').toLowerCase(), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

class InputReader extends yauzl.RandomAccessReader {
  readonly #input: TableInput;

  constructor(input: TableInput) {
    super();
    this.#input = input;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end; ) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, end - position));
      const count = await this.#input.read(piece, position);
      if (count === 0) throw new Error('the file ends too early');
      position += count;
      yield piece.subarray(0, count);
    }
  }
}
