/**
 * The records of a ZIP file, byte by byte. Times are constant and there are no extra fields except those of Zip64, so that
 * equal files make equal archives. Names are UTF-8, contents are stored or deflated.
 */

/** The data about a file that its records contain. */
export interface ZipEntry {
  readonly name: Buffer;
  readonly offset: number;
  readonly size: number;
  /** Its bytes in the archive. */
  readonly packed: number;
  readonly crc: number;
  /** Whether its local header says that its sizes have 64 bits. */
  readonly isLarge: boolean;
  readonly isPacked: boolean;
}

const U32_MAX = 0xffff_ffff;
const U16_MAX = 0xffff;
/** Flags: sizes follow the content, and names are in UTF-8. */
const FLAGS = 0x0808;
const [STORED, DEFLATED] = [0, 8] as const;
const TIME = 0;
/** 1 January 1980, the epoch of ZIP. */
const DATE = 0x0021;
const VERSION = 20;
const VERSION_64 = 45;
/** Unix, with the permissions of a file that everybody may read. */
const MADE_BY = (3 << 8) | VERSION_64;
const ATTRIBUTES = 0o100644 << 16;
const ZIP64_FIELD = 0x0001;

/** The smallest sizes, offsets and counts that are written with 64 bits. */
export interface WideFrom {
  readonly bytes: number;
  readonly count: number;
}

/** The limits of 32 and 16 bits. Smaller values also give a valid Zip64 archive. */
export const WIDE_FROM: WideFrom = { bytes: U32_MAX, count: U16_MAX };

export function localHeader(name: Buffer, isLarge: boolean, isPacked: boolean): Buffer {
  const header = Buffer.alloc(30 + name.length + (isLarge ? 20 : 0));
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? VERSION_64 : VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(isPacked ? DEFLATED : STORED, 8);
  header.writeUInt16LE(TIME, 10);
  header.writeUInt16LE(DATE, 12);
  if (isLarge) header.fill(0xff, 18, 26);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(isLarge ? 20 : 0, 28);
  name.copy(header, 30);
  if (isLarge) {
    header.writeUInt16LE(ZIP64_FIELD, 30 + name.length);
    header.writeUInt16LE(16, 32 + name.length);
  }
  return header;
}

export function dataDescriptor({ crc, size, packed, isLarge }: ZipEntry): Buffer {
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(packed), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(packed, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

export function directoryRecord(entry: ZipEntry, { bytes } = WIDE_FROM): Buffer {
  const { name, offset, size, packed, crc, isLarge, isPacked } = entry;
  const isWide = size >= bytes || packed >= bytes;
  const wide = [...(isWide ? [size, packed] : []), ...(offset >= bytes ? [offset] : [])];
  const extra = wide.length === 0 ? 0 : 4 + wide.length * 8;
  const record = Buffer.alloc(46 + name.length + extra);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY, 4);
  record.writeUInt16LE(isLarge || extra > 0 ? VERSION_64 : VERSION, 6);
  record.writeUInt16LE(FLAGS, 8);
  record.writeUInt16LE(isPacked ? DEFLATED : STORED, 10);
  record.writeUInt16LE(TIME, 12);
  record.writeUInt16LE(DATE, 14);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(isWide ? U32_MAX : packed, 20);
  record.writeUInt32LE(isWide ? U32_MAX : size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra, 30);
  record.writeUInt32LE(ATTRIBUTES >>> 0, 38);
  record.writeUInt32LE(offset >= bytes ? U32_MAX : offset, 42);
  name.copy(record, 46);
  if (extra > 0) {
    const at = 46 + name.length;
    record.writeUInt16LE(ZIP64_FIELD, at);
    record.writeUInt16LE(extra - 4, at + 2);
    for (const [i, value] of wide.entries()) record.writeBigUInt64LE(BigInt(value), at + 4 + i * 8);
  }
  return record;
}

/** Returns the end of the archive. Its directory has `size` bytes at `offset`, with `count` records. */
export function endRecords(count: number, offset: number, size: number, from = WIDE_FROM): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count >= from.count ? U16_MAX : count, 8);
  end.writeUInt16LE(count >= from.count ? U16_MAX : count, 10);
  end.writeUInt32LE(size >= from.bytes ? U32_MAX : size, 12);
  end.writeUInt32LE(offset >= from.bytes ? U32_MAX : offset, 16);
  if (count < from.count && size < from.bytes && offset < from.bytes) return end;
  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(MADE_BY, 12);
  wide.writeUInt16LE(VERSION_64, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(size), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, end]);
}
