/**
 * Options of V8 for the process of a build. It compiles the same functions in each of its threads, and ends seconds later: functions are compiled
 * with fewer others in them, and only when they have run for longer than in a server.
 */
export const COMPILER_OPTIONS: readonly string[] = [
  '--max-inlined-bytecode-size=120',
  '--max-inlined-bytecode-size-cumulative=200',
  '--interrupt-budget=250000',
];
