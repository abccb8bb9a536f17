/**
 * The databases in which a case stores its small subitems (as gzip) and thumbnails (as JPEG). There are sixteen, one for each
 * first digit of the hash. The key of a subitem is its MD5, so a wrong value is noticed.
 */
import { AppError } from '../../../shared/errors.ts';
import type { ByteInput } from '../../case-reader.ts';
import type { CaseDatabases } from '../../sqlite/case-databases.ts';

export class Storages {
  readonly #databases: CaseDatabases;

  constructor(databases: CaseDatabases) {
    this.#databases = databases;
  }

  async content(file: string, key: string): Promise<ByteInput> {
    const query = { file, sql: 'SELECT data FROM t1 WHERE id = ?', values: [key] };
    const md5 = /^[0-9A-F]{32}$/.test(key) ? key : null;
    const found = await this.#databases.value(query, { isGzip: true, md5 });
    if (found === null) throw new AppError('NOT_FOUND', `database "${file}" is damaged: it has no row for the item`);
    return found;
  }

  /** Returns null if there is no thumbnail, or if drawing it failed during processing. */
  async thumbnail(hash: string): Promise<ByteInput | null> {
    const file = `iped/storage/storage-${Number.parseInt(hash[0]!, 16)}.db`;
    const query = { file, sql: 'SELECT thumb FROM thumbs WHERE id = ?', values: [hash] };
    const found = await this.#databases.value(query, { isGzip: false, md5: null });
    return found === null || found.bytes === 0 ? null : found;
  }
}
