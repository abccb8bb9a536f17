#!/usr/bin/env node
/** Entry point of the command line: runs a command in its own process. The rest is loaded after the version of Node was checked. */
import './needed-node.ts';

const { ENDING_SIGNALS, ignoreUserSignals } = await import('../shared/platform.ts');
const { runCommand } = await import('./run-command.ts');
const { processTerminal } = await import('./terminal/terminal.ts');

ignoreUserSignals();
const stop = new AbortController();
for (const signal of ENDING_SIGNALS) {
  process.on(signal, () => {
    // A second signal ends the process immediately: nothing here needs a clean shutdown.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });
}

process.exitCode = await runCommand(process.argv.slice(2), processTerminal(stop.signal));
