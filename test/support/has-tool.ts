/** Tests that need a program of the system. Without it they are skipped by name, but fail if ALL_TOOLS is set. */
import { execFileSync } from 'node:child_process';
import { describe } from '@jest/globals';

export function hasTool(tool: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** `describe`, or a skipped one that names the missing tools. */
export function describeWith(...tools: readonly string[]): (name: string, tests: () => void) => void {
  if (tools.every(hasTool) || process.env['ALL_TOOLS'] !== undefined) return describe;
  return (name, tests) => describe.skip(`${name} (needs ${tools.join(', ')})`, tests);
}
