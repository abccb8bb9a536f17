/**
 * One node of the term tree (.tim): some 25 to 48 entries with a common prefix, each a term or a node below. It has four
 * sections, suffixes, their lengths, statistics and locations of postings, which are copied: reading the nodes below moves
 * the file on.
 */
import type { DataFile } from './data-file.ts';
import { DataInput } from './data-input.ts';
import { NODE_BYTES_MAX } from './limits.ts';
import { decompressLz4, Lz4Fault } from './lz4.ts';

const EXPANSION_MAX = 256;

/** Which parts of a term's postings a field has. */
export interface PostingsShape {
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
}

export class TermNode {
  readonly #file: DataFile;
  readonly #shape: PostingsShape;
  /** Offset in .tim: nodes below are so many bytes before it. */
  offset = 0;
  prefixLength = 0;
  /** Entries that have not been read. */
  left = 0;
  /** The next node has the same prefix, and follows at `end`. */
  hasMore = false;
  end = 0;
  #isLeaf = false;
  suffixes: Uint8Array = Buffer.alloc(0);
  #suffixBytes = 0;
  #sections: Uint8Array = Buffer.alloc(0);
  /** The byte that all bytes of the lengths are, or -1, and how many of these are left. */
  #repeated = -1;
  #repeatedLeft = 0;
  readonly #lengths: DataInput;
  readonly #statistics: DataInput;
  readonly #locations: DataInput;
  #singletons = 0;

  /** After `entry`: the offset of the node below that the entry is, or -1 if it is a term. */
  below = -1;
  /** The suffix of the entry: `suffixes[suffixStart … suffixEnd)`. */
  suffixStart = 0;
  suffixEnd = 0;
  /** The term: after `entry`. */
  docFreq = 0;
  totalTermFreq = 0;
  docsOffset = 0;
  positionsOffset = 0;
  singletonDoc = -1;

  constructor(file: DataFile, shape: PostingsShape) {
    this.#file = file;
    this.#shape = shape;
    const nothing = Buffer.alloc(0);
    this.#lengths = DataInput.over(nothing, file);
    this.#statistics = DataInput.over(nothing, file);
    this.#locations = DataInput.over(nothing, file);
  }

  /** Reads the node at the input's offset, and returns how many bytes it has. */
  load(input: DataInput, prefixLength: number): number {
    const start = input.offset;
    this.offset = start;
    this.prefixLength = prefixLength;
    const code = input.vInt();
    this.left = code >>> 1;
    this.hasMore = (code & 1) === 0;
    this.#loadSuffixes(input);
    this.#loadSections(input);
    this.#singletons = 0;
    this.docsOffset = 0;
    this.positionsOffset = 0;
    this.singletonDoc = -1;
    this.suffixEnd = 0;
    this.end = input.offset;
    return this.end - start;
  }

  /** Reads the next entry; there must be one. */
  entry(): void {
    this.left--;
    const code = this.#repeated < 0 ? this.#lengths.vInt() : this.#repeat();
    const length = this.#isLeaf ? code : code >>> 1;
    this.suffixStart = this.suffixEnd;
    this.suffixEnd += length;
    if (length < 0 || this.suffixEnd > this.#suffixBytes) {
      throw this.#damaged(`has a suffix of ${length} bytes that goes past the ${this.#suffixBytes} of its node`);
    }
    if (!this.#isLeaf && (code & 1) === 1) {
      const distance = this.#repeated < 0 ? this.#lengths.vLong() : this.#repeat();
      if (distance < 1 || distance > this.offset || length === 0)
        throw this.#damaged('has a node that is not above those it names');
      this.below = this.offset - distance;
      return;
    }
    this.below = -1;
    this.#readStatistics();
    this.#readLocations();
  }

  /** Throws unless everything that the node has was read. */
  finish(): void {
    const lengths = this.#repeated < 0 ? this.#lengths.left : this.#repeatedLeft;
    const left = this.#suffixBytes - this.suffixEnd + lengths + this.#statistics.left + this.#locations.left;
    if (left > 0 || this.#singletons > 0) throw this.#damaged(`has ${left} bytes more than its entries take`);
  }

  /** A number of one byte, as all are then. */
  #repeat(): number {
    if (this.#repeatedLeft-- === 0) throw this.#damaged('has fewer lengths than entries');
    return this.#repeated;
  }

  #readStatistics(): void {
    if (this.#singletons > 0) {
      this.#singletons--;
      this.docFreq = 1;
      this.totalTermFreq = 1;
      return;
    }
    const code = this.#statistics.vInt();
    if ((code & 1) === 1) {
      this.#singletons = code >>> 1;
      this.docFreq = 1;
      this.totalTermFreq = 1;
      return;
    }
    this.docFreq = code >>> 1;
    this.totalTermFreq = this.docFreq + (this.#shape.hasFreqs ? this.#statistics.vLong() : 0);
    if (this.docFreq < 1) throw this.#damaged('has a term without documents');
  }

  #readLocations(): void {
    const input = this.#locations;
    const code = input.vLong();
    if (code % 2 === 0) {
      this.docsOffset += code / 2;
      this.singletonDoc = this.docFreq === 1 ? input.vInt() : -1;
    } else {
      if (this.docFreq !== 1 || this.singletonDoc < 0) throw this.#damaged('has a document relative to none');
      const zigzag = Math.floor(code / 2);
      this.singletonDoc += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    }
    if (this.docFreq === 1 && this.singletonDoc < 0) throw this.#damaged(`has document ${this.singletonDoc}`);
    if (this.#shape.hasPositions) {
      this.positionsOffset += input.vLong();
      // Where the last full group of positions ends, and where skip data begin: neither is needed to read whole lists.
      if (this.totalTermFreq > 128) input.vLong();
    }
    if (this.docFreq > 128) input.vLong();
  }

  #loadSuffixes(input: DataInput): void {
    const code = input.vLong();
    const count = Math.floor(code / 8);
    const compression = code & 3;
    this.#isLeaf = (code & 4) !== 0;
    input.checked(
      count,
      'bytes of suffixes',
      Math.min(NODE_BYTES_MAX, input.left * (compression === 2 ? EXPANSION_MAX : 2)),
    );
    if (count > this.suffixes.length) this.suffixes = Buffer.allocUnsafeSlow(Math.max(1024, 2 * count));
    this.#suffixBytes = count;
    if (compression === 0) this.#copy(input, this.suffixes, 0, count);
    else if (compression === 1) this.#expandLowerCase(input, count);
    else if (compression === 2) this.#expandLz4(input, count);
    else throw input.damaged('has suffixes of an unknown compression');
  }

  #loadSections(input: DataInput): void {
    const code = input.vInt();
    this.#repeated = -1;
    let lengths = 0;
    if ((code & 1) === 1) {
      this.#repeated = input.byte();
      this.#repeatedLeft = code >>> 1;
      if (this.#repeated >= 0x80) throw this.#damaged('has lengths without end');
    } else lengths = input.checked(code >>> 1, 'bytes of lengths', input.left);
    this.#section(input, 0, lengths);
    const statistics = input.count('bytes of statistics', input.left);
    this.#section(input, lengths, statistics);
    const locations = input.count('bytes of locations', input.left);
    this.#section(input, lengths + statistics, locations);
    this.#lengths.reset(this.#sections, 0, lengths);
    this.#statistics.reset(this.#sections, lengths, lengths + statistics);
    this.#locations.reset(this.#sections, lengths + statistics, lengths + statistics + locations);
  }

  #section(input: DataInput, at: number, count: number): void {
    if (at + count > this.#sections.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(1024, 2 * (at + count)));
      grown.set(this.#sections.subarray(0, at));
      this.#sections = grown;
    }
    this.#copy(input, this.#sections, at, count);
  }

  #copy(input: DataInput, target: Uint8Array, to: number, count: number): void {
    input.need(count);
    const { bytes, at } = input;
    for (let i = 0; i < count; i++) target[to + i] = bytes[at + i]!;
    input.at = at + count;
  }

  /** Three of four bytes are there; the others are in the two upper bits of these. Rare other bytes follow. */
  #expandLowerCase(input: DataInput, count: number): void {
    const saved = count >>> 2;
    const kept = count - saved;
    const out = this.suffixes;
    this.#copy(input, out, 0, kept);
    for (let i = 0; i < saved; i++) {
      out[kept + i] =
        ((out[i]! & 0xc0) >>> 2) | ((out[saved + i]! & 0xc0) >>> 4) | ((out[2 * saved + i]! & 0xc0) >>> 6);
    }
    for (let i = 0; i < count; i++) {
      const byte = out[i]!;
      out[i] = ((byte & 0x1f) | 0x20 | ((byte & 0x20) << 1)) - 1;
    }
    const exceptions = input.count('exceptions', count);
    for (let i = 0, at = 0; i < exceptions; i++) {
      at += input.byte();
      if (at >= count) throw input.damaged(`has an exception behind its suffixes before byte ${input.offset}`);
      out[at] = input.byte();
    }
  }

  #expandLz4(input: DataInput, count: number): void {
    // Its length is not told: incompressible bytes take one more in 255.
    const most = Math.min(input.left, count + Math.ceil(count / 255) + 16);
    input.need(most);
    try {
      input.at = decompressLz4(input.bytes, input.at, input.at + most, this.suffixes, 0, count, 0, 0);
    } catch (error) {
      if (!(error instanceof Lz4Fault)) throw error;
      throw this.#damaged(error.message);
    }
  }

  #damaged(finding: string): Error {
    return this.#file.damaged(`is damaged in the node at byte ${this.offset}: ${finding}`);
  }
}
