/**
 * V8 options of a build process; must be imported before the code that they affect. Each thread compiles the same functions,
 * and the process ends soon. So functions are compiled with less inlining, and later than in a server. build-in-process.ts sets
 * the options of the C library.
 */
import { setFlagsFromString } from 'node:v8';

const OPTIONS = [
  '--max-inlined-bytecode-size=120',
  '--max-inlined-bytecode-size-cumulative=200',
  '--invocation-count-for-maglev=1500',
  '--invocation-count-for-turbofan=11000',
  // Texts have more than four kinds of memory: substrings, concatenations, keys. Beyond four kinds, each `length` and `charCodeAt`
  // would be a look-up by name.
  '--max-valid-polymorphic-map-count=8',
];

for (const option of OPTIONS) setFlagsFromString(option);
