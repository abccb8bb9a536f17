/** Hints on stderr: parts of a query that were probably not searched as intended. */
import { printable, type Terminal } from './terminal.ts';

/** `of` names the query that the hints are about, unless they are about the whole command. */
export function printHints(hints: readonly string[], terminal: Terminal, of = ''): void {
  for (const hint of hints) terminal.say(`${of}hint: ${printable(hint)}`);
}
