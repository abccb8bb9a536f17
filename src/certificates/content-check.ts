/** Is a content what the case says? It is read, and compared with every hash that the record has of it. */
import { createHash } from 'node:crypto';
import type { CaseItem, CaseReader } from '../cases/case-reader.ts';
import type { PartRef } from '../shared/part-ref.ts';
import { digestPart } from './part-digest.ts';

/** By the length of the hash in hexadecimal. */
const ALGORITHMS: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };
/** As cases call them. */
const HASH_NAME = /^(?:hash|md5|sha-?(?:1|256|512))$/i;

/** Nothing can be said of it. */
export const UNHASHED = 'unhashed';

/** What is wrong with a content; null: nothing. */
export async function contentFinding(reader: CaseReader, item: CaseItem, content: PartRef): Promise<string | null> {
  const given = item.properties.flatMap(([name, values]) => {
    const value = HASH_NAME.test(name) ? (values[0] ?? '').toLowerCase() : '';
    const algorithm = /^[0-9a-f]+$/.test(value) ? ALGORITHMS[value.length] : undefined;
    return algorithm === undefined ? [] : [{ value, algorithm, hash: createHash(algorithm) }];
  });
  if (given.length === 0) return UNHASHED;
  const hashes = given.map(({ hash }) => hash);
  if ((await digestPart(reader, content, hashes)) === null) return 'its content cannot be read';
  const wrong = given.find(({ hash, value }) => hash.digest('hex') !== value);
  return wrong === undefined ? null : `its content is not that of its ${wrong.algorithm} hash`;
}
