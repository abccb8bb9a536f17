/** Entry point of the store process: a child that runs LMDB, and ends with its parent. */
import { leaveSignalsToParent } from '../../shared/platform.ts';
import type { FromStore, ToStore } from './protocol.ts';
import { StoreHost } from './store-host.ts';

leaveSignalsToParent();

const send = (message: FromStore): void => {
  if (process.connected) process.send?.(message);
};
const host = new StoreHost(send, () => process.exit(1));
process.on('message', (message) => host.receive(message as ToStore));
process.on('disconnect', () => process.exit(0));
