/** Runs a command like `case-access`, but in this process. Ten times as fast, if the process itself is not under test. */
import { Writable } from 'node:stream';
import { runCommand } from '../../src/cli/run-command.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import type { CliRun } from './run-cli.ts';

export async function runHere(args: readonly string[]): Promise<CliRun> {
  let stdout = '';
  let stderr = '';
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      stderr += text;
      done();
    },
  });
  const terminal: Terminal = {
    write: async (text) => {
      stdout += text;
    },
    flush: async () => undefined,
    say: (line) => {
      stderr += `${line}\n`;
    },
    stderr: stream as unknown as NodeJS.WriteStream,
    signal: new AbortController().signal,
  };
  const code = await runCommand(args, terminal);
  return { code, stdout, stderr };
}
