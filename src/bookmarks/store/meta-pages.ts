/**
 * Reads the two meta pages of an LMDB file without LMDB, which would silently use the older one if the newer is damaged, and lose
 * the last change. LMDB writes them alternately, transaction n to page n mod 2.
 *
 *     page := number:u64 … flags:u16 at 18 … magic:u32 at 24 version:u32 … pageSize:u32 at 48 … transaction:u64 at 152
 */
import { fstatSync, readSync } from 'node:fs';
import { DamagedStoreError } from '../store-errors.ts';

const META_BYTES = 160;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const PAGE_META = 0x08;

/** Returns the last transaction on disk. Throws DamagedStoreError if the meta pages disagree. */
export function lastTransaction(fd: number): bigint {
  const { size } = fstatSync(fd);
  const first = readMeta(fd, 0, 0);
  const pageSize = first.readUInt32LE(48);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) {
    throw new DamagedStoreError(`its meta page states a page size of ${pageSize}`);
  }
  if (size % pageSize !== 0) throw new DamagedStoreError(`it ends at byte ${size}, within a page`);
  const second = readMeta(fd, pageSize, 1);
  const [even, odd] = [first.readBigUInt64LE(152), second.readBigUInt64LE(152)];
  const distance = odd > even ? odd - even : even - odd;
  if (second.readUInt32LE(48) !== pageSize || even % 2n !== 0n || odd % 2n !== 1n || distance !== 1n) {
    throw new DamagedStoreError('its meta pages contradict each other');
  }
  const isOddNewer = odd > even;
  return isOddNewer ? odd : even;
}

function readMeta(fd: number, offset: number, number: number): Buffer {
  const page = Buffer.alloc(META_BYTES);
  const isSound =
    readSync(fd, page, 0, META_BYTES, offset) === META_BYTES &&
    page.readBigUInt64LE(0) === BigInt(number) &&
    (page.readUInt16LE(18) & PAGE_META) !== 0 &&
    page.readUInt32LE(24) === MAGIC &&
    page.readUInt32LE(28) === DATA_VERSION;
  if (!isSound) throw new DamagedStoreError(`its meta page ${number} is not one`);
  return page;
}
