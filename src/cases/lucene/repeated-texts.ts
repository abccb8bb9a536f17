/**
 * Interns repeated texts in the stored fields of a segment (categories, types, flags), by their bytes. Most values repeat, and
 * one string in one array serves all documents that have it.
 */
import type { FieldInfo } from './field-infos.ts';

/** A text value of a field. */
export interface StoredTextField {
  readonly field: FieldInfo;
  readonly kind: 'string';
  readonly value: string;
  /** The name of the field with this as its only value. Documents share the object. */
  readonly alone: readonly [name: string, values: readonly [string]];
}

/** Longer texts are not interned. */
const BYTES_MAX = 64;
const SLOTS = 1 << 10;
const HASH_FACTOR = 0x01000193;

/** Texts of a field are no longer interned if nearly all differ. One hit makes up for this many misses. */
const FOUND_WEIGHT = 8;
const LUCK_MIN = -256;
const LUCK_MAX = 256;

/** A field whose texts are read. */
export class TextField {
  readonly info: FieldInfo;
  luck = 0;

  constructor(info: FieldInfo) {
    this.info = info;
  }
}

/** A cache of decoded texts. A new text replaces the one in its slot, so a hash collision costs only time. */
export class RepeatedTexts {
  readonly #texts: (StoredTextField | null)[] = new Array(SLOTS).fill(null);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #bytes = new Uint8Array(SLOTS * BYTES_MAX);

  /** Returns the text of `bytes[from … to)`, which must be UTF-8. */
  textOf(field: TextField, bytes: Buffer, from: number, to: number): StoredTextField {
    const length = to - from;
    if (length > BYTES_MAX || field.luck <= LUCK_MIN) return newText(field.info, bytes.toString('utf8', from, to));
    let hash = field.info.number;
    let all = 0;
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!;
      all |= byte;
      hash = Math.imul(hash ^ byte, HASH_FACTOR);
    }
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const known = this.#texts[slot]!;
    if (known !== null && known.field === field.info && this.#isAt(slot, bytes, from, length)) {
      if (field.luck < LUCK_MAX) field.luck += FOUND_WEIGHT;
      return known;
    }
    field.luck--;
    const text = newText(field.info, bytes.toString(all < 0x80 ? 'latin1' : 'utf8', from, to));
    this.#texts[slot] = text;
    this.#lengths[slot] = length;
    for (let i = 0, at = slot * BYTES_MAX; i < length; i++) this.#bytes[at + i] = bytes[from + i]!;
    return text;
  }

  #isAt(slot: number, bytes: Uint8Array, from: number, length: number): boolean {
    if (this.#lengths[slot] !== length) return false;
    const held = this.#bytes;
    for (let i = 0, at = slot * BYTES_MAX; i < length; i++) if (held[at + i] !== bytes[from + i]) return false;
    return true;
  }
}

export function newText(field: FieldInfo, value: string): StoredTextField {
  return { field, kind: 'string', value, alone: [field.name, [value]] };
}
