/** The errors of this syntax. They name the part that has no equivalent, its position, and an alternative. */
import { END_OF_QUERY, foundAt, QuerySyntaxError } from '../errors.ts';

export function refusal(
  text: string,
  position: number,
  note: string,
  expected: readonly string[] = [],
): QuerySyntaxError {
  return new QuerySyntaxError({ fault: 'unexpected', position, found: foundAt(text, position), expected, note });
}

/** Returns the error for a token where others were expected. */
export function unexpectedAt(text: string, position: number, expected: readonly string[]): QuerySyntaxError {
  return new QuerySyntaxError({ fault: 'unexpected', position, found: foundAt(text, position), expected });
}

export function unclosedGroup(text: string, start: number): QuerySyntaxError {
  return new QuerySyntaxError({
    fault: 'unclosedGroup',
    position: text.length,
    found: END_OF_QUERY,
    expected: ["')'"],
    note: `the group at ${start} is not closed`,
  });
}
