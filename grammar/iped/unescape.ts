/** Removes the escapes from texts of tokens, as Lucene's discardEscapeChar does: `\x` is x, `\u0041` is A. */
import type { Pattern, PatternPart } from '../ast.ts';

export interface Unescaped {
  readonly text: string;
  /** Whether it contains an unescaped `*` or `?`. */
  readonly hasWildcard: boolean;
  /** Whether the first unit was escaped. */
  readonly isFirstEscaped: boolean;
}

/** The beginning of an invalid escape. */
export class BadEscapeError extends Error {
  override readonly name = 'BadEscapeError';
  readonly offset: number;

  constructor(offset: number) {
    super('a \\u escape has four hexadecimal digits');
    this.offset = offset;
  }
}

/** Throws BadEscapeError. `image` does not end within an escape, which the lexer ensures. */
export function unescaped(image: string): Unescaped {
  if (!image.includes('\\')) return { text: image, hasWildcard: /[*?]/.test(image), isFirstEscaped: false };
  const pieces: string[] = [];
  let hasWildcard = false;
  for (let i = 0; i < image.length; i++) {
    const character = image.charAt(i);
    if (character !== '\\') {
      if (character === '*' || character === '?') hasWildcard = true;
      pieces.push(character);
      continue;
    }
    i++;
    if (image[i] !== 'u') {
      pieces.push(image.charAt(i));
      continue;
    }
    const digits = image.slice(i + 1, i + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new BadEscapeError(i - 1);
    // The result of `\u` does not count as escaped.
    const decoded = String.fromCharCode(Number.parseInt(digits, 16));
    if (decoded === '*' || decoded === '?') hasWildcard = true;
    pieces.push(decoded);
    i += 4;
  }
  return { text: pieces.join(''), hasWildcard, isFirstEscaped: image.startsWith('\\') && image[1] !== 'u' };
}

/**
 * Returns the pattern that Lucene makes of an unescaped text with a wildcard. Escapes are forgotten by then. A text whose only
 * wildcard is a `*` at its end is a prefix, which is taken literally. Otherwise `\` escapes a second time.
 */
export function patternOf(text: string): Pattern {
  if (isPrefix(text)) return [{ kind: 'text', text: text.slice(0, -1) }, { kind: 'anyRun' }];
  const parts: PatternPart[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '*' || character === '?') {
      flush();
      parts.push({ kind: character === '*' ? 'anyRun' : 'anyOne' });
    } else if (character === '\\' && i + 1 < text.length) plain += text.charAt(++i);
    else plain += character;
  }
  flush();
  return parts;
}

function isPrefix(text: string): boolean {
  return text.length > 1 && !text.includes('?') && text.indexOf('*') === text.length - 1;
}
