/**
 * The bytes of the journal, the one file that keeps bookmarks, selection and log. Integers are little-endian.
 *
 *     file  := slot{2} entry{…}                       a slot every 4,096 bytes, entries from byte 8,192
 *     slot  := magic{8} format:u32 commit:u48 end:u48 records:u48 hash{32} crc:u32
 *     entry := length:u32 crc:u32 body                crc over the offset of the entry (u48), then the body
 *     body  := 1 hash{32} textLength:u32 text items   a log record, see change-record.ts and packed-items.ts
 *            | 2 set:u32 nameLength:u16 name items    a set as it was when the store got this format
 *
 * The slot with the higher commit is the head: entries end at `end`; whatever follows was never acknowledged. The two
 * slots are written alternately, each after its entries are on disk, so the older one is whole whatever happens to the
 * newer.
 */
import { crc32 } from 'node:zlib';

export const FORMAT_VERSION = 2;
export const SLOT_BYTES = 4096;
export const ENTRIES_START = 2 * SLOT_BYTES;
export const ENTRY_HEADER_BYTES = 8;
export const HASH_BYTES = 32;
const MAGIC = Buffer.from('CASEBKMK');
const SLOT_CONTENT_BYTES = 66;
const RECORD = 1;
const BASE = 2;

/** Describes how the file is damaged. A clause without its full stop. */
export class DamagedJournalError extends Error {}

export interface Head {
  readonly format: number;
  readonly commit: number;
  /** Where the entries end. */
  readonly end: number;
  /** Log records, and the hash of the last one: 32 zero bytes if there is none. */
  readonly records: number;
  readonly hash: Buffer;
}

export type Entry =
  | { readonly kind: 'record'; readonly hash: Buffer; readonly text: Buffer; readonly items: Buffer }
  | { readonly kind: 'base'; readonly set: number; readonly name: string; readonly items: Buffer };

export function encodeSlot(head: Head): Buffer {
  const slot = Buffer.alloc(SLOT_CONTENT_BYTES);
  MAGIC.copy(slot, 0);
  slot.writeUInt32LE(head.format, 8);
  slot.writeUIntLE(head.commit, 12, 6);
  slot.writeUIntLE(head.end, 18, 6);
  slot.writeUIntLE(head.records, 24, 6);
  head.hash.copy(slot, 30);
  slot.writeUInt32LE(crc32(slot.subarray(0, 62)), 62);
  return slot;
}

/** The offset of the slot of a commit. */
export function slotOffset(commit: number): number {
  return (commit % 2) * SLOT_BYTES;
}

/** Throws DamagedJournalError. */
export function decodeSlot(slot: Buffer, number: number): Head {
  const isSound =
    slot.length >= SLOT_CONTENT_BYTES &&
    MAGIC.equals(slot.subarray(0, 8)) &&
    slot.readUInt32LE(62) === crc32(slot.subarray(0, 62));
  if (!isSound) throw new DamagedJournalError(`its head ${number} is not one`);
  return {
    format: slot.readUInt32LE(8),
    commit: slot.readUIntLE(12, 6),
    end: slot.readUIntLE(18, 6),
    records: slot.readUIntLE(24, 6),
    hash: Buffer.from(slot.subarray(30, 62)),
  };
}

export function encodeEntry(offset: number, body: Buffer): Buffer {
  const header = Buffer.alloc(ENTRY_HEADER_BYTES);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(checksum(offset, body), 4);
  return Buffer.concat([header, body]);
}

export function checksum(offset: number, body: Uint8Array): number {
  const place = Buffer.alloc(6);
  place.writeUIntLE(offset, 0, 6);
  return crc32(body, crc32(place));
}

export function encodeBody(entry: Entry): Buffer {
  if (entry.kind === 'record') {
    const head = Buffer.alloc(5 + HASH_BYTES);
    head[0] = RECORD;
    entry.hash.copy(head, 1);
    head.writeUInt32LE(entry.text.length, 1 + HASH_BYTES);
    return Buffer.concat([head, entry.text, entry.items]);
  }
  const name = Buffer.from(entry.name);
  const head = Buffer.alloc(7);
  head[0] = BASE;
  head.writeUInt32LE(entry.set, 1);
  head.writeUInt16LE(name.length, 5);
  return Buffer.concat([head, name, entry.items]);
}

/** Throws DamagedJournalError. */
export function decodeBody(body: Buffer): Entry {
  if (body[0] === RECORD && body.length >= 5 + HASH_BYTES) {
    const end = 5 + HASH_BYTES + body.readUInt32LE(1 + HASH_BYTES);
    if (end <= body.length) {
      const hash = body.subarray(1, 1 + HASH_BYTES);
      return { kind: 'record', hash, text: body.subarray(5 + HASH_BYTES, end), items: body.subarray(end) };
    }
  }
  if (body[0] === BASE && body.length >= 7) {
    const end = 7 + body.readUInt16LE(5);
    if (end <= body.length) {
      return {
        kind: 'base',
        set: body.readUInt32LE(1),
        name: body.toString('utf8', 7, end),
        items: body.subarray(end),
      };
    }
  }
  throw new DamagedJournalError('an entry is of an unknown kind');
}
