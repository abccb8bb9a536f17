/**
 * Reads a file as pieces of text, each decoded separately. A piece ends at a character boundary, so reading can resume at any
 * piece.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { CHUNK_BYTES } from '../limits.ts';
import { type Encoding, MULTI_BYTE_ENCODINGS, type PositionReader, readAt } from './text-encoding.ts';

export interface TextChunk {
  readonly text: string;
  /** Its offset in the file, and its number of bytes. */
  readonly offset: number;
  readonly bytes: number;
  /** Whether some bytes are invalid in the encoding, and were read as U+FFFD. */
  readonly isDamaged: boolean;
}

/** The characters of windows-1252 from 0x80 to 0x9f. Five of these bytes are unassigned and stay unchanged. */
export const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Number of chunks that are read from a file at once. At the beginning, fewer are read. A read takes as long as decoding a
 * chunk.
 */
const CHUNKS_AT_ONCE = 16;

/** Yields the text from byte `offset` on, which must begin a character. */
export async function* readTextChunks(
  file: PositionReader,
  encoding: Encoding,
  offset: number,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<TextChunk> {
  let held: Buffer = Buffer.alloc(0);
  let chunks = 1;
  let at = 0;
  for (let position = offset; ; ) {
    if (held.length - at < chunkBytes) {
      held = await readAt(file, position, chunks * chunkBytes);
      at = 0;
      chunks = Math.min(2 * chunks, CHUNKS_AT_ONCE);
    }
    const bytes = held.subarray(at, at + chunkBytes);
    if (bytes.length === 0) return;
    const whole = bytes.length < chunkBytes ? bytes : bytes.subarray(0, bytes.length - cutBytes(bytes, encoding));
    yield { ...decode(whole, encoding), offset: position, bytes: whole.length };
    position += whole.length;
    at += whole.length;
  }
}

/** Bytes below it are never part of a character of several bytes. */
const ALWAYS_ALONE = 0x30;

/**
 * Returns the bytes at the end that begin an unfinished character. Also used for windows-1252, so that UTF-8 in such a file is
 * not cut.
 */
function cutBytes(bytes: Buffer, encoding: Encoding): number {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const odd = bytes.length % 2;
    const last = bytes.length - odd - 2;
    const unit = encoding === 'utf-16le' ? bytes.readUInt16LE(last) : bytes.readUInt16BE(last);
    return odd + (unit >= 0xd800 && unit <= 0xdbff ? 2 : 0);
  }
  if ((MULTI_BYTE_ENCODINGS as readonly Encoding[]).includes(encoding)) {
    const last = bytes.findLastIndex((byte) => byte < ALWAYS_ALONE);
    return last < 0 ? 0 : bytes.length - 1 - last;
  }
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** Returns the bytes of a text that was read as windows-1252. */
export function windows1252Bytes(text: string): Buffer {
  const pattern = /[\u0100-\uffff]/g;
  return Buffer.from(
    text.replace(pattern, (c) => String.fromCharCode(0x80 + WINDOWS_1252.indexOf(c))),
    'latin1',
  );
}

function decode(bytes: Buffer, encoding: Encoding): { text: string; isDamaged: boolean } {
  if (encoding === 'utf-8') {
    if (isAscii(bytes)) return { text: bytes.toString('latin1'), isDamaged: false };
    return { text: bytes.toString('utf8'), isDamaged: !isUtf8(bytes) };
  }
  if (encoding === 'windows-1252') {
    const text = bytes.toString('latin1').replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80]!);
    return { text, isDamaged: false };
  }
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') {
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, isDamaged: text.includes('\ufffd') };
  }
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = (encoding === 'utf-16le' ? even : Buffer.from(even).swap16()).toString('utf16le');
  const isDamaged = even.length < bytes.length || /\p{Surrogate}/u.test(text);
  return {
    text: isDamaged
      ? `${text.replace(/\p{Surrogate}/gu, '\ufffd')}${even.length < bytes.length ? '\ufffd' : ''}`
      : text,
    isDamaged,
  };
}
