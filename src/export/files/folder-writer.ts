/** Writes the files of an archive into a folder. The folder is new, so nothing is replaced and no link is followed. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { Pieces } from '../export-set.ts';
import { leave, type WrittenFile } from '../zip/zip-writer.ts';
import type { ArchiveWriter } from './archive.ts';

/** Disk errors, not faults of the content: they end the export. */
const ENDING: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

export class FolderWriter implements ArchiveWriter {
  readonly #dir: string;
  readonly #made = new Set<string>();
  readonly #report: (bytes: number) => void;
  #bytes = 0;

  /** `report` receives the number of written bytes. */
  constructor(dir: string, report: (bytes: number) => void = () => undefined) {
    this.#dir = dir;
    this.#report = report;
  }

  /** Yields nothing. An error of `content` ends the file, not the folder. */
  async *file(
    path: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, WrittenFile, undefined> {
    const target = join(this.#dir, path);
    await this.#makeFolder(dirname(target));
    const file = await open(target, 'wx');
    const hash = createHash('sha256');
    let size = 0;
    let fault: unknown = null;
    try {
      const pieces = (async function* () {
        yield* content;
      })();
      for (;;) {
        const next = await pieces.next().catch((error: unknown) => {
          fault = error ?? new Error('nothing was thrown');
          return null;
        });
        if (next === null || next.done === true) break;
        hash.update(next.value);
        size += next.value.length;
        for (let at = 0; at < next.value.length; ) at += (await file.write(next.value, at)).bytesWritten;
        this.#bytes += next.value.length;
        this.#report(this.#bytes);
      }
      await file.sync();
    } catch (cause) {
      const { code = '' } = cause as NodeJS.ErrnoException;
      if (!ENDING.has(code)) throw cause;
      throw new AppError('DISK_FULL', `The folder ${this.#dir} cannot be written (${code}).`, { cause });
    } finally {
      await leave(content);
      await file.close();
    }
    return { size, sha256: hash.digest('hex'), fault };
  }

  async *end(): Pieces {}

  async close(): Promise<void> {}

  async #makeFolder(dir: string): Promise<void> {
    if (this.#made.has(dir)) return;
    await mkdir(dir, { recursive: true });
    this.#made.add(dir);
  }
}
