/**
 * Walks the properties of a stored item without decoding it, and locates the UTF-8 bytes of each value. Used for lists
 * that show a few properties of millions of items.
 */
import { corrupt } from './sealed-value.ts';

/** The MessagePack types in a stored item (see stored-item.ts). Others are skipped. */
const NIL = 0xc0;
const STR_8 = 0xd9;
const STR_16 = 0xda;
const STR_32 = 0xdb;
const ARRAY_16 = 0xdc;
const ARRAY_32 = 0xdd;
const MAP_16 = 0xde;
const MAP_32 = 0xdf;

/** Payload bytes of the types with a fixed length, from 0xc0 on. */
const FIXED_BYTES: Readonly<Record<number, number>> = {
  [NIL]: 0,
  194: 0,
  195: 0,
  202: 4,
  203: 8,
  204: 1,
  205: 2,
  206: 4,
  207: 8,
  208: 1,
  209: 2,
  210: 4,
  211: 8,
  212: 2,
  213: 3,
  214: 5,
  215: 9,
  216: 17,
};
/** For types with a length: bytes of the length, and bytes between length and value. */
const SIZED: Readonly<Record<number, readonly [size: number, extra: number]>> = {
  196: [1, 0],
  197: [2, 0],
  198: [4, 0],
  199: [1, 1],
  200: [2, 1],
  201: [4, 1],
  [STR_8]: [1, 0],
  [STR_16]: [2, 0],
  [STR_32]: [4, 0],
};

export class StoredItemCursor {
  bytes: Uint8Array = new Uint8Array(0);
  /** -1 if there is none. */
  parentId = -1;
  /** The property reached by `nextProperty`: the number of its name, the number of its values, and their offset. */
  name = 0;
  valueCount = 0;
  values = 0;
  /** The value reached by `nextValue`. */
  valueStart = 0;
  valueEnd = 0;
  #at = 0;
  #end = 0;
  #properties = 0;

  /** Begins with the item at `bytes[start … end)`. */
  begin(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.#at = start;
    this.#end = end;
    const elements = this.#arrayLength();
    this.parentId = this.#numberOrNil();
    for (let part = 0; part < 3; part++) this.#skip();
    this.#properties = (elements - 4) / 2;
  }

  /** Moves to the next property, skipping the rest of the previous one. Returns false at the end. */
  nextProperty(): boolean {
    if (this.#properties === 0) return false;
    this.#properties--;
    this.name = this.#numberOrNil();
    this.values = this.#at;
    this.valueCount = this.#arrayLength();
    const first = this.#at;
    for (let i = 0; i < this.valueCount; i++) this.#skip();
    this.values = first;
    return true;
  }

  /**
   * Makes `nextValue` return the value at an offset: `values` of any property, or the end of the previous value.
   */
  seek(values: number): void {
    this.valueEnd = values;
  }

  /** Moves to the value after `valueEnd`, as `valueStart` and `valueEnd`. */
  nextValue(): void {
    const { bytes } = this;
    const at = this.valueEnd;
    const type = bytes[at]!;
    let start: number;
    let length: number;
    if (type >>> 5 === 5) {
      start = at + 1;
      length = type & 31;
    } else if (type === STR_8) {
      start = at + 2;
      length = bytes[at + 1]!;
    } else if (type === STR_16) {
      start = at + 3;
      length = (bytes[at + 1]! << 8) | bytes[at + 2]!;
    } else if (type === STR_32) {
      start = at + 5;
      length = readU32(bytes, at + 1);
    } else throw damaged();
    if (start + length > this.#end) throw damaged();
    this.valueStart = start;
    this.valueEnd = start + length;
  }

  #arrayLength(): number {
    const type = this.bytes[this.#at]!;
    if (type >>> 4 === 9) {
      this.#at++;
      return type & 15;
    }
    if (type !== ARRAY_16 && type !== ARRAY_32) throw damaged();
    return this.#sized(type === ARRAY_16 ? 2 : 4);
  }

  /** Reads a number of `size` bytes after the type. */
  #sized(size: number): number {
    let value = 0;
    for (let i = 1; i <= size; i++) value = value * 256 + this.bytes[this.#at + i]!;
    this.#at += 1 + size;
    return value;
  }

  #numberOrNil(): number {
    const type = this.bytes[this.#at]!;
    if (type < 0x80) {
      this.#at++;
      return type;
    }
    if (type === NIL) {
      this.#at++;
      return -1;
    }
    if (type < 0xcc || type > 0xce) throw damaged();
    return this.#sized(1 << (type - 0xcc));
  }

  /** Skips any value. Recursion is limited by the depth of part references, which are lists of plain values. */
  #skip(): void {
    const type = this.bytes[this.#at]!;
    if (type < 0x80 || type >= 0xe0) this.#at++;
    else if (type >>> 5 === 5) this.#at += 1 + (type & 31);
    else if (type >>> 4 === 9) this.#skipAll(this.#arrayLength());
    else if (type >>> 4 === 8) this.#skipMap(1, (type & 15) * 2);
    else if (type === ARRAY_16 || type === ARRAY_32) this.#skipAll(this.#arrayLength());
    else if (type === MAP_16) this.#skipMap(0, this.#sized(2) * 2);
    else if (type === MAP_32) this.#skipMap(0, this.#sized(4) * 2);
    else this.#skipPlain(type);
    if (this.#at > this.#end) throw damaged();
  }

  #skipPlain(type: number): void {
    const sized = SIZED[type];
    if (sized !== undefined) {
      const length = this.#sized(sized[0]);
      this.#at += sized[1] + length;
      return;
    }
    const bytes = FIXED_BYTES[type];
    if (bytes === undefined) throw damaged();
    this.#at += 1 + bytes;
  }

  #skipMap(header: number, elements: number): void {
    this.#at += header;
    this.#skipAll(elements);
  }

  #skipAll(count: number): void {
    for (let i = 0; i < count; i++) this.#skip();
  }
}

function readU32(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}

function damaged(): Error {
  return corrupt('items', 'a stored item');
}
