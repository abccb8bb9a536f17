#!/usr/bin/env node
/** Entry point of the command line: runs a command and maps its outcome to an exit code. */
import { exitCodeOf } from './exit-codes.ts';
import { faultLines } from './fault.ts';
import { runProgram } from './program.ts';
import { processTerminal } from './terminal/terminal.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal ends the process at once: nothing here needs a clean shutdown to stay intact.
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
