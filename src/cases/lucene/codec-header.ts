/**
 * Checks the header and footer of every file of an index. The header names its codec, version, segment id and suffix. The
 * footer has a checksum over everything before it. Both are big-endian.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { DataFile } from './data-file.ts';
import { DataInput } from './data-input.ts';
import { CHECKSUM_BYTES_PER_TURN, WINDOW_BYTES } from './limits.ts';

const MAGIC = 0x3fd76c17;
const FOOTER_MAGIC = ~MAGIC;
export const FOOTER_BYTES = 16;
export const ID_BYTES = 16;

export interface CodecHeader {
  readonly codec: string;
  readonly versionMin: number;
  readonly versionMax: number;
  /** In hexadecimal; null for any. */
  readonly id: string | null;
  readonly suffix: string;
}

/** Checks the header at the input's start, and returns its version. */
export function readHeader(input: DataInput, expected: CodecHeader): number {
  const version = readCodec(input, expected);
  const id = readId(input);
  if (expected.id !== null && id !== expected.id) {
    throw input.damaged(`belongs to another index (id ${id}, expected ${expected.id})`);
  }
  const suffix = Buffer.from(input.take(input.byte())).toString('latin1');
  if (suffix !== expected.suffix) {
    throw input.damaged(`is for ${JSON.stringify(suffix)}, expected ${JSON.stringify(expected.suffix)}`);
  }
  return version;
}

/** Returns the part of a header before the id: magic, codec, version. */
export function readCodec(input: DataInput, expected: Omit<CodecHeader, 'id' | 'suffix'>): number {
  if (input.int32BigEndian() !== MAGIC) throw input.damaged('does not begin like a Lucene file');
  const length = input.checked(input.vInt(), 'bytes of a codec name', Math.min(127, input.left));
  const codec = Buffer.from(input.take(length)).toString('latin1');
  if (codec !== expected.codec) {
    throw input.damaged(`has the format ${JSON.stringify(codec)}, expected ${JSON.stringify(expected.codec)}`);
  }
  const version = input.int32BigEndian();
  if (version < expected.versionMin || version > expected.versionMax) {
    throw input.damaged(
      `has version ${version} of ${codec}; this reader supports ${expected.versionMin} to ${expected.versionMax}`,
    );
  }
  return version;
}

export function readId(input: DataInput): string {
  return Buffer.from(input.take(ID_BYTES)).toString('hex');
}

/** Returns the checksum in the footer. Throws if there is no footer, because the file is truncated. */
export function readFooter(file: DataFile): number {
  if (file.bytes < FOOTER_BYTES) throw file.damaged(`is truncated: it has ${file.bytes} bytes, less than a footer`);
  const input = new DataInput(file, file.bytes - FOOTER_BYTES);
  if (input.int32BigEndian() !== FOOTER_MAGIC) throw file.damaged('is truncated: it does not end with a footer');
  if (input.int32BigEndian() !== 0) throw file.damaged('has a checksum of an unknown algorithm');
  const checksum = input.int64BigEndian();
  if (checksum < 0n || checksum > 0xffff_ffffn) throw file.damaged(`has the impossible checksum ${checksum}`);
  return Number(checksum);
}

/** Reads a whole file and checks its footer. The input ends before the footer. */
export function readChecked(file: DataFile): DataInput {
  const bytes = file.readWhole();
  const expected = readFooter(file);
  assertChecksum(file, expected, crc32(bytes.subarray(0, bytes.length - 8)));
  return DataInput.over(bytes, file, bytes.length - FOOTER_BYTES);
}

/** Reads a large file once, to compare its checksum. Yields to other work. */
export async function verifyChecksum(file: DataFile): Promise<void> {
  const expected = readFooter(file);
  const window = Buffer.allocUnsafeSlow(Math.min(8 * WINDOW_BYTES, file.bytes));
  const end = file.bytes - 8;
  let checksum = 0;
  for (let offset = 0, turned = 0; offset < end; ) {
    const count = Math.min(window.length, end - offset);
    file.read(window, 0, count, offset);
    checksum = crc32(count === window.length ? window : window.subarray(0, count), checksum);
    offset += count;
    if (offset - turned >= CHECKSUM_BYTES_PER_TURN) {
      turned = offset;
      await turn();
    }
  }
  assertChecksum(file, expected, checksum);
}

function assertChecksum(file: DataFile, expected: number, found: number): void {
  if (expected !== found)
    throw file.damaged(`is damaged: checksum mismatch (expected ${hex(expected)}, found ${hex(found)})`);
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
