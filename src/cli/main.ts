#!/usr/bin/env node
/** Entry point of the command line: runs a command in a process of its own. */
import { ignoreUserSignals } from '../shared/process-signals.ts';
import { runCommand } from './run-command.ts';
import { processTerminal } from './terminal/terminal.ts';

ignoreUserSignals();
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second signal ends the process at once: nothing here needs a clean shutdown to stay intact.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });
}

process.exitCode = await runCommand(process.argv.slice(2), processTerminal(stop.signal));
