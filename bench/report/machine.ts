/** Describes where and when a measurement runs. */
import { execFileSync } from 'node:child_process';
import { cpus, release, type as systemType, totalmem } from 'node:os';
import type { RunResult } from './result.ts';

export function measuredHere(): Pick<RunResult, 'date' | 'commit' | 'machine' | 'node'> {
  const cores = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: {
      cpu: cores[0]?.model ?? '',
      cores: cores.length,
      memoryBytes: totalmem(),
      system: `${systemType()} ${release()}`,
    },
    node: process.version,
  };
}

/** Returns the commit. Changes that are not committed are measured, too, but no commit identifies them. */
function commit(): string {
  const git = (...command: string[]): string => execFileSync('git', command, { encoding: 'utf8' }).trim();
  const isClean = git('status', '--porcelain', '--', 'src', 'grammar', 'bench/*.ts', 'package-lock.json') === '';
  return `${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' with changes'}`;
}
