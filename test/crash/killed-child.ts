/** A child process that is killed during its work. */
import { spawn } from 'node:child_process';

/**
 * Runs a script and kills it `afterMs` after its output contains `mark`, by default after its first output, so that it is
 * working by then. Returns its output. Rejects if the script ends by itself.
 */
export function outputOfKilled(
  script: string,
  args: readonly (string | number)[],
  afterMs: number,
  mark = '',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args.map(String)]);
    let output = '';
    let complaint = '';
    let timer: NodeJS.Timeout | undefined;
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes(mark)) timer ??= setTimeout(() => child.kill('SIGKILL'), afterMs);
    });
    child.stderr.on('data', (chunk) => (complaint += chunk));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve(output);
      else reject(new Error(`${script} ended by itself (${code}): ${complaint}`));
    });
  });
}
