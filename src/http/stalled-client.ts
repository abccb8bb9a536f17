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
  // An occasional byte is not a stall for Node, but would hold the answer's resources forever.
  let taken = takenOf(socket);
  let wasWaiting = false;
  const looks = setInterval(() => {
    const now = takenOf(socket);
    const isWaiting = res.writableLength > 0;
    if (wasWaiting && isWaiting && now - taken < slowBytesMax) socket.destroy();
    taken = now;
    wasWaiting = isWaiting;
  }, slowMsMax);
  looks.unref();
  return () => clearInterval(looks);
}

/**
 * Bytes that the system has accepted for the client. For a pending write only the handle knows them, as for Node's own timeouts.
 */
function takenOf(socket: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }): number {
  const notWritten = socket._handle?.writeQueueSize ?? 0;
  return socket.bytesWritten - notWritten;
}
