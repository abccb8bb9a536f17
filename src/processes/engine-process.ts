/** Entry point of an engine process: a child of the server that has indexes open and answers over the channel. */
import { setPriority } from 'node:os';
import { leaveSignalsToParent } from '../shared/platform.ts';
import { optimizeEarly } from './early-optimization.ts';
import { EngineHost } from './engine-host.ts';
import type { FromEngine, ToEngine } from './protocol.ts';

/** Requests without engine work have priority over searches. */
const NICE = 3;
const MEMORY_TOLD_MILLISECONDS = 1000;

try {
  setPriority(NICE);
} catch {
  // Some systems do not let a process lower its priority.
}
leaveSignalsToParent();
optimizeEarly();

const send = (message: FromEngine): void => {
  if (process.connected) process.send?.(message);
};
const [queryMebibytes] = process.argv.slice(2).map(Number);
const host = new EngineHost(send, queryMebibytes);
process.on('message', (message) => host.receive(message as ToEngine));
// Without the server nobody reads the answers.
process.on('disconnect', () => process.exit(0));
setInterval(() => send({ kind: 'memory', bytes: process.memoryUsage.rss() }), MEMORY_TOLD_MILLISECONDS).unref();
send({ kind: 'ready' });
