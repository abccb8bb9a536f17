/** The errors of this syntax: the part without an equivalent, its position, and an alternative. */
import { foundAt, QuerySyntaxError } from '../errors.ts';

export function refusal(
  text: string,
  position: number,
  note: string,
  expected: readonly string[] = [],
): QuerySyntaxError {
  return new QuerySyntaxError({ fault: 'unexpected', position, found: foundAt(text, position), expected, note });
}
