/**
 * Makes the id of a mail without one: a hash of all its properties, so that equal records are duplicates, whatever their
 * source.
 */
import { hash } from 'node:crypto';
import type { TreeItem } from '../item-kinds.ts';

const DIGITS = 32;
const MADE = 'no-id:';

export function madeId({ properties }: Pick<TreeItem, 'properties'>): string {
  return madeIdOf(textOf(properties));
}

/** Returns the id for the texts of the properties followed by their lengths, which keep different properties apart. */
export function madeIdOf(identity: string | Uint8Array): string {
  return `${MADE}${hash('sha256', identity).slice(0, DIGITS)}`;
}

function textOf(properties: TreeItem['properties']): string {
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
  return text + lengths;
}

/** Whether a text has the form of such an id. */
export function isMadeId(text: string): boolean {
  return text.length === MADE.length + DIGITS && text.startsWith(MADE) && /^no-id:[0-9a-f]+$/.test(text);
}
