/**
 * Finds the values of a JSON object under dotted names: `{"a":{"b":[1,2]}}` has 1 and 2 under `a.b`. Numbers stay unchanged. A
 * repeated name has the values of all its occurrences.
 */
import { JSON_DEPTH_MAX } from '../limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * Calls `leaf` with each value except null. `json` must be valid, and may have surrounding blanks. Anything nested deeper than
 * `JSON_DEPTH_MAX` becomes one value, as written. `parents`: names that are left out of the dotted names of their members.
 */
export function eachLeaf(
  json: string,
  parents: ReadonlySet<string>,
  leaf: (name: string, value: string) => void,
): void {
  let at = 0;

  const skipBlanks = (): void => {
    while (json.charCodeAt(at) <= 0x20) at++;
  };

  const readString = (): string => {
    const start = at;
    let end = json.indexOf('"', start + 1);
    const isPlain = !hasEscape(json, start, end);
    while (!isPlain && isEscaped(json, end)) end = json.indexOf('"', end + 1);
    at = end + 1;
    return isPlain ? json.slice(start + 1, end) : (JSON.parse(json.slice(start, at)) as string);
  };

  /** Skips an object or array. */
  const passOver = (): void => {
    let depth = 0;
    do {
      const unit = json.charCodeAt(at);
      if (unit === QUOTE) {
        readString();
        continue;
      }
      if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) depth++;
      else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) depth--;
      at++;
    } while (depth > 0);
  };

  const readMembers = (name: string, depth: number): void => {
    const isObject = json.charCodeAt(at) === OPEN_OBJECT;
    at++;
    for (skipBlanks(); ; skipBlanks()) {
      const unit = json.charCodeAt(at);
      if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) break;
      if (!isObject) readValue(name, depth + 1);
      else if (unit === QUOTE) {
        const member = readString();
        for (skipBlanks(); json.charCodeAt(at) !== COLON; ) at++;
        at++;
        readValue(name === '' ? member : `${name}.${member}`, depth + 1);
      }
      skipBlanks();
      if (json[at] === ',') at++;
    }
    at++;
  };

  const readValue = (name: string, depth: number): void => {
    skipBlanks();
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      leaf(name, readString());
      return;
    }
    const start = at;
    if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) {
      if (depth <= JSON_DEPTH_MAX) {
        readMembers(depth > 0 && parents.has(name) ? '' : name, depth);
        return;
      }
      passOver();
    } else while (at < json.length && !/[\s,\]}]/.test(json[at]!)) at++;
    const literal = json.slice(start, at);
    if (literal !== 'null') leaf(name, literal);
  };

  readValue('', 0);
}

function hasEscape(json: string, start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++) if (json.charCodeAt(i) === BACKSLASH) return true;
  return false;
}

function isEscaped(json: string, position: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(position - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
