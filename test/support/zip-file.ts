/** Writes small ZIP archives, and broken ones. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
  readonly isStored?: boolean;
  /** Wrong values for the headers. */
  readonly told?: { readonly crc?: number; readonly bytes?: number; readonly method?: number; readonly flags?: number };
}

export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, told = {} } of entries) {
    const data = isStored ? content : deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(told.flags ?? 0x800, 2);
    facts.writeUInt16LE(told.method ?? (isStored ? 0 : 8), 4);
    facts.writeUInt32LE(told.crc ?? crc32(content), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(told.bytes ?? content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
