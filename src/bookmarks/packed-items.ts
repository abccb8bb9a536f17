/**
 * Encodes packed items as bytes, and checks them on decoding.
 *
 *     items  := source{…}
 *     source := textLength:u32 text count:u32 blocks:u32 block{blocks}
 *     block  := number:u16 length:u16 bytes          (see block.ts)
 *
 * `text` is the source id as JSON: it can represent a lone surrogate in ASCII, which UTF-8 cannot. Integers are little-endian.
 */
import { BlockBitmap, DamagedBlockError } from './block.ts';
import type { PackedItems } from './member-set.ts';

export function encodePacked(items: readonly PackedItems[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const { source, count, blocks } of items) {
    const text = Buffer.from(JSON.stringify(source));
    parts.push(u32le(text.length), text, u32le(count), u32le(blocks.size));
    for (const [number, block] of blocks) parts.push(u16le(number), u16le(block.length), block);
  }
  return Buffer.concat(parts);
}

/** Shared by all calls, because a store has a set for each note, and separate bitmaps would take gigabytes. */
const bitmap = new BlockBitmap();

/** Throws DamagedBlockError for bytes that `encodePacked` does not write. The items do not keep `bytes` in memory. */
export function decodePacked(bytes: Buffer): PackedItems[] {
  const items: PackedItems[] = [];
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new DamagedBlockError('is cut');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const source = sourceOf(take(take(4).readUInt32LE()));
    const count = take(4).readUInt32LE();
    const blocks = new Map<number, Uint8Array>();
    let counted = 0;
    for (let left = take(4).readUInt32LE(); left > 0; left--) {
      const number = take(2).readUInt16LE();
      const block = Uint8Array.from(take(take(2).readUInt16LE()));
      bitmap.decode(block);
      counted += bitmap.count;
      blocks.set(number, block);
    }
    if (counted !== count) throw new DamagedBlockError('counts other members than it has');
    items.push({ source, count, blocks });
  }
  return items;
}

function sourceOf(text: Buffer): string {
  try {
    const source: unknown = JSON.parse(text.toString('utf8'));
    if (typeof source === 'string') return source;
  } catch {
    // Reported below.
  }
  throw new DamagedBlockError('names no source');
}

function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u16le(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
