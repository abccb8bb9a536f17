/** tantivy in a separate process, over an index that is built once. It supports counts and orders by date, but no snippets. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { notInstalled } from '../engines/installed.ts';
import { lineSide } from './line-side.ts';
import type { Side } from './side.ts';

const program = 'bench/.work/tantivy/target/release/tantivy-peer';

/** Returns null if tantivy is not installed. */
export function tantivySide(columns: string, index: string): Side | null {
  const reason = notInstalled('tantivy');
  if (reason !== null) {
    console.error(`tantivy: ${reason}`);
    return null;
  }
  if (!existsSync(index)) {
    execFileSync(program, ['interface-build', columns, index], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return lineSide('tantivy', [program, 'interface-serve', index]);
}
