/**
 * A case format of the tests: one JSON file with the items, the locations of their parts in a file of blobs, and, if the case
 * was analyzed, its terms by segment. A part reference is the number of a blob. It represents formats that keep parts in
 * databases and bring an index of their own.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AnalyzedTerms, TermSegment } from '../../src/cases/analyzed-terms.ts';
import type { CaseFormat, CaseLocation } from '../../src/cases/case-format.ts';
import type {
  ByteInput,
  CaseItem,
  CaseProblem,
  CaseReader,
  ItemPart,
  ReadObserver,
} from '../../src/cases/case-reader.ts';
import { unreadableCase } from '../../src/cases/unreadable-case.ts';
import type { CaseOrigin } from '../../src/schema/case-origin.ts';
import type { FieldSpec } from '../../src/schema/field-types.ts';
import { AppError } from '../../src/shared/errors.ts';
import { decodePartRef, encodePartRef, type PartRef } from '../../src/shared/part-ref.ts';
import type { TermCursor } from '../../src/shared/term-cursor.ts';

const FILE = 'items.json';
const BLOBS = 'blobs';

/** A term: its field by number, its bytes in base64, and {item, position} of every occurrence. */
export type BlobTerm = readonly [field: number, term: string, occurrences: readonly number[]];

export interface BlobItem {
  readonly id: number;
  readonly parentId: number | null;
  readonly properties: CaseItem['properties'];
  /** A string is inline text, a number a blob. */
  readonly text: string | number | null;
  readonly content: number | null;
  readonly thumb: number | null;
  readonly indexed?: NonNullable<CaseItem['indexed']>;
}

export interface BlobCase {
  /** Anything but an item is a broken record. */
  readonly items: readonly unknown[];
  readonly itemCount: number | null;
  readonly blobs: readonly { readonly offset: number; readonly length: number }[];
  readonly terms: BlobTerms | null;
}

export interface BlobTerms {
  readonly fields: readonly FieldSpec[];
  readonly segments: readonly (readonly BlobTerm[])[];
  readonly origin?: CaseOrigin;
  readonly spelling?: NonNullable<AnalyzedTerms['spelling']>;
}

/** Writes a case into an existing directory. */
export async function writeBlobCase(
  dir: string,
  items: readonly unknown[],
  blobs: readonly Uint8Array[],
  terms: BlobCase['terms'],
): Promise<string> {
  let offset = 0;
  const ranges = blobs.map(({ length }) => {
    const range = { offset, length };
    offset += length;
    return range;
  });
  const content: BlobCase = { items, itemCount: items.length, blobs: ranges, terms };
  await writeFile(join(dir, BLOBS), Buffer.concat(blobs));
  await writeFile(join(dir, FILE), JSON.stringify(content));
  return dir;
}

export const blobFormat: CaseFormat = {
  name: 'blob-case',
  version: 1,
  async detect({ realPath }) {
    return access(join(realPath, FILE)).then(
      () => null,
      () => `${FILE} is missing`,
    );
  },
  async open(location) {
    let content: BlobCase;
    try {
      content = JSON.parse(await readFile(join(location.realPath, FILE), 'utf8')) as BlobCase;
    } catch {
      throw unreadableCase(location.path, `${FILE}: not valid JSON`);
    }
    return new BlobReader(location, content);
  },
};

class BlobReader implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly format = blobFormat;
  readonly name = null;
  readonly itemCountExpected: number | null;
  readonly parts: readonly ItemPart[];
  readonly analyzed: AnalyzedTerms | null;
  readonly #content: BlobCase;
  readonly #blobs: Buffer;
  #isClosed = false;

  constructor({ path, realPath }: CaseLocation, content: BlobCase) {
    this.path = path;
    this.realPath = realPath;
    this.itemCountExpected = content.itemCount;
    this.parts = [{ index: 0, file: FILE, bytes: statSync(join(realPath, FILE)).size }];
    this.#content = content;
    this.#blobs = readFileSync(join(realPath, BLOBS));
    const { terms } = content;
    this.analyzed = terms && {
      fields: terms.fields,
      segments: terms.segments.map(segmentOf),
      origin: terms.origin ?? null,
      spelling: terms.spelling ?? null,
      inThreads: null,
    };
  }

  async fingerprint(): Promise<string> {
    return createHash('sha256')
      .update(await readFile(join(this.realPath, FILE)))
      .digest('hex');
  }

  countProblem(records: number): CaseProblem | null {
    const expected = this.itemCountExpected;
    if (expected === null || expected === records) return null;
    const reason = `itemCount is ${expected}, and there are ${records}`;
    return { file: FILE, line: null, id: null, kind: 'case', reason };
  }

  async *readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    for (const [index, record] of this.#content.items.entries()) {
      const line = index + 1;
      if (isItem(record)) yield [{ ...record, ...partsOf(record), line }];
      else observer.problem({ file: part.file, line, id: null, kind: 'record', reason: 'not an item' });
    }
    observer.progress(part.bytes);
  }

  async openPart(ref: PartRef): Promise<ByteInput> {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'the case was closed');
    const { offset, length } = this.#blobOf(ref);
    return new BlobSource(this.#blobs.subarray(offset, offset + length));
  }

  async checkPart(ref: PartRef): Promise<void> {
    this.#blobOf(ref);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #blobOf(ref: PartRef): { offset: number; length: number } {
    const values = decodePartRef(ref);
    const number = values?.length === 1 ? values[0] : null;
    const blob = typeof number === 'number' && Number.isInteger(number) ? this.#content.blobs[number] : undefined;
    if (blob === undefined) throw new AppError('NOT_FOUND', 'the case has no such blob');
    return blob;
  }
}

function isItem(record: unknown): record is BlobItem {
  return typeof record === 'object' && record !== null && 'id' in record;
}

function partsOf({ text, content, thumb }: BlobItem): Pick<CaseItem, 'text' | 'content' | 'thumb'> {
  const ref = (blob: number | null): PartRef | null => (blob === null ? null : encodePartRef([blob]));
  return { text: typeof text === 'string' ? text : ref(text), content: ref(content), thumb: ref(thumb) };
}

class BlobSource implements ByteInput {
  readonly bytes: number;
  readonly #blob: Buffer;
  #isClosed = false;

  constructor(blob: Buffer) {
    this.#blob = blob;
    this.bytes = blob.length;
  }

  stream(start = 0, end = this.bytes): Readable {
    return Readable.from([this.#blob.subarray(start, end)]);
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    if (this.#isClosed) throw new Error('read of a closed byte input');
    return position >= this.bytes ? 0 : this.#blob.copy(target, 0, position);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}

function segmentOf(terms: readonly BlobTerm[]): TermSegment {
  return { open: () => new BlobCursor(terms) };
}

/** Returns occurrences three at a time, so that readers must call again. */
const AT_ONCE = 3;

class BlobCursor implements TermCursor {
  readonly #terms: readonly BlobTerm[];
  #at = -1;
  #read = 0;
  field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  readonly termStart = 0;
  termEnd = 0;
  docs = new Uint32Array(AT_ONCE);
  positions = new Uint32Array(AT_ONCE);
  readonly from = 0;

  constructor(terms: readonly BlobTerm[]) {
    this.#terms = terms;
  }

  next(): boolean {
    const found = this.#terms[++this.#at];
    if (found === undefined) return false;
    this.field = found[0];
    this.bytes = Buffer.from(found[1], 'base64');
    this.termEnd = this.bytes.length;
    this.#read = 0;
    return true;
  }

  read(): number {
    const [, , occurrences] = this.#terms[this.#at]!;
    const count = Math.min(AT_ONCE, occurrences.length / 2 - this.#read);
    for (let i = 0; i < count; i++) {
      this.docs[i] = occurrences[2 * (this.#read + i)]!;
      this.positions[i] = occurrences[2 * (this.#read + i) + 1]!;
    }
    this.#read += count;
    return count;
  }

  close(): void {}
}
