/** The error for a query that parses but cannot run. It describes the part at fault, and the source if that matters. */
import { AppError } from '../shared/errors.ts';

/** A field that cannot have the requested value. */
export interface UnfitField {
  readonly field: string;
  readonly type: 'number' | 'date';
  /** A value that it could have. */
  readonly example: string;
}

export interface RefusalDetails {
  readonly message: string;
  /** Offset in the query's text in UTF-16 units, or null if the tree was not parsed from text. */
  readonly position: number | null;
  /** The expected input there. */
  readonly expected: readonly string[];
  /** The field at fault, if its type is the reason. */
  readonly unfit?: UnfitField | null;
  /** The name of the source in its engine, if another source could answer. */
  readonly source?: string | null;
}

export class RefusedQueryError extends AppError {
  readonly position: number | null;
  readonly expected: readonly string[];
  readonly unfit: UnfitField | null;
  readonly source: string | null;

  constructor({ message, position, expected, unfit = null, source = null }: RefusalDetails, cause?: unknown) {
    super('QUERY_INVALID', message, { cause });
    this.position = position;
    this.expected = expected;
    this.unfit = unfit;
    this.source = source;
  }

  /** Returns the error with some of its details replaced. */
  with(details: Partial<RefusalDetails>): RefusedQueryError {
    const { message, position, expected, unfit, source } = this;
    return new RefusedQueryError({ message, position, expected, unfit, source, ...details }, this.cause);
  }
}
