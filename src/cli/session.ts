import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What a command gets: where to speak, and where to leave its exit code. */
export interface Session {
  readonly terminal: Terminal;
  exitCode: ExitCode;
}
