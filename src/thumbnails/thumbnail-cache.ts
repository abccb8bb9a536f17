/**
 * The cache of thumbnails, in a folder of the data directory. A file contains a checksum of its picture, so that a file that a
 * crash or a full disk truncated is made again instead of being served. Failures are not cached: the limits may change with the
 * program. The cache may be deleted at any time. If the disk cannot be written, only time is lost.
 *
 *     file   magic "CATH"  sha256 of the JPEG (32 bytes)  JPEG
 *     name   <2 hex>/<62 hex>.jpg of sha256(case real path, fingerprint, item id)
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteInput } from '../cases/case-reader.ts';
import { AppError } from '../shared/errors.ts';
import { Semaphore } from '../shared/semaphore.ts';
import { THUMBNAIL_JOBS_MAX, THUMBNAIL_QUEUE_MAX } from './limits.ts';
import { makeThumbnail } from './make-thumbnail.ts';

const magic = Buffer.from('CATH', 'latin1');
const headerBytes = magic.length + 32;

export interface ThumbnailKey {
  /** `CaseReader.realPath`, and the fingerprint of the case when its index was opened. */
  readonly realPath: string;
  readonly fingerprint: string;
  readonly itemId: number;
}

export class ThumbnailCache {
  readonly #dir: string;
  readonly #make: (source: ByteInput) => Promise<Buffer>;
  /** Thumbnails that are being drawn. Other requests for the same one wait for it. */
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #semaphore = new Semaphore(THUMBNAIL_JOBS_MAX, {
    tasksMax: THUMBNAIL_QUEUE_MAX,
    refusal: () => new AppError('OVERLOADED', 'too many thumbnails are being made'),
  });

  /** `dir` is created when the first thumbnail is stored. */
  constructor(dir: string, make: (source: ByteInput) => Promise<Buffer> = makeThumbnail) {
    this.#dir = dir;
    this.#make = make;
  }

  /**
   * Returns the thumbnail as JPEG. Calls `openContent` only if the thumbnail must be made, and closes the content. Throws
   * AppError NOT_FOUND if the content cannot be drawn, OVERLOADED if too many requests wait.
   */
  async get(key: ThumbnailKey, openContent: () => Promise<ByteInput>): Promise<Buffer> {
    const file = this.#file(key);
    const kept = await readKept(file);
    if (kept !== null) return kept;
    const making = this.#making.get(file);
    if (making !== undefined) return making;
    const job = this.#makeAndKeep(file, openContent).finally(() => this.#making.delete(file));
    this.#making.set(file, job);
    return job;
  }

  #makeAndKeep(file: string, openContent: () => Promise<ByteInput>): Promise<Buffer> {
    return this.#semaphore.run(async () => {
      const content = await openContent();
      const jpeg = await this.#make(content).finally(() => content.close());
      await keep(file, jpeg).catch(() => undefined);
      return jpeg;
    });
  }

  #file({ realPath, fingerprint, itemId }: ThumbnailKey): string {
    const name = sha256(JSON.stringify([realPath, fingerprint, itemId])).toString('hex');
    return join(this.#dir, name.slice(0, 2), `${name.slice(2)}.jpg`);
  }
}

/** Returns null if there is no valid file. */
async function readKept(file: string): Promise<Buffer | null> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || bytes.length <= headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return null;
  const jpeg = bytes.subarray(headerBytes);
  return sha256(jpeg).equals(bytes.subarray(magic.length, headerBytes)) ? jpeg : null;
}

/** Stores the thumbnail. A reader sees the complete file or no file. */
async function keep(file: string, jpeg: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(draft, 'wx');
  try {
    await handle.writev([magic, sha256(jpeg), jpeg]);
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

function sha256(bytes: Uint8Array | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}
