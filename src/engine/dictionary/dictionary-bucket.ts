/**
 * Reads one bucket of a term dictionary: front-coded terms, then the locations of their posting lists. dictionary-writer.ts has
 * the format.
 */
import type { ByteReader } from '../../codec/byte-reader.ts';
import { INLINE_POSITIONS_MAX, SHORT_LIST_MAX } from '../format.ts';
import type { JointUnion } from '../postings/joint-union.ts';
import type { ListUnion } from '../postings/list-union.ts';
import { readPositionGaps } from '../postings/position-gaps.ts';
import { listAt, type TermInfo } from '../postings/term-info.ts';
import { isShortHead, readTermHead } from './front-coding.ts';

/** One bucket: its terms and, decoded on demand, its infos. */
export class DictionaryBucket {
  readonly count: number;
  readonly bytes: Uint8Array;
  /** The offsets of the terms and the infos. */
  readonly termsStart: number;
  readonly #infos: ByteReader;
  /** The offset of the next info's list. */
  #list: number;
  #nextInfo = 0;
  /** The entry that {@link term} decodes next, the offset of its bytes, and the term before it. */
  #nextTerm = 0;
  #termAt: number;
  #term = NO_TERM;
  #termLength = 0;
  /** Whether the last {@link seek} found exactly the term. */
  #isExact = false;

  constructor(reader: ByteReader) {
    this.count = reader.u8();
    const termsBytes = reader.varint();
    this.#list = reader.varint();
    this.bytes = reader.bytes;
    this.termsStart = reader.offset;
    this.#termAt = reader.offset;
    reader.offset += termsBytes;
    this.#infos = reader;
  }

  /** Whether the first term is empty. */
  get isFirstEmpty(): boolean {
    return this.bytes[this.termsStart] === 0;
  }

  /**
   * Returns a copy of the term of an entry. For ascending entries, the cost is only the bytes not shared with the
   * previous entry.
   */
  term(entry: number): Uint8Array {
    if (entry < this.#nextTerm) {
      this.#nextTerm = 0;
      this.#termAt = this.termsStart;
    }
    const { bytes } = this;
    let at = this.#termAt;
    let length = this.#termLength;
    for (; this.#nextTerm <= entry; this.#nextTerm++) {
      const head = bytes[at++]!;
      let shared = head >> 4;
      let rest = head & 15;
      if (!isShortHead(head)) ({ shared, further: rest, end: at } = readTermHead(bytes, at - 1));
      length = shared + rest;
      if (length > this.#term.length) {
        const larger = new Uint8Array(2 * length);
        larger.set(this.#term);
        this.#term = larger;
      }
      const term = this.#term;
      for (let byte = shared; byte < length; byte++) term[byte] = bytes[at++]!;
    }
    this.#termAt = at;
    this.#termLength = length;
    return this.#term.slice(0, length);
  }

  /** Returns the entry of a term, or -1. */
  find(term: Uint8Array): number {
    const entry = this.seek(term, false);
    return this.#isExact ? entry : -1;
  }

  /**
   * Returns the first entry that is not less than a term or, with `isAfter`, that is greater. Returns `count` if there
   * is none.
   */
  seek(term: Uint8Array, isAfter: boolean): number {
    const { bytes, count } = this;
    this.#isExact = false;
    let at = this.termsStart;
    // Length of the prefix that the term shares with the previous entry, which is less than the term.
    let matched = 0;
    for (let entry = 0; entry < count; entry++) {
      const head = bytes[at++]!;
      let shared = head >> 4;
      let rest = head & 15;
      if (!isShortHead(head)) ({ shared, further: rest, end: at } = readTermHead(bytes, at - 1));
      const end = at + rest;
      // Either the entry is greater, or it shares the first bytes of a character, which the format does not count as
      // shared.
      if (shared < matched) matched = shared;
      if (shared === matched) {
        let i = at;
        while (i < end && matched < term.length && bytes[i] === term[matched]) {
          i++;
          matched++;
        }
        if (matched === term.length) {
          this.#isExact = i === end;
          return this.#isExact && isAfter ? entry + 1 : entry;
        }
        if (i < end && bytes[i]! > term[matched]!) return entry;
      }
      at = end;
    }
    return count;
  }

  /** Returns the info of an entry. Entries must be requested in ascending order. */
  info(entry: number): TermInfo {
    const infos = this.#infos;
    if (this.#nextInfo < entry) this.#skipTo(entry);
    this.#nextInfo = entry + 1;
    const docFreq = infos.varint();
    if (docFreq <= 1) return this.#single(docFreq === 0);
    const postingsBytes = infos.varint();
    const positionsBytes = infos.varint();
    const frequenciesBytes = docFreq > SHORT_LIST_MAX ? infos.varint() : 0;
    const info = listAt(this.#list, docFreq, postingsBytes, frequenciesBytes, positionsBytes);
    this.#list += postingsBytes + positionsBytes + frequenciesBytes;
    return info;
  }

  /**
   * Adds the documents of the lists of the entries from `first` to `end` to a union. Entries must be requested in ascending
   * order.
   */
  unite(first: number, end: number, union: ListUnion): void {
    if (this.#nextInfo < first) this.#skipTo(first);
    this.#nextInfo = end;
    const { bytes } = this;
    const infos = this.#infos;
    const { words } = union;
    let at = infos.offset;
    for (let entry = first; entry < end; entry++) {
      let byte = bytes[at]!;
      if (byte <= 1) {
        const isOnce = byte === 0;
        byte = bytes[++at]!;
        let doc = byte & 127;
        for (let shift = 7; byte > 127 && shift < 35; shift += 7) {
          byte = bytes[++at]!;
          doc |= (byte & 127) << shift;
        }
        words[doc >>> 5]! |= 1 << (doc & 31);
        let numbers = isOnce ? 1 : bytes[++at]!;
        if (numbers > INLINE_POSITIONS_MAX) {
          while (bytes[at]! > 127) at++;
          infos.offset = at + 1;
          this.#list += infos.varint();
          at = infos.offset;
          continue;
        }
        for (at++; numbers > 0; numbers--) while (bytes[at++]! > 127);
        continue;
      }
      infos.offset = at;
      const docFreq = infos.varint();
      const postingsBytes = infos.varint();
      const positionsBytes = infos.varint();
      if (docFreq <= SHORT_LIST_MAX) union.addList(this.#list, postingsBytes, docFreq);
      else {
        this.#list += infos.varint();
        union.addList(this.#list + positionsBytes, postingsBytes, docFreq);
      }
      this.#list += postingsBytes + positionsBytes;
      at = infos.offset;
    }
    infos.offset = at;
  }

  /**
   * Adds the documents of an entry's list to some bitmaps of a union, and returns their number. Entries must be
   * requested in ascending order.
   */
  uniteEach(entry: number, union: JointUnion, bitmaps: Uint16Array, count: number): number {
    const { docFreq, doc, postingsOffset, postingsBytes } = this.info(entry);
    if (docFreq === 1) union.addDoc(doc, bitmaps, count);
    else union.addList(postingsOffset, postingsBytes, docFreq, bitmaps, count);
    return docFreq;
  }

  #single(isOnce: boolean): TermInfo {
    const infos = this.#infos;
    const doc = infos.varint();
    const tf = isOnce ? 1 : infos.varint();
    let inlinePositions: Uint32Array | null = null;
    let positionsBytes = 0;
    if (tf > INLINE_POSITIONS_MAX) positionsBytes = infos.varint();
    else {
      inlinePositions = new Uint32Array(tf);
      readPositionGaps(infos, tf, inlinePositions);
    }
    const info: TermInfo = {
      docFreq: 1,
      doc,
      tf,
      inlinePositions,
      postingsOffset: this.#list,
      postingsBytes: 0,
      frequenciesOffset: this.#list,
      frequenciesBytes: 0,
      positionsOffset: this.#list,
      positionsBytes,
    };
    this.#list += positionsBytes;
    return info;
  }

  /** Skips the infos up to an entry, adding up the sizes of their lists. */
  #skipTo(entry: number): void {
    const { bytes } = this;
    const infos = this.#infos;
    for (; this.#nextInfo < entry; this.#nextInfo++) {
      const docFreq = infos.varint();
      if (docFreq > 1) {
        this.#list += infos.varint();
        this.#list += infos.varint();
        if (docFreq > SHORT_LIST_MAX) this.#list += infos.varint();
        continue;
      }
      while (bytes[infos.offset++]! > 127);
      const tf = docFreq === 0 ? 1 : infos.varint();
      if (tf > INLINE_POSITIONS_MAX) this.#list += infos.varint();
      else for (let left = tf; left > 0; left--) while (bytes[infos.offset++]! > 127);
    }
  }
}

const NO_TERM = new Uint8Array(0);
