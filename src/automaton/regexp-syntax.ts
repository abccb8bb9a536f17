/** The parts of a regular expression after parsing, before folding. */
import { AppError } from '../shared/errors.ts';
import type { CodePointSet } from './code-point-set.ts';

export type RegexpNode =
  | { readonly kind: 'literal'; readonly codePoint: number }
  | { readonly kind: 'class'; readonly members: ClassMembers; readonly isNegated: boolean }
  | { readonly kind: 'any' }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexpNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexpNode[] }
  | { readonly kind: 'repeat'; readonly part: RegexpNode; readonly min: number; readonly max: number };

export interface ClassMembers {
  /** As written, not folded yet. */
  readonly literals: readonly (readonly [first: number, last: number])[];
  /** From `\d` and the like: already folded. */
  readonly sets: readonly CodePointSet[];
}

/** An invalid regular expression; `offset` counts UTF-16 units of the pattern. */
export class RegexpSyntaxError extends AppError {
  readonly offset: number;
  readonly found: string;
  /** The expected input, or advice. */
  readonly expected: string;

  constructor(offset: number, found: string, expected: string) {
    super('QUERY_INVALID', `Regular expression, offset ${offset}: found ${found}; ${expected}.`);
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  /** Returns the same error at another offset. */
  at(offset: number): RegexpSyntaxError {
    return new RegexpSyntaxError(offset, this.found, this.expected);
  }
}
