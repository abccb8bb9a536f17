/**
 * Reads the stored fields of a segment in order (.fdt, with its description .fdm): compressed chunks of documents. The index of
 * chunks (.fdx) is not used. To read a document again, callers pass the offset of its chunk.
 */
import { FOOTER_BYTES, readChecked, readHeader } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import { DataInput } from './data-input.ts';
import { CHUNK_BYTES_MAX, CHUNK_DOCUMENTS_MAX, KEPT_CHUNK_BYTES_MAX } from './limits.ts';
import { decompressLz4, Lz4Fault } from './lz4.ts';
import { readStoredInts } from './stored-ints.ts';

/** A byte of LZ4 expands to at most 255. */
const EXPANSION_MAX = 256;

export interface StoredMeta {
  /** Bytes of a piece of a sliced chunk. */
  readonly pieceBytes: number;
  readonly chunks: number;
  /** End of the last chunk in .fdt. */
  readonly end: number;
}

/** The decompressed documents of one chunk: document `firstDoc + i` is `bytes[offsets[i] … offsets[i + 1])`. */
export interface DocumentChunk {
  readonly firstDoc: number;
  /** The offset of the chunk in the file. */
  readonly at: number;
  readonly count: number;
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array;
  readonly fieldCounts: Int32Array;
}

export function readStoredMeta(file: DataFile, segmentId: string, maxDoc: number): StoredMeta {
  const input = readChecked(file);
  readHeader(input, { codec: 'Lucene90FieldsIndexMeta', versionMin: 0, versionMax: 1, id: segmentId, suffix: '' });
  const pieceBytes = input.vInt();
  if (pieceBytes < 1 || pieceBytes > CHUNK_BYTES_MAX) throw file.damaged(`has the chunk size ${pieceBytes}`);
  const docs = input.int32();
  if (docs !== maxDoc) throw file.damaged(`is inconsistent: it has ${docs} documents, the segment ${maxDoc}`);
  const indexShift = input.int32();
  const values = input.int32();
  if (indexShift < 2 || indexShift > 22 || values < 1) throw file.damaged('has an index of an unknown shape');
  // Two monotonic sequences follow: the first documents of chunks, and their offsets. Each block takes 21 bytes.
  const monotonicBytes = Math.ceil(values / 2 ** indexShift) * 21;
  input.skip(8 + monotonicBytes + 8 + monotonicBytes + 8);
  const end = Number(input.int64());
  const chunks = input.vLong();
  if (chunks !== values - 1) throw file.damaged(`is inconsistent: it has ${chunks} chunks and ${values} entries`);
  return { pieceBytes, chunks, end };
}

export class StoredChunks {
  readonly #file: DataFile;
  readonly #meta: StoredMeta;
  readonly #maxDoc: number;
  readonly #input: DataInput;
  #doc = 0;
  #chunk = 0;
  #bytes = new Uint8Array(0);

  constructor(file: DataFile, meta: StoredMeta, segmentId: string, maxDoc: number) {
    this.#file = file;
    this.#meta = meta;
    this.#maxDoc = maxDoc;
    if (meta.end + FOOTER_BYTES !== file.bytes) {
      throw file.damaged(`has ${file.bytes} bytes, its description needs ${meta.end + FOOTER_BYTES}`);
    }
    this.#input = new DataInput(file, 0, meta.end);
    readHeader(this.#input, {
      codec: 'Lucene90StoredFieldsFastData',
      versionMin: 1,
      versionMax: 1,
      id: segmentId,
      suffix: '',
    });
  }

  /** Returns the next chunk, or null at the end. Its bytes are valid until the next call. */
  next(): DocumentChunk | null {
    const input = this.#input;
    if (this.#chunk === this.#meta.chunks) {
      if (this.#doc !== this.#maxDoc || input.left !== 0) {
        throw this.#file.damaged(
          `is inconsistent: its chunks end at document ${this.#doc} of ${this.#maxDoc}, ${input.left} bytes before their end`,
        );
      }
      return null;
    }
    this.#chunk++;
    return this.#read(this.#doc);
  }

  /** Frees the memory of the last chunk if it is large. Its bytes are no longer valid. */
  forget(): void {
    if (this.#bytes.length > KEPT_CHUNK_BYTES_MAX) this.#bytes = new Uint8Array(0);
  }

  /** Returns the chunk at `at`, which `next` returned before. */
  chunkAt(at: number): DocumentChunk {
    this.#input.seek(at);
    return this.#read(null);
  }

  #read(expected: number | null): DocumentChunk {
    const input = this.#input;
    const at = input.offset;
    const firstDoc = input.vInt();
    if (expected !== null && firstDoc !== expected) {
      throw this.#file.damaged(`has document ${firstDoc} in place of ${expected}`);
    }
    const token = input.vInt();
    const count = token >>> 2;
    if (count < 1 || count > Math.min(CHUNK_DOCUMENTS_MAX, this.#maxDoc - firstDoc)) {
      throw this.#file.damaged(`has a chunk of ${count} documents at document ${firstDoc} of ${this.#maxDoc}`);
    }
    this.#doc = firstDoc + count;
    const fieldCounts = readStoredInts(input, count);
    const lengths = readStoredInts(input, count);
    const offsets = this.#addUp(lengths, count);
    this.#decompress(offsets[count]!, (token & 1) === 1);
    return { firstDoc, at, count, bytes: this.#bytes, offsets, fieldCounts };
  }

  #addUp(lengths: Int32Array, count: number): Int32Array {
    const offsets = new Int32Array(count + 1);
    const max = Math.min(CHUNK_BYTES_MAX, this.#input.left * EXPANSION_MAX);
    for (let i = 0; i < count; i++) {
      const length = lengths[i]!;
      if (length < 0 || offsets[i]! + length > max) {
        throw this.#file.damaged(
          `has documents of more than ${max} bytes in the chunk before byte ${this.#input.offset}`,
        );
      }
      offsets[i + 1] = offsets[i]! + length;
    }
    return offsets;
  }

  #decompress(total: number, isSliced: boolean): void {
    // Reuses memory, because most chunks have about the same size.
    if (this.#bytes.length < total || this.#bytes.length > 4 * total + (1 << 20))
      this.#bytes = Buffer.allocUnsafeSlow(total);
    const pieceBytes = isSliced ? this.#meta.pieceBytes : Math.max(1, total);
    try {
      for (let start = 0; start < total; start += pieceBytes) {
        this.#decompressPiece(start, Math.min(total, start + pieceBytes));
      }
      // A chunk of empty documents has the three numbers of an empty piece.
      if (total === 0) this.#decompressPiece(0, 0);
    } catch (error) {
      if (!(error instanceof Lz4Fault)) throw error;
      throw this.#file.damaged(`is damaged before byte ${this.#input.offset}: ${error.message}`);
    }
  }

  #decompressPiece(start: number, end: number): void {
    const input = this.#input;
    const dictionaryBytes = input.count('bytes of a dictionary', end - start);
    const sectionBytes = input.vInt();
    if (sectionBytes < 1 && end - start > dictionaryBytes)
      throw input.damaged(`has blocks of ${sectionBytes} bytes before byte ${input.offset}`);
    const sectionsStart = start + dictionaryBytes;
    const sections = end > sectionsStart ? Math.ceil((end - sectionsStart) / sectionBytes) : 0;
    input.checked(sections, 'blocks', input.left);
    const dictionaryPacked = input.count('compressed bytes', input.left);
    const packed = new Int32Array(sections);
    for (let i = 0; i < sections; i++) packed[i] = input.count('compressed bytes', input.left);
    this.#unpack(dictionaryPacked, start, sectionsStart, sectionsStart, sectionsStart);
    for (let i = 0; i < sections; i++) {
      const from = sectionsStart + i * sectionBytes;
      this.#unpack(packed[i]!, from, Math.min(end, from + sectionBytes), start, sectionsStart);
    }
  }

  #unpack(packed: number, start: number, end: number, historyStart: number, historyEnd: number): void {
    const input = this.#input;
    input.need(packed);
    const to = input.at + packed;
    // Without data, there is one byte without meaning.
    const at =
      start === end ? to : decompressLz4(input.bytes, input.at, to, this.#bytes, start, end, historyStart, historyEnd);
    if (at !== to) throw new Lz4Fault(`${to - at} compressed bytes are left over`);
    input.at = to;
  }
}
