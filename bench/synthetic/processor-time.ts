/** Measures the processor time of a command with all of its processes, as the shell reports it. */
import { spawnSync } from 'node:child_process';

export interface TimedCommand {
  readonly stdout: string;
  readonly stderr: string;
  readonly processorSeconds: number;
}

/** `command` is a line for the shell. `env` is added to the environment. */
export function timeCommand(command: string, env: NodeJS.ProcessEnv = {}): TimedCommand {
  const shell = spawnSync('sh', ['-c', `${command}\ntimes`], { encoding: 'utf8', env: { ...process.env, ...env } });
  const lines = shell.stdout.trimEnd().split('\n');
  // The last line has the times of the commands. The line before it has those of the shell itself.
  const times = [...lines.at(-1)!.matchAll(/(\d+)m([\d.]+)s/g)];
  const processorSeconds = times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
  return { stdout: lines.slice(0, -2).join('\n'), stderr: shell.stderr, processorSeconds };
}
