/**
 * The identity of a case: one hash over all of its items, read from the case and not from an index. It is the same for two
 * copies of a case, wherever they are and however they were indexed.
 */
import { createHash, type Hash, hash } from 'node:crypto';
import type { AnalyzedTerms } from '../cases/analyzed-terms.ts';
import type { CaseItem, CaseReader } from '../cases/case-reader.ts';
import { AppError } from '../shared/errors.ts';
import type { PartRef } from '../shared/part-ref.ts';
import type { TermCursor } from '../shared/term-cursor.ts';
import { contentFinding, UNHASHED } from './content-check.ts';
import { givesHashOrSize, itemText, type TextFacts } from './item-bytes.ts';
import { digestPart } from './part-digest.ts';

export interface IdentityOptions {
  /** Also reads contents, and compares them with the hashes in the case. */
  readonly isDeep?: boolean;
  readonly onProgress?: (items: number) => void;
  readonly signal?: AbortSignal;
}

export interface CaseIdentity {
  readonly identity: string;
  readonly items: number;
  /** Contents that differ from their hashes or cannot be read. Empty if contents were not read. */
  readonly wrongContents: readonly { readonly id: number; readonly finding: string }[];
  /** Number of contents without a hash to compare with. 0 if contents were not read. */
  readonly unhashedContents: number;
}

const DIGEST_BYTES = 32;
const ITEMS_GROWN_AT_ONCE = 65_536;

/** Throws the errors of the case, and CANCELLED. */
export async function readCaseIdentity(reader: CaseReader, options: IdentityOptions = {}): Promise<CaseIdentity> {
  const digests = new ItemDigests();
  let unhashedContents = 0;
  const wrongContents: { id: number; finding: string }[] = [];
  const observer = { problem: () => undefined, progress: () => undefined };
  for (const part of reader.parts) {
    for await (const items of reader.readItems(part, observer)) {
      for (const item of items) {
        digests.add(item.id, hash('sha256', await textOf(reader, item), 'buffer'));
        if (options.isDeep !== true || item.content === null) continue;
        const finding = await contentFinding(reader, item, item.content);
        if (finding === UNHASHED) unhashedContents++;
        else if (finding !== null) wrongContents.push({ id: item.id, finding });
      }
      options.onProgress?.(digests.count);
      if (options.signal?.aborted === true) throw new AppError('CANCELLED', 'the case was not read to its end');
    }
  }
  const all = createHash('sha256').update('case-access-case 1\n');
  digests.into(all);
  if (reader.analyzed !== null) all.update(`terms ${await digestOfTerms(reader.analyzed)}\n`);
  return { identity: all.digest('hex'), items: digests.count, wrongContents, unhashedContents };
}

async function textOf(reader: CaseReader, item: CaseItem): Promise<string> {
  const { content } = item;
  const size = content === null || givesHashOrSize(item) ? null : await sizeOf(reader, content);
  return itemText(item, await textFacts(reader, item), size);
}

async function textFacts(reader: CaseReader, { text, isRowText, indexed }: CaseItem): Promise<TextFacts | null> {
  // Its values are already in the identity as properties.
  if (isRowText === true) return null;
  if (text === null) return indexed?.hasSpelledText === true ? { spelled: true } : null;
  if (typeof text === 'string') return text;
  const sha256 = createHash('sha256');
  const bytes = await digestPart(reader, text, [sha256]);
  return bytes === null ? { unreadable: true } : { bytes, sha256: sha256.digest('hex') };
}

async function sizeOf(reader: CaseReader, ref: PartRef): Promise<number | null> {
  try {
    const source = await reader.openPart(ref);
    await source.close();
    return source.bytes;
  } catch {
    return null;
  }
}

/** The id and digest of each item, in the order of the case. An item takes 36 bytes. */
class ItemDigests {
  #ids = new Uint32Array(ITEMS_GROWN_AT_ONCE);
  #digests = Buffer.alloc(ITEMS_GROWN_AT_ONCE * DIGEST_BYTES);
  count = 0;

  add(id: number, digest: Buffer): void {
    if (this.count === this.#ids.length) this.#grow();
    this.#ids[this.count] = id;
    digest.copy(this.#digests, this.count * DIGEST_BYTES);
    this.count++;
  }

  /** Adds the digests in order of ids. Items with equal ids stay in the order of the case. */
  into(all: Hash): void {
    const ids = this.#ids.subarray(0, this.count);
    const order = Uint32Array.from({ length: this.count }, (_, i) => i);
    if (ids.some((id, i) => i > 0 && ids[i - 1]! > id)) order.sort((a, b) => ids[a]! - ids[b]! || a - b);
    for (const i of order) {
      const digest = this.#digests.subarray(i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES);
      all.update(`${ids[i]} ${digest.toString('hex')}\n`);
    }
  }

  #grow(): void {
    const ids = new Uint32Array(this.#ids.length * 2);
    ids.set(this.#ids);
    const digests = Buffer.alloc(this.#digests.length * 2);
    this.#digests.copy(digests);
    this.#ids = ids;
    this.#digests = digests;
  }
}

/**
 * Returns a digest over every occurrence of every term, segment by segment. If a case provides its own terms, they stand for
 * its texts.
 */
async function digestOfTerms({ segments, fields }: AnalyzedTerms): Promise<string> {
  const all = createHash('sha256');
  for (const segment of segments) {
    const cursor = await segment.open();
    all.update('segment\n');
    try {
      while (cursor.next()) {
        all.update(`${JSON.stringify(fields[cursor.field]?.name)} `);
        all.update(cursor.bytes.subarray(cursor.termStart, cursor.termEnd)).update('\n');
        for (let count = cursor.read(); count > 0; count = cursor.read()) {
          updateOccurrences(all, cursor, count);
        }
      }
    } finally {
      cursor.close();
    }
  }
  return all.digest('hex');
}

/** Adds the document and position of each occurrence. The result does not depend on the batch size. */
function updateOccurrences(all: Hash, { docs, positions, from }: TermCursor, count: number): void {
  const bytes = Buffer.allocUnsafe(count * 8);
  for (let i = 0; i < count; i++) {
    bytes.writeUInt32LE(docs[from + i]!, i * 8);
    bytes.writeUInt32LE(positions[from + i]!, i * 8 + 4);
  }
  all.update(bytes);
}
