/**
 * V8 options of a process that keeps answering. Searches are short and varied, so functions are optimized after a sixteenth of
 * V8's usual count. A process that ends after one answer would only pay for this; a build uses other options
 * (../indexing/v8-options.ts).
 */
import { setFlagsFromString } from 'node:v8';

/** Calls of a function before the middle and the top compiler take it. V8's defaults are 400 and 3,000. */
const OPTIONS = ['--invocation-count-for-maglev=25', '--invocation-count-for-turbofan=188'];

/** To be called when everything is loaded. */
export function optimizeEarly(): void {
  for (const option of OPTIONS) setFlagsFromString(option);
}
