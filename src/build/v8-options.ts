/**
 * Options of V8 for a process that builds: imported before what it changes. The same functions are compiled in each thread, and the process ends
 * soon: they are compiled with fewer others in them, and only when they have run for longer than in a server. What the C library is told is in
 * build-in-process.ts.
 */
import { setFlagsFromString } from 'node:v8';

const OPTIONS = [
  '--max-inlined-bytecode-size=120',
  '--max-inlined-bytecode-size-cumulative=200',
  '--invocation-count-for-maglev=1500',
  '--invocation-count-for-turbofan=11000',
];

for (const option of OPTIONS) setFlagsFromString(option);
