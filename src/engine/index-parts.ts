/**
 * The parts of a generation. A case that grew or changed has an index of several parts. Each is a complete index of
 * some of the items. The list may strike documents of a part whose items are gone, or are in a later part. Ids increase
 * from part to part, except for items that replace struck ones. The generation has no data file of its own, so that a
 * program that does not know parts refuses it.
 *
 *   gen-000001/{data.mdb, data.sums}                                       a plain generation: one index
 *   gen-000002/{parts.json, part-000001/data.mdb …, part-000002/data.mdb …}  a grown generation
 *
 *   parts.json := {"sha256": SHA-256 of the value of "content", "content": PartsList}
 */
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { checksummed, readChecksummed } from './checksummed-json.ts';
import { areRangesOf, type DocRange } from './postings/struck-documents.ts';
import { DATA_FILE } from './store/lmdb-environment.ts';
import { CHECKSUM_FILE } from './store/page-checksums.ts';

export const PARTS_FILE = 'parts.json';
/**
 * A file next to the data of an index. It lists the files of the case that the index covers
 * (src/indexing/growth/case-files.ts).
 */
export const CASE_FILES_FILE = 'case-files.json';
/** Sizes of parts are geometric, so there are far fewer. */
export const INDEX_PARTS_MAX = 64;
const BYTES_MAX = 2 ** 20;
/** Maximum size of a file that identifies a part. */
const IDENTITY_BYTES_MAX = 2 ** 30;

export interface IndexPart {
  /** Number of items, and their first and last id. */
  readonly items: number;
  readonly firstId: number;
  readonly lastId: number;
  /** The result of `partIdentity`. */
  readonly identity: string;
  /** Documents that the case no longer has, or that a later part has in a new state; missing if there are none. */
  readonly struck?: readonly DocRange[];
}

export interface PartsList {
  /** The fingerprint of the complete case. */
  readonly fingerprint: string;
  readonly parts: readonly IndexPart[];
}

/**
 * Returns the directories of the indexes of a generation in the order of their items: the directory itself for a plain
 * generation. Throws INDEX_CORRUPT if the list of parts is damaged, or a part is missing or differs from the listed one.
 */
export function partDirectories(directory: string): readonly string[] {
  return listedParts(directory).map((part) => part.directory);
}

export interface ListedPart {
  readonly directory: string;
  readonly struck: readonly DocRange[];
}

/** Like `partDirectories`, with the struck documents of each part. */
export function listedParts(directory: string): readonly ListedPart[] {
  const list = readParts(directory);
  if (list === null) return [{ directory, struck: [] }];
  return list.parts.map(({ identity, struck = [] }, n) => {
    const path = join(directory, partName(n));
    if (!existsSync(join(path, DATA_FILE))) throw damaged(`${partName(n)} is missing`);
    if (partIdentity(path) !== identity) throw damaged(`${partName(n)} is not the part that ${PARTS_FILE} lists`);
    return { directory: path, struck };
  });
}

/** Returns the list of parts, or null for a plain generation. Throws INDEX_CORRUPT if it is damaged. */
export function readParts(directory: string): PartsList | null {
  const list = readChecksummed<PartsList>(join(directory, PARTS_FILE), BYTES_MAX, (reason, cause) =>
    damaged(`${PARTS_FILE} ${reason}`, cause),
  );
  if (list !== null) checkParts(list.parts);
  return list;
}

/** Writes the list into a generation that is not published yet. */
export function writeParts(directory: string, list: PartsList): void {
  checkParts(list.parts);
  writeFileSync(join(directory, PARTS_FILE), checksummed(JSON.stringify(list)));
}

/** The folder of a part in its generation, by its position in the list. */
export function partName(n: number): string {
  return `part-${String(n + 1).padStart(6, '0')}`;
}

/**
 * Returns the SHA-256 of the checksums of an index and of its list of case files. Checksums alone do not identify an index:
 * values end with their own CRC-32, so all values of one length have the same checksum. Throws INDEX_CORRUPT without checksums.
 */
export function partIdentity(directory: string): string {
  const hash = createHash('sha256');
  for (const name of [CHECKSUM_FILE, CASE_FILES_FILE]) {
    try {
      hash.update(readRegularFile(join(directory, name), IDENTITY_BYTES_MAX));
    } catch (cause) {
      if (name === CASE_FILES_FILE && (cause as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw damaged(`${name} of a part cannot be read`, cause);
    }
  }
  return hash.digest('hex');
}

/** Checks that only an item that replaces a struck one has an id below ids of earlier parts. */
function checkParts(parts: readonly IndexPart[]): void {
  if (parts.length === 0 || parts.length > INDEX_PARTS_MAX) throw damaged(`${PARTS_FILE} lists ${parts.length} parts`);
  let last = -1;
  let isAnyStruck = false;
  for (const [n, { items, firstId, lastId, struck = [] }] of parts.entries()) {
    const isInOrder = firstId > last || isAnyStruck;
    if (items < 1 || !isInOrder || lastId < firstId) throw damaged(`the ids of ${partName(n)} are not in order`);
    if (!areRangesOf(items, struck)) throw damaged(`the struck documents of ${partName(n)} are not in order`);
    isAnyStruck ||= struck.length > 0;
    last = Math.max(last, lastId);
  }
}

function damaged(reason: string, cause?: unknown): AppError {
  const remedy = 'rebuild it with `case-access index build --force`';
  return new AppError(
    'INDEX_CORRUPT',
    `the index is damaged: ${reason}; ${remedy}`,
    cause === undefined ? {} : { cause },
  );
}
