/**
 * Finds the queries that were probably meant by a query that does not parse, best first. The caller checks whether they parse.
 */
import { BREAK, classAt, SPACE, TEXT } from './characters.ts';
import type { QuerySyntaxError } from './errors.ts';

/** Returns candidates for the text that caused `error`; empty if there are none. */
export function repairs(text: string, error: QuerySyntaxError): readonly string[] {
  return candidates(text, error).filter((candidate) => candidate !== text && candidate.trim() !== '');
}

function candidates(text: string, error: QuerySyntaxError): string[] {
  const { fault, position } = error;
  switch (fault) {
    case 'tooLong':
    case 'tooDeep':
    case 'tooManyClauses':
      return [];
    case 'unclosedQuote':
      return [
        ...(/\\"?$/.test(text) ? closed(withLastBackslash(text)) : []),
        ...closed(`${text}"`),
        quotedChunk(text, position),
      ];
    case 'unclosedGroup':
      return closed(text);
    case 'unfinishedEscape':
      return [`${text}\\`, `${text}\\"`];
    case 'missingValue':
      return withValue(text, position);
    case 'missingName':
      return [quotedChunk(text, position)];
    case 'badNumber':
      return [withoutNumber(text, position), quotedChunk(text, position)];
    default:
      return [...withoutOpenEnd(text, position), ...atUnexpected(text, error), quotedChunk(text, position)];
  }
}

/** Parts that may end a text before the group has any content: an operator, or a bracket with its field. */
const OPEN_END = /(?:(?<![^\s(])(?:AND|OR|NOT|&&|\|\|)|(?<![^\s(])[-+!]|(?:[^\s()"]+:=?)?\()$/u;
/** These are removed one by one, each in one pass over the text. */
const OPEN_ENDS_MAX = 16;

/**
 * Returns the text without an empty group that is opened at its end, and without the operators before it: `a AND (` becomes
 * `a`.
 */
function withoutOpenEnd(text: string, position: number): string[] {
  if (text.slice(position).trim() !== '') return [];
  let kept = text.trimEnd();
  if (!kept.endsWith('(')) return [];
  for (let taken = 0; taken < OPEN_ENDS_MAX; taken++) kept = kept.replace(OPEN_END, '').trimEnd();
  return closed(kept);
}

/** Returns the text with an open quote closed whose text ends in a backslash. `"C:\"` is not closed, `"C:\\"` is. */
function withLastBackslash(text: string): string {
  return `${text.replace(/\\"?$/, '')}\\\\"`;
}

/** Returns the text unchanged, and with up to four more closing parentheses. */
function closed(text: string): string[] {
  return [0, 1, 2, 3, 4].map((count) => text + ')'.repeat(count));
}

/** Handles a field operator before `position` that has no value. Proposes all items with the field, or the chunk as text. */
function withValue(text: string, position: number): string[] {
  const before = text.slice(0, position);
  const after = text.slice(position);
  const all = closed(`${before.trimEnd()}*${before.trimEnd() === before ? '' : ' '}${after}`.trimEnd());
  const quoted = quotedChunk(text, position);
  if (before.trimEnd().endsWith(':=')) return withWholeValue(before.trimEnd(), after);
  if (before.endsWith('=') && /^[<>]/.test(after))
    return [before.slice(0, -1) + after.replace(/^([<>])=?/, '$1='), quoted];
  const isText = before.trimEnd() === before && after !== '' && classAt(text, position) !== BREAK;
  return isText ? [quoted, ...all] : [...all, quoted];
}

/** The same after `:=`. Proposes any value, the value in quotes, or a form that only `:` accepts. */
function withWholeValue(before: string, after: string): string[] {
  const [chunk = ''] = /^[^\s()]*/u.exec(after) ?? [];
  const quoted = `${before}"${chunk.replace(/[\\"]/gu, '\\$&')}"${after.slice(chunk.length)}`;
  const loose = before.slice(0, -1);
  if (chunk === '' && after !== '') return [loose + after, ...closed(`${loose}*${after}`)];
  return chunk === '' || chunk === '*' ? closed(`${loose}*${after.slice(chunk.length)}`) : [quoted, loose + after];
}

/** Returns the text without the `~`, `^` or `@` before `position` and its rest. The character stays if it is valid alone. */
function withoutNumber(text: string, position: number): string {
  const before = text.slice(0, position - 1);
  const sign = text.charAt(position - 1);
  const after = text.slice(position);
  if (/(?<![^\s(])(?:NEAR|BEFORE|FIRST|LAST)\/$/u.test(text.slice(0, position))) {
    return text.slice(0, position) + after.replace(/^\d+/u, (digits) => (Number(digits) < 1 ? '1' : '100'));
  }
  const swapped = /^([\d.]+)@(\d+)/.exec(after);
  if (swapped !== null) return `${before}@${swapped[2]}^${swapped[1]}${after.slice(swapped[0].length)}`;
  const isWord = classAt(before, before.length - 1) === TEXT;
  const number = /^[\d.]*(?=[\s)^~]|$)/u.exec(after)?.[0];
  if (number === undefined) return isWord ? text : before + after.replace(/^[^\s)]*/u, '');
  return before + (sign === '~' && isWord ? '~' : '') + after.slice(number.length);
}

function atUnexpected(text: string, error: QuerySyntaxError): string[] {
  const { position, expected } = error;
  const before = text.slice(0, position);
  const after = text.slice(position);
  const wantsRange = expected.includes('TO') || expected.includes('a value or *') || expected.includes("']' or '}'");
  if (wantsRange && /[^\s:=()+!-][[{][^\s[{]*$/u.test(before)) return [quotedChunk(text, position)];
  if (expected.includes('TO')) {
    const inserted = [before + after.replace(/^(?:to|[-\u2013,]|\.\.)(?=\s)/iu, 'TO'), `${before}TO ${after}`];
    return [...inserted, `${before.trimEnd()} TO *${after === '' ? ']' : after}`];
  }
  if (expected.includes("']' or '}'")) return [`${before}]${after}`];
  if (expected.includes('a value or *')) return [`${before.trimEnd()} *${after}`, `${before.trimEnd()} *]${after}`];
  const lowered = withOperatorsAsWords(before, after).flatMap((candidate) =>
    after === '' ? closed(candidate) : [candidate],
  );
  if (/^[)\]}]/u.test(after)) return [...lowered, (before.trimEnd() + after.slice(1)).trim()];
  return lowered;
}

/**
 * An operator without an operand may have been meant as a word. This may be the operator after the fault, the one before it, or
 * both.
 */
function withOperatorsAsWords(before: string, after: string): string[] {
  const wordBefore = before
    .replace(/(?<![^\s(])(?:AND|OR|NOT)\s*$/u, (operator) => operator.toLowerCase())
    .replace(/(?<![^\s(])(?:&&|\|\|)\s*$/u, '')
    .replace(/(?<![^\s(])[-+!]$/u, '\\$&');
  const wordAfter = after
    .replace(/^(?:AND|OR|NOT)(?![^\s)])/u, (operator) => operator.toLowerCase())
    .replace(/^(?:&&|\|\|)\s*(?![^\s)])/u, '');
  const repaired = [before + wordAfter, wordBefore + after, wordBefore + wordAfter];
  return repaired.filter((candidate) => candidate !== before + after).map((candidate) => candidate.trim());
}

/** Returns the text with the chunk around `position`, up to white space, in quotes. */
function quotedChunk(text: string, position: number): string {
  let start = Math.min(position, Math.max(text.length - 1, 0));
  while (start > 0 && classAt(text, start) === SPACE) start--;
  while (start > 0 && classAt(text, start - 1) !== SPACE) start--;
  let end = start;
  while (end < text.length && classAt(text, end) !== SPACE) end++;
  const chunk = text.slice(start, end).replace(/[\\"*?]/gu, '\\$&');
  return `${text.slice(0, start)}"${chunk}"${text.slice(end)}`;
}
