/** Entry point of the store process: a child that runs LMDB, and ends with its parent. */
import { serveCalls } from '../../shared/child/call-host.ts';
import { StoreHost } from './store-host.ts';

const host = new StoreHost(
  (finding) => send(finding),
  () => process.exit(1),
);
const send = serveCalls((name, argument, context) => host.answer(name, argument, context));
