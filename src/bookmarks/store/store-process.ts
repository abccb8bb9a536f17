/** Entry point of the store process: a child of whoever opens the bookmarks. It has LMDB, and ends with its parent. */
import type { FromStore, ToStore } from './protocol.ts';
import { StoreHost } from './store-host.ts';

// Signals of the terminal go to the whole group: the parent decides when the store ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const send = (message: FromStore): void => {
  if (process.connected) process.send?.(message);
};
const host = new StoreHost(send, () => process.exit(1));
process.on('message', (message) => host.receive(message as ToStore));
process.on('disconnect', () => process.exit(0));
