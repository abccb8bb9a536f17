/** The current entries of a tokens file, which is read again after a change. While it is unreadable, nobody has access. */
import { timingSafeEqual } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../shared/errors.ts';
import { hashOfToken, parseTokenFile, TOKENS_FILE_BYTES_MAX, type TokenEntry } from './token-file.ts';
import type { Viewer } from './viewer.ts';

/** A user in the tokens file. */
export interface KnownViewer extends Viewer {
  readonly name: string;
  /** The token's hash in hexadecimal. Null if a proxy supplies the name. */
  readonly hash: string | null;
}

interface Entry {
  readonly viewer: KnownViewer;
  readonly hash: Buffer | null;
}

export class Tokens {
  readonly #file: string;
  readonly #onFault: (fault: AppError) => void;
  #state = '';
  #entries: readonly Entry[] = [];
  #reading: Promise<void> | null = null;
  #fault: AppError | null = null;

  /** `onFault` is called once for each unusable state of the file. */
  constructor(file: string, onFault: (fault: AppError) => void = () => undefined) {
    this.#file = file;
    this.#onFault = onFault;
  }

  /** Throws AppError ACCESS_UNKNOWN if the file is unusable. */
  async check(): Promise<void> {
    await this.#refresh();
  }

  /** Returns the entry of a token. Takes the same time for every entry and for none. Throws AppError ACCESS_UNKNOWN. */
  async ofToken(token: string): Promise<KnownViewer | null> {
    return this.ofHash(hashOfToken(token));
  }

  /** Like `ofToken`, but takes the hash of the token. */
  async ofHash(hash: string): Promise<KnownViewer | null> {
    await this.#refresh();
    const given = Buffer.from(hash, 'hex');
    let found: KnownViewer | null = null;
    for (const entry of this.#entries) {
      if (entry.hash !== null && timingSafeEqual(entry.hash, given)) found = entry.viewer;
    }
    return found;
  }

  /** Returns the entry without a token of that name, for a user authenticated by a proxy. Throws AppError ACCESS_UNKNOWN. */
  async ofName(name: string): Promise<KnownViewer | null> {
    await this.#refresh();
    return this.#entries.find(({ viewer, hash }) => hash === null && viewer.name === name)?.viewer ?? null;
  }

  async #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
    if (this.#fault !== null) throw this.#fault;
  }

  async #read(): Promise<void> {
    let state = 'gone';
    try {
      const stats = await stat(this.#file, { bigint: true });
      state = stateOf(stats);
      if (state === this.#state) return;
      if (!stats.isFile()) throw new Error('is not a file');
      if (stats.size > TOKENS_FILE_BYTES_MAX) throw new Error(`is larger than ${TOKENS_FILE_BYTES_MAX} bytes`);
      this.#entries = parseTokenFile(await readFile(this.#file, 'utf8')).map(entryOf);
      this.#fault = null;
    } catch (error) {
      if (state === this.#state) return;
      this.#entries = [];
      const code = (error as NodeJS.ErrnoException).code;
      const finding = code === undefined ? (error as Error).message : `cannot be read (${code})`;
      this.#fault = new AppError(
        'ACCESS_UNKNOWN',
        `The tokens file ${finding}. All requests that need a token are refused until it is repaired.`,
      );
      this.#onFault(this.#fault);
    }
    this.#state = state;
  }
}

function stateOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function entryOf({ name, role, sources, hash }: TokenEntry): Entry {
  const viewer: KnownViewer = {
    name,
    role,
    sources: sources === undefined ? null : new Set(sources),
    hash: hash ?? null,
  };
  return { viewer, hash: hash === undefined ? null : Buffer.from(hash, 'hex') };
}
