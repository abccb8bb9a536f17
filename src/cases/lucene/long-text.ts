/**
 * Decodes only the beginning of a text that exceeds the limit of its document. A string of the whole text could take hundreds
 * of megabytes.
 */

/** Bytes that are decoded at a time. */
const PIECE_BYTES = 1024 * 1024;

export interface TextBeginning {
  readonly value: string;
  /** Number of further UTF-16 units of the text. */
  readonly leftOut: number;
}

/** Returns at most this many UTF-16 units of UTF-8, cut between characters. */
export function beginningOfText(bytes: Uint8Array, units: number): TextBeginning {
  if (units === 0 && bytes.length <= PIECE_BYTES) {
    return { value: '', leftOut: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().length };
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: string[] = [];
  let left = units;
  let leftOut = 0;
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: at + PIECE_BYTES < bytes.length });
    const kept = piece.length <= left ? piece : piece.slice(0, endWithin(piece, left));
    // After the first piece that was cut, nothing more is kept.
    left = kept.length < piece.length ? 0 : left - kept.length;
    leftOut += piece.length - kept.length;
    if (kept !== '') pieces.push(kept);
  }
  return { value: pieces.join(''), leftOut };
}

/** Returns the last end of a character within this many units. */
function endWithin(text: string, most: number): number {
  return most > 0 && (text.codePointAt(most - 1) ?? 0) > 0xffff ? most - 1 : most;
}
