/** Shows an invalid query on a terminal, with a caret under the position. */
import type { QuerySyntaxError } from '../../grammar/errors.ts';
import { AppError } from '../shared/errors.ts';
import { printable } from './terminal/terminal.ts';

/** A query that does not parse: `lines` for people, `syntax` for programs. */
export class QueryFault extends AppError {
  readonly lines: readonly string[];
  readonly syntax: QuerySyntaxError;

  constructor(text: string, syntax: QuerySyntaxError) {
    super('QUERY_INVALID', syntax.message, { cause: syntax });
    this.syntax = syntax;
    this.lines = explain(text, syntax);
  }
}

/** Units of a long query that are shown on both sides of the position. */
const contextUnits = 60;

function explain(text: string, error: QuerySyntaxError): readonly string[] {
  const start = Math.max(0, error.position - contextUnits);
  const end = Math.min(text.length, error.position + contextUnits);
  const before = (start > 0 ? '…' : '') + printable(text.slice(start, error.position));
  const after = printable(text.slice(error.position, end)) + (end < text.length ? '…' : '');
  return [
    `case-access: ${printable(error.message)}`,
    `  ${before}${after}`,
    `  ${' '.repeat(columnsOf(before))}^`,
    ...(error.suggestion === null ? [] : [`Did you mean: ${printable(error.suggestion)}`]),
  ];
}

/** Columns on a terminal: combining marks take none, ideographs and full-width forms two. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Me}|\u200d/u.test(character)) continue;
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}
