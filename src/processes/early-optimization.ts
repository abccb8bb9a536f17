/**
 * What V8 is told in a process that goes on answering: searches are short and seldom alike, and a function is optimized once it has run
 * a sixteenth of what V8 waits for. Whoever ends after one answer would only pay for that; a build is told otherwise (../build/v8-options.ts).
 */
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs before V8 looks at it again; its own is 67,584. */
export const INTERRUPT_BUDGET = 4_000;

/** Called when all is loaded. */
export function optimizeEarly(): void {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}
