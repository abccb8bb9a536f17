/**
 * The bytes of a log record, and of a set at the migration to this format. Integers are little-endian.
 *
 *     record := hash{32} time:f64 set:u32 textLength:u32 text items     see change-record.ts and packed-items.ts
 *     base   := set:u32 nameLength:u16 name items
 *
 * Time (milliseconds since 1970) and set are also in the text. They are repeated here so that they can be read at start
 * without parsing.
 */
import { DamagedStoreError } from './store-errors.ts';

export const HASH_BYTES = 32;
const RECORD_HEADER_BYTES = HASH_BYTES + 16;
const BASE_HEADER_BYTES = 6;

/** The hash of a log without records. */
export const EMPTY_HASH: Buffer = Buffer.alloc(HASH_BYTES);

export interface StoredRecord {
  readonly hash: Buffer;
  readonly time: number;
  readonly set: number;
  readonly text: Buffer;
  readonly items: Buffer;
}

export interface StoredBase {
  readonly set: number;
  readonly name: string;
  readonly items: Buffer;
}

export function encodeRecord({ hash, time, set, text, items }: StoredRecord): Buffer {
  const header = Buffer.alloc(RECORD_HEADER_BYTES);
  hash.copy(header, 0);
  header.writeDoubleLE(time, HASH_BYTES);
  header.writeUInt32LE(set, HASH_BYTES + 8);
  header.writeUInt32LE(text.length, HASH_BYTES + 12);
  return Buffer.concat([header, text, items]);
}

/** Throws DamagedStoreError. */
export function decodeRecord(bytes: Buffer): StoredRecord {
  const textEnd =
    bytes.length < RECORD_HEADER_BYTES ? Infinity : RECORD_HEADER_BYTES + bytes.readUInt32LE(HASH_BYTES + 12);
  if (textEnd > bytes.length) throw new DamagedStoreError('a log record is cut');
  return {
    hash: bytes.subarray(0, HASH_BYTES),
    time: bytes.readDoubleLE(HASH_BYTES),
    set: bytes.readUInt32LE(HASH_BYTES + 8),
    text: bytes.subarray(RECORD_HEADER_BYTES, textEnd),
    items: bytes.subarray(textEnd),
  };
}

export function encodeBase({ set, name, items }: StoredBase): Buffer {
  const text = Buffer.from(name);
  const header = Buffer.alloc(BASE_HEADER_BYTES);
  header.writeUInt32LE(set, 0);
  header.writeUInt16LE(text.length, 4);
  return Buffer.concat([header, text, items]);
}

/** Throws DamagedStoreError. */
export function decodeBase(bytes: Buffer): StoredBase {
  const nameEnd = bytes.length < BASE_HEADER_BYTES ? Infinity : BASE_HEADER_BYTES + bytes.readUInt16LE(4);
  if (nameEnd > bytes.length) throw new DamagedStoreError('a set of its log is cut');
  return {
    set: bytes.readUInt32LE(0),
    name: bytes.toString('utf8', BASE_HEADER_BYTES, nameEnd),
    items: bytes.subarray(nameEnd),
  };
}

/** Concatenates the parts. */
export function joinBytes(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(part.length);
      return [length, part];
    }),
  );
}

export function splitBytes(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return parts;
}
