/** Extracted text as a stream. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ByteInput } from '../../cases/case-reader.ts';
import { repaired } from '../../export/files/repaired-text.ts';
import { abandonParts, endingUnread, type Parts } from '../../shared/ends/abandoned-parts.ts';
import { WAITING_BYTES_MAX } from '../limits.ts';

/** The caller closes `source` with the stream. */
export function repairedText(source: ByteInput): Readable {
  return Readable.from(repaired(source), { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
}

/** Copies the pieces, whose buffers may be reused. */
export function copiedPieces(pieces: AsyncIterable<Uint8Array>): Readable {
  const copied = endingUnread(copies(pieces), () => abandonParts(pieces));
  return Readable.from(copied, { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
}

async function* copies(pieces: AsyncIterable<Uint8Array>): Parts<Buffer> {
  for await (const piece of pieces) {
    yield Buffer.from(piece);
    await nextTurn();
  }
}
