/**
 * Decodes the posting lists of a field, one after the other, with src/lucene/assembly/lucene-lists.ts, in windows over `.doc`
 * and `.pos` in an area of its memory. Documents may be mapped to items on the way.
 */
import { listMemory } from '../../lucene/lucene-lists.ts';
import { FOOTER_BYTES } from './codec-header.ts';
import type { DataFile } from './data-file.ts';
import { LIST_WINDOW_BYTES, OCCURRENCES_PER_READ } from './limits.ts';

/** The map from documents of a segment to items. */
export interface DocumentMap {
  /** Indexed by document: its item, or -1. */
  readonly items: Int32Array;
  /** Indexed by document: the number to add to positions. If not null, positions from `room` on are dropped. */
  readonly positionBases: Uint32Array | null;
  readonly room: number;
}

export interface PostingFiles {
  readonly docs: DataFile;
  /** Null if the field has no positions. */
  readonly positions: DataFile | null;
}

const { code } = listMemory;
const MORE_BYTES = code.MORE_BYTES.value;

export class ListDecoder {
  /** Its address. */
  readonly area: number;
  readonly #bytes: number;
  readonly #files: readonly number[];
  #isClosed = false;
  #buffer = new ArrayBuffer(0);
  /** The output of `read`, from 0. */
  docs = new Uint32Array(0);
  /** 0 in fields without positions. */
  positions = new Uint32Array(0);
  /** Number of occurrences beyond the range of their piece of a text. Valid after it is closed. */
  outside = 0;

  constructor(files: PostingFiles, hasFreqs: boolean, maxDoc: number, map: DocumentMap | null) {
    const docs = windowOf(files.docs);
    const positions = files.positions === null ? null : windowOf(files.positions);
    const itemsAt = code.AREA_BYTES.value + docs.room + (positions?.room ?? 0);
    const itemsBytes = map === null ? 0 : 4 * map.items.length;
    const basesBytes = map?.positionBases == null ? 0 : itemsBytes;
    this.#bytes = itemsAt + itemsBytes + basesBytes;
    this.area = listMemory.take(this.#bytes);
    const docsAt = this.area + code.AREA_BYTES.value;
    this.#files = [docs, ...(positions === null ? [] : [positions])].map(({ file }) => listMemory.openFile(file));
    const given = positions === null ? [0] : [1, this.#files[1]!, positions.end, docsAt + docs.room, positions.bytes];
    const frequencies = hasFreqs ? 1 : 0;
    code.openLists(this.area, maxDoc, frequencies, this.#files[0]!, docs.end, docsAt, docs.bytes, ...given);
    if (map === null) return;
    const { items, positionBases, room } = map;
    const at = this.area + itemsAt;
    const { buffer } = listMemory;
    new Int32Array(buffer, at, items.length).set(items);
    if (positionBases !== null) new Uint32Array(buffer, at + itemsBytes, items.length).set(positionBases);
    code.mapDocuments(this.area, at, positionBases === null ? 0 : at + itemsBytes, room);
  }

  /** Begins a list. For one document, `single` is that document and `docsOffset` is ignored. */
  begin(docFreq: number, occurrences: number, single: number, docsOffset: number, positionsOffset: number): void {
    code.beginList(this.area, docFreq, occurrences, single, docsOffset, positionsOffset);
  }

  /** Reads more occurrences of the list. Returns how many, 0 at its end. Throws AppError CASE_UNREADABLE. */
  read(): number {
    const count = code.read(this.area);
    const { buffer } = listMemory;
    if (this.#buffer !== buffer) {
      // Memory growth replaces the buffer.
      this.#buffer = buffer;
      this.docs = new Uint32Array(buffer, this.area + code.OUT_DOCS.value, OCCURRENCES_PER_READ);
      this.positions = new Uint32Array(buffer, this.area + code.OUT_POSITIONS.value, OCCURRENCES_PER_READ);
    }
    return count;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.outside = new Uint32Array(listMemory.buffer, this.area + code.OUTSIDE.value, 1)[0]!;
    for (const file of this.#files) listMemory.closeFile(file);
    listMemory.giveBack(this.area, this.#bytes);
  }
}

/** Returns a window that is large enough for a group of postings, or for the whole of a smaller file. */
function windowOf(file: DataFile): { file: DataFile; end: number; bytes: number; room: number } {
  const end = Math.max(0, file.bytes - FOOTER_BYTES);
  const bytes = Math.min(LIST_WINDOW_BYTES, end);
  return { file, end, bytes, room: (bytes + MORE_BYTES + 7) & ~7 };
}
