/**
 * Hints about the syntax of other tools by their definition, for a query of chunks separated by single blanks, without quotes,
 * brackets and upper-case operators. Uses only the chunks; there is no tree here.
 */
import { type Hint, hintText } from '../../../src/search/hints.ts';

const AND = ['&', 'E', 'ET', 'UND', 'Y'];
const OR = ['|', ',', ';', 'OU', 'ODER', 'O'];
const NOT = ['NÃO', 'NAO', 'NICHT', 'NON', 'SAUF'];
const SIGNS = ['&', '|', ',', ';'];
/** Maximum chunks of an expression with blanks. */
const EXPRESSION_CHUNKS = 8;
const WORD = /^[a-z]+$/;

/** The texts of all hints about operators, alternatives and expressions, each once. */
export function languageHints(chunks: readonly string[]): readonly string[] {
  const hints = chunks.flatMap((chunk, at): Hint[] => {
    const isBetween = at > 0 && at < chunks.length - 1;
    return [
      ...operatorHints(chunk, isBetween, at < chunks.length - 1),
      ...(isBetween ? proximityHints(chunks, at) : []),
      ...alternativeHints(chunk),
      ...expressionHints(chunks.slice(at, at + EXPRESSION_CHUNKS)),
    ];
  });
  return [...new Set(hints.map(hintText))];
}

function operatorHints(chunk: string, isBetween: boolean, isBefore: boolean): Hint[] {
  const own = ['and', 'or', 'not'].find((word) => chunk.toLowerCase() === word)?.toUpperCase();
  if (own !== undefined) return own === chunk ? [] : [{ kind: 'operator', word: chunk, operator: own }];
  const foreign = isBetween && AND.includes(chunk) ? 'AND' : isBetween && OR.includes(chunk) ? 'OR' : null;
  const operator = foreign ?? (isBefore && NOT.includes(chunk) ? 'NOT' : null);
  if (operator === null) return [];
  return SIGNS.includes(chunk)
    ? [{ kind: 'sign', sign: chunk, operator }]
    : [{ kind: 'operator', word: chunk, operator }];
}

/** Returns the distance in a chunk that is an operator of other tools: 10 if it has none, null if it is not such an operator. */
export function distanceIn(chunk: string): number | null {
  const [head = '', tail, ...more] = chunk.split('/');
  if (more.length > 0) return null;
  const isNumber = (text: string): boolean =>
    text.length > 0 && text.length <= 3 && [...text].every((c) => c >= '0' && c <= '9');
  if (tail !== undefined) {
    const isName = ['', 'w', 'pre', 'near', 'onear', 'adj', 'within', 'n', 'p'].includes(head.toLowerCase());
    if (!isName) return null;
    if (isNumber(tail)) return Number(tail) === 0 ? 10 : Number(tail);
    return ['s', 'p'].includes(tail.toLowerCase()) ? 10 : null;
  }
  const name = ['ONEAR', 'NEAR', 'ADJ'].find((one) => chunk.startsWith(one));
  if (name === undefined) return null;
  const rest = chunk.slice(name.length);
  if (rest === '') return 10;
  return isNumber(rest) ? Number(rest) || 10 : null;
}

function proximityHints(chunks: readonly string[], at: number): Hint[] {
  const distance = distanceIn(chunks[at]!);
  if (distance === null) return [];
  const [before, after] = [chunks[at - 1]!, chunks[at + 1]!];
  // Words that need no quotes suffice here, because other suggestions are checked by their results.
  if (!WORD.test(before) || !WORD.test(after)) return [];
  const operator = /^(?:pre|onear)/i.test(chunks[at]!) ? 'BEFORE' : 'NEAR';
  return [
    { kind: 'proximity', word: chunks[at]!, instead: `${before} ${operator}/${distance} ${after}`, isExact: true },
  ];
}

function alternativeHints(chunk: string): Hint[] {
  const parts = chunk.split('|');
  if (parts.length < 2 || !parts.every((part) => /^[a-z0-9]+$/.test(part))) return [];
  return [{ kind: 'alternatives', chunk, instead: parts.join(' OR ') }];
}

/**
 * An expression goes from a chunk that begins with its only slash to the next chunk with a slash, which must be at the end of
 * that chunk.
 */
function expressionHints(chunks: readonly string[]): Hint[] {
  const [first = '', ...others] = chunks;
  if (first.length < 2 || first.lastIndexOf('/') !== 0) return [];
  const end = others.findIndex((chunk) => chunk.includes('/'));
  const last = others[end];
  if (last === undefined || last.length < 2 || last.indexOf('/') !== last.length - 1) return [];
  const written = chunks.slice(0, end + 2).join(' ');
  const words = written.slice(1, -1);
  const isWords = words.split(' ').every((word) => /^[\p{L}\p{N}]+$/u.test(word));
  return [{ kind: 'blanks', written, instead: isWords ? `"${words}"` : null }];
}
