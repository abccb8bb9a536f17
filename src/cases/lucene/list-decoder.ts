/**
 * Decodes the posting lists of a field, one after the other: src/kernel/assembly/lucene/lucene-lists.ts does it, in windows of `.doc` and `.pos` that
 * are filled here. Documents may become items on the way.
 */
import { listMemory } from '../../kernel/lucene-lists.ts';
import { FOOTER_BYTES } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import { LIST_WINDOW_BYTES, OCCURRENCES_PER_READ } from './limits.ts';

/** What documents of a segment become. */
export interface DocumentMap {
  /** The item of each, or -1. */
  readonly items: Int32Array;
  /** What to add to positions in each, or null; positions from `room` on are left out then. */
  readonly positionBases: Uint32Array | null;
  readonly room: number;
}

export interface ListFiles {
  readonly docs: DataFile;
  /** Null: the field has no positions. */
  readonly positions: DataFile | null;
}

/** Bytes behind a window that may be read, and mean nothing. */
const MORE_BYTES = 1536;

/** One of the two windows: where it lies in memory, and in the file. */
interface Window {
  readonly file: DataFile;
  readonly start: number;
  readonly bytes: number;
  readonly end: number;
  offset: number;
  filled: number;
  readonly at: number;
}

const { code } = listMemory;
const words = {
  docs: { at: code.DOCS_AT.value / 4, end: code.DOCS_END.value / 4, isFinal: code.DOCS_FINAL.value / 4 },
  positions: {
    at: code.POSITIONS_AT.value / 4,
    end: code.POSITIONS_END.value / 4,
    isFinal: code.POSITIONS_FINAL.value / 4,
  },
};
const NEEDS_DOCS = -1;
const NEEDS_POSITIONS = -2;

export class ListDecoder {
  readonly #area: number;
  readonly #bytes: number;
  readonly #docs: Window;
  readonly #positions: Window | null;
  #isClosed = false;
  #buffer: ArrayBuffer;
  #words = new Uint32Array(0);
  /** What `read` gave, from 0. */
  docs = new Uint32Array(0);
  /** 0 in fields without positions. */
  positions = new Uint32Array(0);

  constructor(files: ListFiles, hasFreqs: boolean, maxDoc: number, map: DocumentMap | null) {
    const areaBytes = code.AREA_BYTES.value;
    const docsBytes = windowBytes(files.docs);
    const positionsBytes = files.positions === null ? 0 : windowBytes(files.positions);
    const itemsAt = areaBytes + docsBytes + positionsBytes;
    const itemsBytes = map === null ? 0 : 4 * map.items.length;
    const basesBytes = map?.positionBases == null ? 0 : itemsBytes;
    this.#bytes = itemsAt + itemsBytes + basesBytes;
    this.#area = listMemory.take(this.#bytes);
    this.#docs = windowOf(files.docs, this.#area + areaBytes, docsBytes, words.docs.at);
    this.#positions =
      files.positions === null
        ? null
        : windowOf(files.positions, this.#area + areaBytes + docsBytes, positionsBytes, words.positions.at);
    this.#buffer = listMemory.buffer;
    this.#renew();
    const set = (
      name: 'DOCUMENTS' | 'HAS_FREQS' | 'HAS_POSITIONS' | 'ITEMS' | 'BASES' | 'ROOM',
      value: number,
    ): void => {
      this.#words[code[name].value / 4] = value;
    };
    set('DOCUMENTS', maxDoc);
    set('HAS_FREQS', hasFreqs ? 1 : 0);
    set('HAS_POSITIONS', files.positions === null ? 0 : 1);
    if (map === null) return;
    const { items, positionBases, room } = map;
    set('ITEMS', this.#area + itemsAt);
    new Int32Array(this.#buffer, this.#area + itemsAt, items.length).set(items);
    if (positionBases === null) return;
    set('BASES', this.#area + itemsAt + itemsBytes);
    set('ROOM', room);
    new Uint32Array(this.#buffer, this.#area + itemsAt + itemsBytes, items.length).set(positionBases);
  }

  /** Occurrences for which a piece of a text had no room; known when it is closed. */
  outside = 0;

  /** Memory grew, or there are no views yet. */
  #renew(): void {
    const { buffer } = listMemory;
    this.#buffer = buffer;
    this.#words = new Uint32Array(buffer, this.#area, code.OUT_DOCS.value / 4);
    this.docs = new Uint32Array(buffer, this.#area + code.OUT_DOCS.value, OCCURRENCES_PER_READ);
    this.positions = new Uint32Array(buffer, this.#area + code.OUT_POSITIONS.value, OCCURRENCES_PER_READ);
  }

  /** Begins a list. Of one document: `single`, and `docsOffset` means nothing. */
  begin(docFreq: number, occurrences: number, single: number, docsOffset: number, positionsOffset: number): void {
    if (this.#buffer !== listMemory.buffer) this.#renew();
    if (docFreq !== 1) this.#seek(this.#docs, words.docs, docsOffset);
    if (this.#positions !== null) this.#seek(this.#positions, words.positions, positionsOffset);
    code.beginList(this.#area, docFreq, occurrences, single);
  }

  /** Gives more occurrences of the list: how many, 0 at its end. Throws AppError CASE_UNREADABLE. */
  read(): number {
    if (this.#buffer !== listMemory.buffer) this.#renew();
    for (;;) {
      const count = code.read(this.#area);
      if (count >= 0) return count;
      this.#obey(count);
    }
  }

  /** Tallies what is left of the list in the tally of this thread; returns how many occurrences. Throws as `read`. */
  tally(): number {
    if (this.#buffer !== listMemory.buffer) this.#renew();
    const before = code.tallied.value;
    for (let status = code.tally(this.#area); status < 0; status = code.tally(this.#area)) this.#obey(status);
    return code.tallied.value - before;
  }

  #obey(status: number): void {
    if (status === NEEDS_DOCS) this.#fill(this.#docs, words.docs);
    else if (status === NEEDS_POSITIONS) this.#fill(this.#positions!, words.positions);
    else throw this.#damaged(status);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#buffer !== listMemory.buffer) this.#renew();
    this.outside = this.#words[code.OUTSIDE.value / 4]!;
    listMemory.giveBack(this.#area, this.#bytes);
  }

  #seek(window: Window, { at, end, isFinal }: typeof words.docs, offset: number): void {
    if (!(offset >= 0 && offset <= window.end)) throw window.file.damaged(`points to byte ${offset}, of ${window.end}`);
    if (offset >= window.offset && offset <= window.offset + window.filled) {
      this.#words[at] = window.start + offset - window.offset;
      return;
    }
    window.offset = offset;
    window.filled = 0;
    this.#words[at] = window.start;
    this.#words[end] = window.start;
    this.#words[isFinal] = 0;
  }

  /** Moves what is left to the front, and reads what follows. */
  #fill(window: Window, { at, end, isFinal }: typeof words.docs): void {
    const used = this.#words[at]! - window.start;
    const bytes = new Uint8Array(this.#buffer, window.start, window.bytes);
    const left = window.filled - used;
    bytes.copyWithin(0, used, window.filled);
    const offset = window.offset + used;
    const count = Math.min(window.bytes - left, window.end - offset - left);
    window.file.read(bytes, left, count, offset + left);
    window.offset = offset;
    window.filled = left + count;
    this.#words[at] = window.start;
    this.#words[end] = window.start + window.filled;
    this.#words[isFinal] = offset + window.filled === window.end ? 1 : 0;
  }

  #damaged(status: number): Error {
    const isOfPositions = [-4, -6, -8, -11, -12].includes(status);
    const window = isOfPositions ? this.#positions! : this.#docs;
    const at = this.#words[window.at]! - window.start + window.offset;
    return window.file.damaged(`${findings[status] ?? 'is damaged'}, at byte ${at} of ${window.end} or after`);
  }
}

/** What `read` returns of damage, in words. */
const findings: Readonly<Record<number, string>> = {
  [-3]: 'is truncated or damaged: it ends within a list',
  [-4]: 'is truncated or damaged: it ends within a list',
  [-5]: 'has a number of too many bytes',
  [-6]: 'has a number of too many bytes',
  [-7]: 'has an exception behind its group',
  [-8]: 'has an exception behind its group',
  [-9]: 'has documents that do not ascend or are not there',
  [-10]: 'has fewer occurrences of a term than the term dictionary',
  [-11]: 'has fewer occurrences of a term than .doc',
  [-12]: 'has a position that is too large',
};

/** Where a window is that was never filled. */
const NOWHERE = -1;

/** A group fits in; what is behind a window of a file that is read whole is its end. */
function windowBytes(file: DataFile): number {
  const bytes = Math.min(LIST_WINDOW_BYTES, Math.max(0, file.bytes - FOOTER_BYTES));
  return (bytes + MORE_BYTES + 7) & ~7;
}

function windowOf(file: DataFile, start: number, bytes: number, at: number): Window {
  return { file, start, bytes: bytes - MORE_BYTES, end: file.bytes - FOOTER_BYTES, offset: NOWHERE, filled: 0, at };
}
