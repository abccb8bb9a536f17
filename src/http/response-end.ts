/** Cleanup on the end of a response: sent, cut off, or abandoned. */
import type { ServerResponse } from 'node:http';
import { EndListeners } from '../shared/ends/end-listeners.ts';

const closings = new EndListeners<ServerResponse>((response, onEnd) => void response.once('close', onEnd));

/** Calls `work` once the response is closed. Never calls it if the response is already closed. */
export function onClosed(response: ServerResponse, work: () => void): void {
  closings.add(response, work);
}
