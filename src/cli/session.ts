/** The streams and the exit code that a command works with, so that tests can run it in-process. */
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The interface of a command: where to write, and where to set its exit code. */
export interface Session {
  readonly terminal: Terminal;
  exitCode: ExitCode;
}
