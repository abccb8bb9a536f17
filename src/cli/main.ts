#!/usr/bin/env node
/** Maps what became of a command to an exit code, and nothing else. */
import { exitCodeOf } from './exit-codes.ts';
import { faultLines } from './fault.ts';
import { runProgram } from './program.ts';
import { processTerminal } from './terminal/terminal.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Whoever asks twice is in a hurry: nothing that is written here needs an orderly end.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });
}

const terminal = processTerminal(stop.signal);
try {
  process.exitCode = await runProgram(process.argv.slice(2), terminal);
  await terminal.flush();
} catch (error) {
  await terminal.flush();
  for (const line of faultLines(error)) terminal.say(line);
  process.exitCode = exitCodeOf(error);
}
