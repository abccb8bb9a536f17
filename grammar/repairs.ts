/**
 * Queries that were probably meant by one that does not parse, best first. Whether one parses is for the caller to try.
 */
import { classAt, SPACE } from './characters.ts';
import type { QuerySyntaxError } from './errors.ts';

/** Candidates for the text that `error` refused; empty where nothing can be said. */
export function repairs(text: string, error: QuerySyntaxError): readonly string[] {
  switch (error.fault) {
    case 'tooLong':
    case 'tooDeep':
    case 'tooManyClauses':
      return [];
    case 'unclosedQuote':
      return [`${text}"`, ...closedTwice(`${text}"`), quotedChunk(text, text.length)];
    case 'unclosedGroup':
      return closed(text);
    case 'unfinishedEscape':
      return [`${text}\\`, `${text}\\"`];
    case 'missingValue':
      return withValue(text, error.position);
    case 'badNumber':
      return [withoutNumber(text, error.position), quotedChunk(text, error.position)];
    default:
      return [...atUnexpected(text, error), quotedChunk(text, error.position)];
  }
}

/** With up to four closing parentheses more. */
function closed(text: string): string[] {
  const trimmed = text.replace(/(\s(AND|OR|NOT|&&|\|\|))+\s*$/u, '');
  return [1, 2, 3, 4].map((count) => trimmed + ')'.repeat(count));
}

function closedTwice(text: string): string[] {
  return closed(text).slice(0, 2);
}

/** The field operator before `position` got no value: all items with the field, or the text of the chunk. */
function withValue(text: string, position: number): string[] {
  const before = text.slice(0, position).trimEnd();
  const isAdjacent = before.length === position && classAt(text, position) !== SPACE;
  const comparison = text.slice(0, position).replace(/=\s*$/u, '') + text.slice(position).replace(/^([<>])=?/u, '$1=');
  const swapped = /=\s*$/u.test(before) && /^[<>]/u.test(text.slice(position)) ? [comparison] : [];
  const all = `${before}*${isAdjacent ? '' : ' '}${text.slice(position)}`.trimEnd();
  return isAdjacent ? [...swapped, quotedChunk(text, position), all] : [...swapped, all, quotedChunk(text, position)];
}

/** Without the `~…`, `^…` or `@…` around `position`, its sign kept where that alone means something. */
function withoutNumber(text: string, position: number): string {
  const sign = text.charAt(position - 1);
  const rest = text.slice(position).replace(/^[\d.]+/u, '');
  const isFuzzy = sign === '~' && !/["\u201C-\u201F\u00AB\u00BB]\s*$/u.test(text.slice(0, position - 1));
  return text.slice(0, isFuzzy ? position : position - 1) + rest;
}

function atUnexpected(text: string, error: QuerySyntaxError): string[] {
  const { position, expected } = error;
  const before = text.slice(0, position);
  const after = text.slice(position);
  if (expected.includes('TO')) {
    return [before + after.replace(/^to\b/iu, 'TO'), `${before}TO ${after}`, `${before.trimEnd()} TO *${after}`];
  }
  if (expected.includes("']' or '}'")) return [`${before}]${after}`];
  if (expected.includes('a value or *')) return [`${before.trimEnd()} *${after}`, `${before.trimEnd()} *]${after}`];
  const lowered = lowerOperators(text, position);
  if (/^[)\]}]/u.test(after)) return [...lowered, (before.trimEnd() + after.slice(1)).trim()];
  return lowered;
}

/** An operator word without an operand was perhaps a word: the one at `position`, the one before it, or both. */
function lowerOperators(text: string, position: number): string[] {
  const before = text.slice(0, position);
  const after = text.slice(position);
  const lowerBefore = before.replace(/(?<!\S)(?:AND|OR|NOT)(\s*)$/u, (operator) => operator.toLowerCase());
  const lowerAfter = after.replace(/^(?:AND|OR|NOT)(?!\S)/u, (operator) => operator.toLowerCase());
  const withoutSign =
    before.replace(/(?<!\S)(?:&&|\|\|)\s*$/u, '').trimEnd() + after.replace(/^(?:&&|\|\|)(?!\S)/u, '');
  const candidates = [before + lowerAfter, lowerBefore + after, lowerBefore + lowerAfter, withoutSign];
  return candidates.filter((candidate) => candidate !== text);
}

/** With the white-space delimited chunk around `position` quoted. */
function quotedChunk(text: string, position: number): string {
  let start = Math.min(position, Math.max(text.length - 1, 0));
  while (start > 0 && classAt(text, start) === SPACE) start--;
  while (start > 0 && classAt(text, start - 1) !== SPACE) start--;
  let end = start;
  while (end < text.length && classAt(text, end) !== SPACE) end++;
  const chunk = text.slice(start, end).replace(/[\\"*?\u201C-\u201F\u00AB\u00BB]/gu, '\\$&');
  return `${text.slice(0, start)}"${chunk}"${text.slice(end)}`;
}
