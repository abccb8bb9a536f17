/**
 * Refuses small bodies that are slow to parse or to check: a million brackets, members or numbers in two megabytes. A schema
 * collects a fault for each of a million elements before it reports the first. Also refuses duplicate members, because the
 * parser would silently use the last one.
 */
import { AppError } from '../../shared/errors.ts';
import { BODY_DEPTH_MAX, BODY_MEMBERS_MAX, BODY_PARTS_MAX, COUNTED_BODY_UNITS } from '../limits.ts';

const SHOWN_UNITS = 80;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Throws AppError INVALID_REQUEST before such a text is parsed. Invalid JSON is left to the parser. */
export function requireFewParts(text: string): void {
  if (text.length <= COUNTED_BODY_UNITS) return;
  let parts = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfText(text, i);
    else if (code === COMMA || code === COLON) parts++;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      parts++;
      if (++depth > BODY_DEPTH_MAX) throw invalid(`is nested more than ${BODY_DEPTH_MAX} deep`);
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
    // Checked inside the loop, because the rest of the text may have a million more.
    if (parts > BODY_PARTS_MAX) throw invalid(`has more than ${BODY_PARTS_MAX} values and names; split the request`);
  }
}

/** Returns the end of the string that begins at `from`. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

/** Throws AppError INVALID_REQUEST for a long list with anything but strings, which no member of a query allows. */
export function requireTexts(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const members = Object.entries(body);
  if (members.length > BODY_MEMBERS_MAX) throw invalid(`has more than ${BODY_MEMBERS_MAX} members`);
  for (const [name, value] of members) {
    if (!Array.isArray(value) || value.length <= BODY_MEMBERS_MAX) continue;
    const odd = value.findIndex((one) => typeof one !== 'string');
    if (odd < 0) continue;
    const shown = JSON.stringify(`${name.slice(0, SHOWN_UNITS)}.${odd}`);
    throw new AppError('INVALID_REQUEST', `The body member ${shown} is not text.`);
  }
}

/** Checks valid JSON for duplicate members. Throws AppError INVALID_REQUEST. */
export function requireEachMemberOnce(text: string): void {
  /** The member names of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let from = 0;
  let to = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '"':
        from = i;
        i = endOfText(text, i);
        to = i + 1;
        break;
      case ':':
        addName(open.at(-1)!, text.slice(from, to));
        break;
      case '{':
        open.push(new Set());
        break;
      case '[':
        open.push(null);
        break;
      case '}':
      case ']':
        open.pop();
        break;
    }
  }
}

function addName(names: Set<string> | null, written: string): void {
  const name = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
  if (names!.has(name)) {
    throw invalid(`has ${JSON.stringify(name.slice(0, SHOWN_UNITS))} twice`);
  }
  names!.add(name);
}

function invalid(finding: string): AppError {
  return new AppError('INVALID_REQUEST', `The body ${finding}.`);
}
