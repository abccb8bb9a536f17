/** The id of a mail without one: a hash of all its properties, so that equal records are duplicates, whatever their source. */
import { hash } from 'node:crypto';
import type { TreeItem } from '../item-kinds.ts';

const DIGITS = 32;
const MADE = 'no-id:';

/** Lengths keep different properties apart, whatever characters they contain. */
export function madeId({ properties }: Pick<TreeItem, 'properties'>): string {
  let text = '';
  let lengths = '';
  for (const [name, values] of properties) {
    text += name;
    lengths += ` ${name.length}:${values.length}`;
    for (const value of values) {
      text += value;
      lengths += ` ${value.length}`;
    }
  }
  return `${MADE}${hash('sha256', text + lengths).slice(0, DIGITS)}`;
}

/** Whether a text has the form of such an id. */
export function isMadeId(text: string): boolean {
  return text.length === MADE.length + DIGITS && text.startsWith(MADE) && /^no-id:[0-9a-f]+$/.test(text);
}
