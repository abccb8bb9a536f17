/**
 * Reads a JSON body that may be large because of white space. Each stretch of white space outside of strings is reduced to one
 * space as it arrives. JSON.parse of the result is fast, and accepts exactly the same texts.
 */
import { AppError } from '../../shared/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Throws AppError TOO_LARGE if more characters remain. The rest of the body is still read. */
export async function readSpacedBody(texts: AsyncIterable<string>, unitsMax: number): Promise<string> {
  const kept: string[] = [];
  let units = 0;
  let isInText = false;
  let isEscaped = false;
  let isSpace = false;
  for await (const text of texts) {
    if (units > unitsMax) continue;
    let from = 0;
    const keep = (to: number): void => {
      if (from < to) kept.push(text.slice(from, to));
      units += to - from;
    };
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (code === BACKSLASH) isEscaped = true;
        else if (code === QUOTE) isInText = false;
        continue;
      }
      if (!isWhite(code)) {
        isSpace = false;
        isInText = code === QUOTE;
        continue;
      }
      // Keeps the first of a run.
      if (isSpace) {
        keep(i);
        from = i + 1;
      }
      isSpace = true;
    }
    keep(text.length);
  }
  if (units <= unitsMax) return kept.join('');
  throw new AppError('TOO_LARGE', `The body has more than ${unitsMax} characters beside white space.`);
}

function isWhite(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
