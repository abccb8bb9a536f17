/**
 * Signals that end no process of the program. Unless it is taken, SIGUSR1 opens Node's debugger, in which whoever connects
 * runs what they like, and SIGUSR2 ends the process.
 */

export function ignoreUserSignals(): void {
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
}

/** In a child: signals of the terminal go to the whole process group, and whoever started the child decides when it ends. */
export function leaveSignalsToParent(): void {
  ignoreUserSignals();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
