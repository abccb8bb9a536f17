/**
 * Signals that must not end a process of the program. By default SIGUSR1 opens Node's debugger, which runs any code for anybody
 * who connects, and SIGUSR2 ends the process.
 */

export function ignoreUserSignals(): void {
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
}

/** For a child: the terminal signals the whole process group, but only the parent decides when the child ends. */
export function leaveSignalsToParent(): void {
  ignoreUserSignals();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
