/** The header of a mail or part: its raw fields, and the parameters of structured fields. */
import { charsetOf, decodeWhole } from '../../decoders/charset.ts';
import { FIELD_UNITS_MAX } from './limits.ts';

/** Names are in lower case, and values are unfolded. Each character of a value is a byte. */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** A value and its parameters, names in lower case: `text/plain; charset=utf-8`. */
export interface StructuredValue {
  readonly value: string;
  readonly params: ReadonlyMap<string, string>;
}

const FIELD_NAME = /^([!-9;-~]{1,200})[ \t]*:/;

/** Whether a line can begin a field. Characters are bytes. */
export function beginsField(line: string): boolean {
  return FIELD_NAME.test(line);
}

/** `lines`: lines without line breaks. A line that begins with a blank continues the previous one. */
export function parseFields(lines: readonly string[]): { readonly fields: HeaderFields; readonly cut: number } {
  const fields: [string, string[], number][] = [];
  let cut = 0;
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) cut += continueField(last, line);
      continue;
    }
    const name = FIELD_NAME.exec(line);
    if (name === null) continue;
    const value = line.slice(name[0].length).trim();
    if (value.length > FIELD_UNITS_MAX) cut++;
    fields.push([name[1]!.toLowerCase(), [value.slice(0, FIELD_UNITS_MAX)], value.length]);
  }
  return { fields: fields.map(([name, values]) => [name, values.join(' ').trim()] as const), cut };
}

/** Returns 1 if this line is the first that exceeds the limit. */
function continueField(field: [string, string[], number], line: string): number {
  const text = line.trim();
  const before = field[2];
  field[2] += text.length + 1;
  if (field[2] <= FIELD_UNITS_MAX) field[1].push(text);
  return before <= FIELD_UNITS_MAX && field[2] > FIELD_UNITS_MAX ? 1 : 0;
}

export function firstField(fields: HeaderFields, name: string): string | null {
  return fields.find(([key]) => key === name)?.[1] ?? null;
}

/**
 * Decodes a value whose characters are bytes. Headers should be ASCII. Other bytes are UTF-8, or in the charset of the mail, or
 * windows-1252.
 */
export function fieldText(raw: string, named: string | null = null): string {
  if (!/[\x80-\xff]/.test(raw)) return raw;
  const bytes = Buffer.from(raw, 'latin1');
  const guess = charsetOf(bytes, null) ?? 'windows-1252';
  const charset = guess === 'utf-8' || named === null ? guess : (charsetOf(bytes, named) ?? guess);
  return decodeWhole(bytes, charset);
}

/**
 * Parses a value with parameters. These may be quoted, in several pieces (`name*0=`), or in a charset (`name*=utf-8''…`, RFC
 * 2231).
 */
export function structured(raw: string): StructuredValue {
  const pieces = splitOutsideQuotes(withoutComments(raw), ';');
  const value = (pieces.shift() ?? '').trim().toLowerCase();
  const plain = new Map<string, string>();
  const parts = new Map<string, Map<number, { readonly text: string; readonly isEncoded: boolean }>>();
  for (const piece of pieces) {
    const equals = piece.indexOf('=');
    if (equals < 1) continue;
    const name = piece.slice(0, equals).trim().toLowerCase();
    const text = unquoted(piece.slice(equals + 1).trim());
    const extended = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(name);
    if (extended === null) continue;
    const [, base, number, star] = extended;
    if (number === undefined && star === undefined) {
      if (!plain.has(name)) plain.set(name, text);
      continue;
    }
    const list = parts.get(base!) ?? new Map();
    parts.set(base!, list);
    list.set(Number(number ?? 0), { text, isEncoded: star !== undefined });
  }
  for (const [name, list] of parts) plain.set(name, joined(list));
  return { value, params: plain };
}

function joined(list: ReadonlyMap<number, { readonly text: string; readonly isEncoded: boolean }>): string {
  const ordered = [...list].sort(([a], [b]) => a - b).map(([, piece]) => piece);
  let charset: string | null = null;
  const bytes = ordered.map(({ text, isEncoded }, n) => {
    if (!isEncoded) return text;
    const named = n === 0 ? /^([^']*)'[^']*'/.exec(text) : null;
    if (named !== null) charset = named[1]!;
    return text
      .slice(named?.[0].length ?? 0)
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  });
  const raw = bytes.join('');
  if (charset === null) return raw;
  const whole = Buffer.from(raw, 'latin1');
  return decodeWhole(whole, charsetOf(whole, charset) ?? 'utf-8');
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isQuoted && char === '\\') i++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      pieces.push(text.slice(from, i));
      from = i + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** Removes `(comments)`. An unclosed comment stays as text. */
export function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  let result = '';
  let depth = 0;
  let opened = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '\\') {
      if (depth === 0) result += text.slice(i, i + 2);
      i++;
    } else if (char === '"' && depth === 0) {
      isQuoted = !isQuoted;
      result += char;
    } else if (char === '(' && !isQuoted) {
      if (depth++ === 0) opened = i;
    } else if (char === ')' && depth > 0) {
      depth--;
    } else if (depth === 0) result += char;
  }
  return depth > 0 ? result + text.slice(opened) : result;
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  const end = /^"((?:[^"\\]|\\.)*)"/s.exec(text);
  return (end === null ? text.slice(1) : end[1]!).replace(/\\(.)/gs, '$1');
}
