/**
 * What V8 is told in a process that goes on answering: searches are short and seldom alike, and a function is optimized once it has run
 * a sixteenth of what V8 waits for. Whoever ends after one answer would only pay for that; a build is told otherwise (../build/v8-options.ts).
 */
import { setFlagsFromString } from 'node:v8';

/** Calls of a function before its middle and its best compiler take it; V8's own are 400 and 3,000. */
const OPTIONS = ['--invocation-count-for-maglev=25', '--invocation-count-for-turbofan=188'];

/** Called when all is loaded. */
export function optimizeEarly(): void {
  for (const option of OPTIONS) setFlagsFromString(option);
}
