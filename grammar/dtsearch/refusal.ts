/** The errors of this syntax: what cannot be meant, where it is, and what to write. */
import { foundAt, QuerySyntaxError } from '../errors.ts';

export function refusal(
  text: string,
  position: number,
  note: string,
  expected: readonly string[] = [],
): QuerySyntaxError {
  return new QuerySyntaxError({ fault: 'unexpected', position, found: foundAt(text, position), expected, note });
}
