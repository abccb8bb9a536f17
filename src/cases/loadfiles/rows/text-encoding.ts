/**
 * Detects the encoding of a file, by the rule in docs/load-files.md: a byte order mark decides, or else NULs in every other
 * byte, or else whether the first bytes beyond ASCII look more like UTF-8 or like windows-1252.
 */
import { isAscii } from 'node:buffer';
import { CHUNK_BYTES, ENCODING_SAMPLE_BYTES } from '../limits.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** Encodings that must be named in a mapping, because they cannot be detected. */
export const SINGLE_BYTE_ENCODINGS = [
  ...(['windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'] as const),
  ...(['windows-1257', 'windows-1258', 'windows-874', 'ibm866', 'koi8-r', 'macintosh'] as const),
] as const;
export const MULTI_BYTE_ENCODINGS = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const;
export const GIVEN_ENCODINGS = [...ENCODINGS, ...SINGLE_BYTE_ENCODINGS, ...MULTI_BYTE_ENCODINGS] as const;
export type Encoding = (typeof GIVEN_ENCODINGS)[number];

export interface FoundEncoding {
  readonly encoding: Encoding;
  /** Bytes of the byte order mark. */
  readonly markBytes: number;
}

/** Reads up to `target.length` bytes at `position`. Returns how many. */
export interface PositionReader {
  read(target: Uint8Array, position: number): Promise<number>;
}

/** Bytes at the start of a file that are searched for the NULs of UTF-16. */
const UTF16_SAMPLE_BYTES = 1024;

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the encoding of a file, or the given one. A byte order mark of the given encoding is also skipped. */
export async function findEncoding(file: PositionReader, given: Encoding | null = null): Promise<FoundEncoding> {
  const head = await readAt(file, 0, UTF16_SAMPLE_BYTES);
  const mark = MARKS.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte));
  if (given !== null) return { encoding: given, markBytes: mark?.[0] === given ? mark[1].length : 0 };
  if (mark !== undefined) return { encoding: mark[0], markBytes: mark[1].length };
  return { encoding: utf16ByZeros(head) ?? (await byHighBytes(file)), markBytes: 0 };
}

function utf16ByZeros(head: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2]!++;
  const half = head.length / 2;
  const [even, odd] = zeros as [number, number];
  if (odd > half / 2 && even < half / 10) return 'utf-16le';
  return even > half / 2 && odd < half / 10 ? 'utf-16be' : null;
}

async function byHighBytes(file: PositionReader): Promise<Encoding> {
  for (let position = 0; ; ) {
    const chunk = await readAt(file, position, CHUNK_BYTES);
    if (chunk.length === 0) return 'utf-8';
    if (!isAscii(chunk)) {
      const first = position + chunk.findIndex((byte) => byte >= 0x80);
      return looksLikeUtf8(await readAt(file, first, ENCODING_SAMPLE_BYTES)) ? 'utf-8' : 'windows-1252';
    }
    position += chunk.length;
  }
}

/** Whether there are more valid UTF-8 sequences than other bytes. */
function looksLikeUtf8(sample: Uint8Array): boolean {
  let sequences = 0;
  let strays = 0;
  for (let i = 0; i < sample.length; ) {
    const length = sequenceLength(sample, i);
    if (length > 1) sequences++;
    else if (length === 0) strays++;
    i += Math.max(1, length);
  }
  return sequences > strays;
}

/**
 * Returns the length of the valid sequence at `i`, or 0. A sequence that is cut by the end of the sample counts as one byte.
 */
function sequenceLength(sample: Uint8Array, i: number): number {
  const lead = sample[i]!;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  for (let k = 1; k < length; k++) {
    if (i + k === sample.length) return 1;
    if ((sample[i + k]! & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** Reads bytes from `position`. Returns fewer than `bytes` only at the end of the file. */
export async function readAt(file: PositionReader, position: number, bytes: number): Promise<Buffer> {
  const target = Buffer.allocUnsafe(bytes);
  let done = 0;
  while (done < bytes) {
    const count = await file.read(target.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return target.subarray(0, done);
}
