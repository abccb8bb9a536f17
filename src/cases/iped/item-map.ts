/**
 * Maps documents of a segment to items. The pieces of an item's text are the documents directly before it, back to the previous
 * item, live or deleted. When an item is removed, its pieces stay, and a merge may leave them in front of another item. So an
 * item owns only the last of these documents, as many as its text was cut into. The rest belong to no item.
 */
import type { DocumentItems } from '../analyzed-terms.ts';

/** The map from documents of a segment to items. */
export interface ItemMap {
  /** The ordinal of the item of each document, or -1. Items are counted over all segments, in order. */
  readonly items: Int32Array;
  /**
   * By document, the number to add to positions, because all pieces of a text except the first begin later. Null if nothing
   * must be added anywhere.
   */
  readonly positionBases: Uint32Array | null;
  /** Positions reserved for each piece, if there are pieces. */
  readonly room: number;
  /** Marks of all pieces except the first: pairs of item and position, in order of documents. */
  readonly marks: Uint32Array;
  /** Documents with text that belong to no item. */
  readonly orphans: number;
  /** Whether items ascend with the documents. */
  readonly isAscending: boolean;
}

/** Facts about a segment's documents, taken from its stored fields. */
export interface SegmentMap {
  readonly map: ItemMap;
  readonly itemCount: number;
}

/** Returns the map of a segment before its items are known, which maps each document to itself. */
export function mapOfDocuments(maxDoc: number, docBase: number): ItemMap {
  const items = Int32Array.from({ length: maxDoc }, (_, doc) => docBase + doc);
  return {
    items,
    positionBases: null,
    room: Number.POSITIVE_INFINITY,
    marks: new Uint32Array(0),
    orphans: 0,
    isAscending: true,
  };
}

/** Joins the maps of all segments. */
export function itemsOfDocuments(maps: readonly SegmentMap[]): DocumentItems {
  const itemOf = new Int32Array(maps.reduce((sum, { map }) => sum + map.items.length, 0));
  let at = 0;
  for (const { map } of maps) {
    itemOf.set(map.items, at);
    at += map.items.length;
  }
  const inPieces = maps.flatMap(({ map }) => [...map.marks].filter((_, i) => i % 2 === 0));
  return { itemOf, inPieces, positionMax: Math.min(...maps.map(({ map }) => map.room)) - 1 };
}

/** Returns the map with other numbers for items, such as their documents. Items with number 0xffff_ffff are dropped. */
export function renumbered({ map, itemCount }: SegmentMap, numberOf: Uint32Array): SegmentMap {
  const newNumber = (item: number): number => (item < 0 ? -1 : numberOf[item]! | 0);
  const marks: number[] = [];
  for (let i = 0; i < map.marks.length; i += 2) {
    const number = newNumber(map.marks[i]!);
    if (number >= 0) marks.push(number, map.marks[i + 1]!);
  }
  const items = map.items.map(newNumber);
  return { map: { ...map, items, marks: Uint32Array.from(marks), isAscending: areAscending(items) }, itemCount };
}

function areAscending(items: Int32Array): boolean {
  let last = -1;
  for (const item of items) {
    if (item < 0) continue;
    if (item < last) return false;
    last = item;
  }
  return true;
}

/** The highest position, as in our index. */
const POSITION_MAX = 2 ** 31 - 2;
/** Positions reserved for each piece of a text, if possible. IPED cuts texts every ten million characters. */
const PIECE_POSITIONS = 2 ** 24;
/** Minimum positions between the last of a piece and the first of the next, so that no phrase matches across them. */
const PIECE_GAP = 1000;

/** Returns the positions per piece for a text in this many pieces. */
export function piecePositions(pieces: number): number {
  return Math.min(PIECE_POSITIONS, Math.floor(POSITION_MAX / pieces));
}

/** Returns the number of pieces that a text was cut into. */
export function piecesOf(isSplit: boolean, textUnits: number, splitUnits: number, overlapUnits: number): number {
  if (!isSplit || !Number.isFinite(textUnits)) return 1;
  return Math.max(2, Math.ceil((textUnits - overlapUnits) / splitUnits));
}

/** Takes the documents of a segment in order. */
export class ItemMapper {
  readonly #items: Int32Array;
  #positionBases: Uint32Array | null = null;
  readonly #marks: number[] = [];
  #room = Number.POSITIVE_INFINITY;
  /** Live documents with text since the last item, in order. */
  #open: number[] = [];
  #orphans = 0;

  constructor(maxDoc: number) {
    this.#items = new Int32Array(maxDoc).fill(-1);
  }

  /** Takes a live document that is a piece of a text. */
  piece(doc: number): void {
    this.#open.push(doc);
  }

  /** Takes a deleted item, or any other document. The documents before it belong to no later item. */
  close(): void {
    this.#orphans += this.#open.length;
    this.#open = [];
  }

  /** Takes a live item with its ordinal. Returns how many of its pieces exist. */
  item(doc: number, ordinal: number, pieces: number): number {
    const own = this.#open.slice(-pieces);
    this.#orphans += this.#open.length - own.length;
    this.#open = [];
    this.#items[doc] = ordinal;
    const stride = piecePositions(own.length);
    for (const [n, piece] of own.entries()) {
      this.#items[piece] = ordinal;
      if (n === 0) continue;
      this.#room = Math.min(this.#room, stride - PIECE_GAP);
      this.#positionBases ??= new Uint32Array(this.#items.length);
      this.#positionBases[piece] = n * stride;
      this.#marks.push(ordinal, n * stride);
    }
    return own.length;
  }

  finish(): ItemMap {
    this.close();
    return {
      items: this.#items,
      positionBases: this.#positionBases,
      room: this.#room,
      marks: Uint32Array.from(this.#marks),
      orphans: this.#orphans,
      isAscending: true,
    };
  }
}
