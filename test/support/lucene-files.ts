/** Changes files of a Lucene index for tests, like a careful attacker who also writes matching checksums. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

export interface Part {
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
}

/** Writes the matching checksum into the footer of `bytes[start … end)`. */
export function seal(bytes: Buffer, start = 0, end = bytes.length): Buffer {
  bytes.writeBigUInt64BE(BigInt(crc32(bytes.subarray(start, end - 8))), end - 8);
  return bytes;
}

/** Returns the parts of a compound file, from its directory. */
export function partsOf(cfe: Buffer): Part[] {
  // Header: magic, codec, version, id, no suffix.
  let at = 4 + 1 + cfe[4]! + 4 + 16 + 1;
  const parts: Part[] = [];
  for (let left = cfe[at++]!; left > 0; left--) {
    const length = cfe[at++]!;
    const name = cfe.toString('utf8', at, at + length);
    at += length;
    parts.push({ name, offset: Number(cfe.readBigInt64LE(at)), bytes: Number(cfe.readBigInt64LE(at + 8)) });
    at += 16;
  }
  return parts;
}

/** Writes matching checksums for the parts of a compound file, then for the file itself. */
export function sealCompound(cfs: Buffer, cfe: Buffer): Buffer {
  for (const { offset, bytes } of partsOf(cfe)) seal(cfs, offset, offset + bytes);
  return seal(cfs);
}

/** Changes a file in place and writes a matching checksum. */
export function change(folder: string, name: string, edit: (bytes: Buffer) => Buffer | undefined): void {
  const bytes = readFileSync(join(folder, name));
  writeFileSync(join(folder, name), seal(edit(bytes) ?? bytes));
}

/** Splits a compound file. The segment then has a file for each part. */
export function takeApart(folder: string, segment: string): void {
  const cfs = readFileSync(join(folder, `${segment}.cfs`));
  for (const { name, offset, bytes } of partsOf(readFileSync(join(folder, `${segment}.cfe`)))) {
    writeFileSync(join(folder, segment + name), cfs.subarray(offset, offset + bytes));
  }
  change(folder, `${segment}.si`, (si) => {
    // Header, three version numbers, whether there is a minimum version, and that; then the number of documents.
    const at = 4 + 1 + si[4]! + 4 + 16 + 1 + 12;
    si[at + 1 + (si[at] === 1 ? 12 : 0) + 4] = 0xff;
  });
}
