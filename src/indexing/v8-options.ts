/**
 * V8 options of a build process; must be imported before the code that they affect. Each thread compiles the same functions,
 * and the process ends soon. So functions are compiled later than in a server, and with less inlining. build-in-process.ts sets
 * the options of the C library.
 */
import { setFlagsFromString } from 'node:v8';

const OPTIONS = [
  '--max-inlined-bytecode-size=120',
  '--max-inlined-bytecode-size-cumulative=200',
  '--invocation-count-for-maglev=1500',
  '--invocation-count-for-turbofan=11000',
  // V8 has more than four kinds of strings, such as substrings, concatenations and keys. If code meets more than four kinds,
  // each `length` and `charCodeAt` would be looked up by name.
  '--max-valid-polymorphic-map-count=8',
];

for (const option of OPTIONS) setFlagsFromString(option);
