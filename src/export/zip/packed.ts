/** Deflates bytes piece by piece. Compression runs in other threads, and no piece is made before it is requested. */
import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import type { Pieces } from '../export-set.ts';

/** Uncompressed bytes of a piece. */
const PIECE_BYTES = 256 * 1024;
/** Slower levels make tables hardly smaller. */
const LEVEL = 3;
/** The end of a stream. */
const END = Buffer.from([3, 0]);

const deflated = promisify<Buffer, object, Buffer>(deflateRaw);

/** One stream of DEFLATE. */
export async function* packed(content: AsyncIterable<Uint8Array>): Pieces {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES) continue;
    yield await deflatedPiece(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield await deflatedPiece(waiting);
  yield END;
}

/** Returns a piece that is flushed to a byte boundary, so that the next one can follow. */
function deflatedPiece(pieces: readonly Uint8Array[]): Promise<Buffer> {
  return deflated(Buffer.concat(pieces), { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
}
