/** Entry point of an engine process: a child of the server that has indexes open and answers over the channel. */
import { serveCalls } from '../shared/child/call-host.ts';
import { EngineHost } from './engine-host.ts';
import { encodeFault } from './faults.ts';
import type { EngineEvent } from './protocol.ts';

/** Requests without engine work have priority over searches. */
const NICE = 3;
const MEMORY_TOLD_MILLISECONDS = 1000;

const [queryMebibytes] = process.argv.slice(2).map(Number);
const host = new EngineHost(queryMebibytes);
const send: (event: EngineEvent) => void = serveCalls(
  (name, argument, context) => host.answer(name, argument, context),
  {
    nice: NICE,
    encodeFault,
    onCall: host.beginCall,
  },
);
setInterval(() => send({ kind: 'memory', bytes: process.memoryUsage.rss() }), MEMORY_TOLD_MILLISECONDS).unref();
send({ kind: 'ready' });
