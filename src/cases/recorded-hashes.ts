/** Compares the bytes of an item's content with the hashes in its record. */
import { createHash, type Hash } from 'node:crypto';
import type { CaseItem } from './case-reader.ts';

/** Keyed by the length of the hash in hexadecimal. */
const ALGORITHMS: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };
/** Names that cases use. */
const HASH_NAME = /^(?:hash|md5|sha-?(?:1|256|512))$/i;

interface RecordedHash {
  readonly value: string;
  readonly algorithm: string;
  readonly hash: Hash;
}

/** Takes the bytes of a content, in order. `finding` then describes the mismatch, if any. */
export class RecordedHashes {
  readonly #given: readonly RecordedHash[];

  constructor({ properties }: Pick<CaseItem, 'properties'>) {
    this.#given = properties.flatMap(([name, values]) => {
      const value = HASH_NAME.test(name) ? (values[0] ?? '').toLowerCase() : '';
      const algorithm = /^[0-9a-f]+$/.test(value) ? ALGORITHMS[value.length] : undefined;
      return algorithm === undefined ? [] : [{ value, algorithm, hash: createHash(algorithm) }];
    });
  }

  /** Number of hashes in the record. */
  get count(): number {
    return this.#given.length;
  }

  update(bytes: Uint8Array): void {
    for (const { hash } of this.#given) hash.update(bytes);
  }

  /** Call this once, after all bytes. Returns null if they match. */
  finding(): string | null {
    const wrong = this.#given.find(({ hash, value }) => hash.digest('hex') !== value);
    return wrong === undefined ? null : `its content does not match its ${wrong.algorithm} hash`;
  }
}
