/** Whether this machine has Python, an independent reader. Without it, some tests are skipped by name. */
import { execFileSync } from 'node:child_process';

export function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
