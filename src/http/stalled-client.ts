/** Cuts off a client that reads nothing of its answer. The time in which there is nothing to read yet is the server's own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STALLED_CLIENT_MS_MAX } from './limits.ts';

export function cutOffWhenStalled(
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
  msMax = STALLED_CLIENT_MS_MAX,
): void {
  res.setTimeout(msMax, () => {
    if (res.writableLength > 0) req.socket.destroy();
    else req.socket.setTimeout(msMax);
  });
}
