/**
 * Parses Java properties files with their full syntax: keys with escaped spaces, `=`, `:` or white space as separators,
 * continuation lines.
 */

/** Keys and values, in order. */
export function propertiesOfFile(text: string): (readonly [key: string, value: string])[] {
  const found: (readonly [string, string])[] = [];
  // If a line ends with an odd number of backslashes, the next line continues it, without its leading white space.
  const whole = text.replace(/(?<!\\)((?:\\\\)*)\\(?:\r\n|\r|\n)[ \t\f]*/g, '$1');
  for (const line of whole.split(/\r\n|\r|\n/)) {
    const written = line.trimStart();
    if (written === '' || /^[#!]/.test(written)) continue;
    const end = endOfKey(written);
    const value = written.slice(end).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
    found.push([unescaped(written.slice(0, end)), unescaped(value)]);
  }
  return found;
}

function endOfKey(line: string): number {
  let at = 0;
  while (at < line.length && !/[=: \t\f]/.test(line[at]!)) at += line[at] === '\\' ? 2 : 1;
  return Math.min(at, line.length);
}

/** The escapes: `\\u00e9`, and escaped characters that mean themselves. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code: string | undefined, character: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return { t: '\t', n: '\n', r: '\r', f: '\f' }[character] ?? character;
  });
}
