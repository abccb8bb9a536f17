/** Runs a command and maps its outcome to an exit code. Independent of the process, so that tests can run many commands in one. */
import { type ExitCode, exitCodeOf } from './exit-codes.ts';
import { faultLines } from './fault.ts';
import { runProgram } from './program.ts';
import type { Terminal } from './terminal/terminal.ts';

export async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    const code = await runProgram(args, terminal);
    await terminal.flush();
    return code;
  } catch (error) {
    await terminal.flush();
    for (const line of faultLines(error)) terminal.say(line);
    return exitCodeOf(error);
  }
}
