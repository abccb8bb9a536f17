/** The only error of this package: the fault in the text of a query, its position, and what was expected there. */
import { nameOfInvisible, withNamedInvisibles } from './invisible.ts';
import { NESTING_MAX } from './limits.ts';

/** The kind of fault, which determines the repairs that are tried. */
export type SyntaxFault =
  | 'tooLong'
  | 'tooDeep'
  | 'tooManyClauses'
  | 'unclosedQuote'
  | 'unclosedGroup'
  | 'unfinishedEscape'
  | 'missingValue'
  | 'missingName'
  | 'badNumber'
  | 'unexpected';

export interface SyntaxErrorDetails {
  readonly fault: SyntaxFault;
  /** 0-based offset in the text, in UTF-16 units, from 0 to its length. */
  readonly position: number;
  /** The text at the position, shortened, or `end of query`. */
  readonly found: string;
  /** What was expected at the position, for display. */
  readonly expected: readonly string[];
  /** A sentence that explains the error. Empty if the position and what was found and expected explain it. */
  readonly note?: string;
  /** The query that was probably meant, or null. It parses. */
  readonly suggestion?: string | null;
}

/** A text that is not a valid query, or exceeds a limit. */
export class QuerySyntaxError extends Error {
  override readonly name = 'QuerySyntaxError';
  readonly fault: SyntaxFault;
  /** 0-based offset in the text, in UTF-16 units, from 0 to its length. */
  readonly position: number;
  /** The text at the position, shortened, or `end of query`. */
  readonly found: string;
  /** What was expected at the position, for display. */
  readonly expected: readonly string[];
  readonly note: string;
  /** The query that was probably meant, or null. It parses. */
  readonly suggestion: string | null;

  constructor(details: SyntaxErrorDetails) {
    super(`Query syntax error at position ${details.position}: ${describeFault(details)}`);
    this.fault = details.fault;
    this.position = details.position;
    this.found = details.found;
    this.expected = details.expected;
    this.note = details.note ?? '';
    this.suggestion = details.suggestion ?? null;
  }
}

/** Returns the message without the position: `found …, expected … (note)`. */
export function describeFault(details: SyntaxErrorDetails): string {
  const { found, expected, note } = details;
  const wanted = expected.length === 0 ? '' : `, expected ${listWithOr(expected)}`;
  return `found ${found}${wanted}${note === undefined || note === '' ? '' : ` (${note})`}`;
}

export const END_OF_QUERY = 'end of query';

const FOUND_UNITS_MAX = 40;

/** Returns the text that an error reports at `position`: up to the next white space, quoted and shortened. */
export function foundAt(text: string, position: number): string {
  if (position >= text.length) return END_OF_QUERY;
  const head = text.slice(position, position + FOUND_UNITS_MAX + 1);
  const chunk = /^\S+/u.exec(head)?.[0] ?? head.slice(0, 1);
  const shown = withNamedInvisibles(chunk.slice(0, FOUND_UNITS_MAX));
  if (shown === `[${nameOfInvisible(chunk)}]`) return shown.slice(1, -1);
  return chunk.length > FOUND_UNITS_MAX ? `'${shown}…'` : `'${shown}'`;
}

/** Returns the error of a text that exceeds a limit at `position`. */
export function overLimit(
  fault: 'tooLong' | 'tooDeep' | 'tooManyClauses',
  text: string,
  position: number,
  note: string,
): QuerySyntaxError {
  return new QuerySyntaxError({ fault, position, found: foundAt(text, position), expected: [], note });
}

function listWithOr(labels: readonly string[]): string {
  if (labels.length === 1) return labels[0] ?? '';
  return `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
}

export function tooDeep(text: string, position: number): QuerySyntaxError {
  return overLimit('tooDeep', text, position, `a query is nested at most ${NESTING_MAX} deep`);
}
