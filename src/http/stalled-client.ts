/** Disconnects a client that reads nothing of its answer, or very little. Time without available data does not count. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SLOW_CLIENT_BYTES_MAX, SLOW_CLIENT_MS_MAX, STALLED_CLIENT_MS_MAX } from './limits.ts';

const LIMITS = { msMax: STALLED_CLIENT_MS_MAX, slowMsMax: SLOW_CLIENT_MS_MAX, slowBytesMax: SLOW_CLIENT_BYTES_MAX };

/** Call the returned function at the end of the answer. */
export function cutOffWhenStalled(
  { req: { socket }, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
  { msMax, slowMsMax, slowBytesMax } = LIMITS,
): () => void {
  res.setTimeout(msMax, () => {
    if (res.writableLength > 0) socket.destroy();
    else socket.setTimeout(msMax);
  });
  // For Node, a client that reads an occasional byte has not stalled, but it would hold the answer's resources forever.
  let taken = takenOf(socket);
  let wasWaiting = false;
  let owedBytes = 0;
  const looks = setInterval(() => {
    const now = takenOf(socket);
    const isWaiting = res.writableLength > 0;
    owedBytes = wasWaiting && isWaiting ? Math.max(0, owedBytes + slowBytesMax - (now - taken)) : 0;
    // A pending write counts as read until the client has had enough time for all of it.
    if (owedBytes > socket.writableLength) socket.destroy();
    taken = now;
    wasWaiting = isWaiting;
  }, slowMsMax);
  looks.unref();
  return () => clearInterval(looks);
}

/** Bytes that the system has accepted for the client, in complete writes. */
function takenOf(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
