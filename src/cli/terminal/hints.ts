/** Hints on stderr: what of a query was not searched as its author may think. */
import { printable, type Terminal } from './terminal.ts';

/** `of`: what they are about, if that is not the whole command. */
export function tellHints(hints: readonly string[], terminal: Terminal, of = ''): void {
  for (const hint of hints) terminal.say(`${of}hint: ${printable(hint)}`);
}
