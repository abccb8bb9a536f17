/** What is to be done when a response is closed: sent, cut off, or without its client. */
import type { ServerResponse } from 'node:http';
import { EndListeners } from '../shared/ends/end-listeners.ts';

const closings = new EndListeners<ServerResponse>((response, onEnd) => void response.once('close', onEnd));

/** Calls `work` once the response is closed; never where it is closed already. */
export function onClosed(response: ServerResponse, work: () => void): void {
  closings.add(response, work);
}
