/** Reads the values of one document's stored fields, in a decompressed chunk. */
import type { DataInput } from './data-input.ts';
import type { FieldInfo } from './field-infos.ts';
import { DOCUMENT_TEXT_UNITS_MAX, DOCUMENT_VALUES_MAX, READ_VALUES_MAX } from './limits.ts';
import { beginningOfText } from './long-text.ts';
import { newText, RepeatedTexts, type StoredTextField, TextField } from './repeated-texts.ts';

export type StoredValue = StoredTextField | StoredOther;

/** Number of UTF-16 units of texts, and of whole values, that a document has in addition to those that were read. */
export interface LeftOut {
  readonly units: number;
  readonly values: number;
}

const NOTHING_LEFT_OUT: LeftOut = { units: 0, values: 0 };

type StoredOther = { readonly field: FieldInfo } & (
  | { readonly kind: 'binary'; readonly value: Uint8Array }
  | { readonly kind: 'int' | 'float' | 'double'; readonly value: number }
  | { readonly kind: 'long'; readonly value: bigint }
);

/** Multipliers of a long by the two top bits of its first byte: a second, an hour, a day in milliseconds. */
const longUnits = [1n, 1000n, 3_600_000n, 86_400_000n] as const;

const bits = new DataView(new ArrayBuffer(8));

/** Reads the values of the documents of a segment, one document after the other. */
export class StoredValueReader {
  readonly #fields: ReadonlyMap<number, TextField>;
  readonly #texts = new RepeatedTexts();
  /** UTF-16 units of texts that the current document may still have. */
  #left = 0;
  #leftOut: LeftOut = NOTHING_LEFT_OUT;

  constructor(fields: Iterable<FieldInfo>) {
    this.#fields = new Map(Array.from(fields, (field) => [field.number, new TextField(field)]));
  }

  /** Texts and values of the last document that exceed its limits. */
  get leftOut(): LeftOut {
    return this.#leftOut;
  }

  /** `input` must begin and end with the document. `names`: the fields to return, or null for all. */
  read(input: DataInput, count: number, names: ReadonlySet<string> | null = null): StoredValue[] {
    input.checked(count, 'values of a document', DOCUMENT_VALUES_MAX);
    const values: StoredValue[] = [];
    this.#left = DOCUMENT_TEXT_UNITS_MAX;
    this.#leftOut = NOTHING_LEFT_OUT;
    for (let i = 0; i < count; i++) {
      const code = input.vLong();
      const number = Math.floor(code / 8);
      const field = this.#fields.get(number);
      if (field === undefined) throw input.damaged(`has a value of field ${number}, which the segment does not have`);
      const type = code % 8;
      const isText = type === 0 || type === 1;
      const isAsked = names === null || names.has(field.info.name);
      const isWanted = isAsked && values.length < READ_VALUES_MAX;
      if (isWanted !== isAsked) this.#leaveOut(0, 1);
      if (!isWanted && isText) input.skip(input.count('bytes of a value', input.left));
      else if (!isWanted) readOther(input, field.info, type);
      else if (type !== 0) values.push(readOther(input, field.info, type));
      else {
        const text = this.#readText(input, field);
        if (text !== null) values.push(text);
      }
    }
    return values;
  }

  /** Returns null if the document already has too many texts. */
  #readText(input: DataInput, field: TextField): StoredTextField | null {
    const length = input.count('bytes of a string', input.left);
    input.need(length);
    const { bytes, at } = input;
    input.at += length;
    // No text has more units than bytes.
    if (length <= this.#left) {
      const text = this.#texts.textOf(field, bytes as Buffer, at, at + length);
      this.#left -= text.value.length;
      return text;
    }
    const { value, leftOut } = beginningOfText(bytes.subarray(at, at + length), this.#left);
    this.#left = leftOut > 0 ? 0 : this.#left - value.length;
    this.#leaveOut(leftOut, 0);
    return value === '' ? null : newText(field.info, value);
  }

  #leaveOut(units: number, values: number): void {
    this.#leftOut = { units: this.#leftOut.units + units, values: this.#leftOut.values + values };
  }
}

function readOther(input: DataInput, field: FieldInfo, type: number): StoredOther {
  switch (type) {
    case 1:
      return { field, kind: 'binary', value: input.take(input.vInt()) };
    case 2: {
      const value = input.vInt();
      return { field, kind: 'int', value: (value >>> 1) ^ -(value & 1) };
    }
    case 3:
      return { field, kind: 'float', value: readFloat(input) };
    case 4:
      return { field, kind: 'long', value: readLong(input) };
    case 5:
      return { field, kind: 'double', value: readDouble(input) };
    default:
      throw input.damaged(`has a value of the unknown type ${type} in field ${JSON.stringify(field.name)}`);
  }
}

function readFloat(input: DataInput): number {
  const first = input.byte();
  if (first === 0xff) {
    bits.setInt32(0, input.int32());
    return bits.getFloat32(0);
  }
  if (first >= 0x80) return (first & 0x7f) - 1;
  input.need(3);
  const { bytes, at } = input;
  input.at += 3;
  bits.setUint8(0, first);
  // Two bytes little-endian, then one.
  bits.setUint8(1, bytes[at + 1]!);
  bits.setUint8(2, bytes[at]!);
  bits.setUint8(3, bytes[at + 2]!);
  return bits.getFloat32(0);
}

function readDouble(input: DataInput): number {
  const first = input.byte();
  if (first === 0xff) {
    bits.setBigInt64(0, input.int64());
    return bits.getFloat64(0);
  }
  if (first === 0xfe) {
    bits.setInt32(0, input.int32());
    return bits.getFloat32(0);
  }
  if (first >= 0x80) return (first & 0x7f) - 1;
  const middle = input.int32();
  input.need(3);
  const { bytes, at } = input;
  input.at += 3;
  bits.setUint8(0, first);
  bits.setInt32(1, middle);
  bits.setUint8(5, bytes[at + 1]!);
  bits.setUint8(6, bytes[at]!);
  bits.setUint8(7, bytes[at + 2]!);
  return bits.getFloat64(0);
}

function readLong(input: DataInput): bigint {
  const first = input.byte();
  // Most values, such as sizes, are small and without a unit.
  if (first < 0x20) return BigInt((first >>> 1) ^ -(first & 1));
  let zigzag = BigInt(first & 0x1f);
  if ((first & 0x20) !== 0) zigzag |= readVBigInt(input) << 5n;
  const value = (zigzag >> 1n) ^ -(zigzag & 1n);
  return BigInt.asIntN(64, value * longUnits[first >>> 6]!);
}

function readVBigInt(input: DataInput): bigint {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    if (shift > 63n) throw input.damaged('has a number of more than 10 bytes');
    const byte = input.byte();
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asUintN(64, value);
  }
}
