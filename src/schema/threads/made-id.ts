/**
 * Makes the id of a mail without one: a hash of all its properties, so that equal records are duplicates, whatever their
 * source.
 */
import { hash } from 'node:crypto';
import type { TreeItem } from '../item-kinds.ts';

const DIGITS = 32;
const MADE = 'no-id:';

/** Lengths keep different properties apart, whatever characters they contain. */
export function madeId({ properties }: Pick<TreeItem, 'properties'>): string {
  const bytes = asciiOf(properties) ?? textOf(properties);
  return `${MADE}${hash('sha256', bytes).slice(0, DIGITS)}`;
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

let ascii = Buffer.alloc(1 << 12);

/** Returns the same input in bytes, without a string for each part, for short records of ASCII; null for others. */
function asciiOf(properties: TreeItem['properties']): Uint8Array | null {
  let units = 0;
  for (let i = 0; i < properties.length; i++) {
    // By index, because an iterator for each pair takes longer than most copies.
    const values = properties[i]![1];
    units += properties[i]![0].length + 2 * LENGTH_UNITS_MAX;
    for (let n = 0; n < values.length; n++) units += values[n]!.length + LENGTH_UNITS_MAX;
  }
  if (units > ASCII_UNITS_MAX) return null;
  if (units > ascii.length) ascii = Buffer.alloc(2 * units);
  let at = 0;
  for (let i = 0; i < properties.length; i++) {
    const values = properties[i]![1];
    at = asciiEnd(properties[i]![0], at);
    for (let n = 0; n < values.length; n++) at = asciiEnd(values[n]!, at);
  }
  if (at < 0) return null;
  for (let i = 0; i < properties.length; i++) {
    const values = properties[i]![1];
    at = lengthEnd(SPACE, properties[i]![0].length, at);
    at = lengthEnd(COLON, values.length, at);
    for (let n = 0; n < values.length; n++) at = lengthEnd(SPACE, values[n]!.length, at);
  }
  return ascii.subarray(0, at);
}

/** Records with more units are hashed as text. */
const ASCII_UNITS_MAX = 1 << 16;
/** Bytes of a sign and the digits of a length below that. */
const LENGTH_UNITS_MAX = 6;
const SPACE = 0x20;
const COLON = 0x3a;

/** Returns -1 if the text is not ASCII, or if an earlier one was not. */
function asciiEnd(text: string, at: number): number {
  if (at < 0) return at;
  // Read once: a variable of a module may change at any time.
  const into = ascii;
  const { length } = text;
  let all = 0;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    all |= unit;
    into[at + i] = unit;
  }
  return all < 0x80 ? at + length : -1;
}

function lengthEnd(sign: number, length: number, at: number): number {
  ascii[at] = sign;
  let digits = 1;
  for (let rest = length; rest > 9; rest = (rest / 10) | 0) digits++;
  for (let i = digits, rest = length; i > 0; i--, rest = (rest / 10) | 0) ascii[at + i] = 0x30 + (rest % 10);
  return at + 1 + digits;
}

/** Whether a text has the form of such an id. */
export function isMadeId(text: string): boolean {
  return text.length === MADE.length + DIGITS && text.startsWith(MADE) && /^no-id:[0-9a-f]+$/.test(text);
}
