/** The description of a bookmark: everything but its name and members. */
import { AppError } from '../../shared/errors.ts';

export interface Description {
  readonly comment: string | null;
  /** `#rrggbb` */
  readonly color: string | null;
  /** Whether a report includes it, as in bookmarks of IPED. */
  readonly inReport: boolean;
}

/** A partial change. Absent members stay unchanged. */
export type DescriptionChange = Partial<Description>;

export const NO_DESCRIPTION: Description = { comment: null, color: null, inReport: false };

/** Length of a comment in UTF-16 units. */
export const COMMENT_UNITS_MAX = 65_536;

/** Throws AppError INVALID_REQUEST. */
export function described(before: Description, { comment, color, inReport }: DescriptionChange): Description {
  if (comment !== undefined && comment !== null && comment.length > COMMENT_UNITS_MAX) {
    throw new AppError('INVALID_REQUEST', `A comment has at most ${COMMENT_UNITS_MAX} characters.`);
  }
  if (color !== undefined && color !== null && !/^#[0-9a-f]{6}$/i.test(color)) {
    throw new AppError('INVALID_REQUEST', 'A colour is written "#rrggbb".');
  }
  return {
    comment: comment === undefined ? before.comment : comment,
    color: color === undefined ? before.color : (color?.toLowerCase() ?? null),
    inReport: inReport ?? before.inReport,
  };
}

export function isSameDescription(one: Description, other: Description): boolean {
  return one.comment === other.comment && one.color === other.color && one.inReport === other.inReport;
}

/** Parses a stored description; null if it is invalid. */
export function parseDescription(value: unknown): Description | null {
  if (typeof value !== 'object' || value === null) return null;
  const { comment, color, inReport } = value as Partial<Record<keyof Description, unknown>>;
  const isText = (one: unknown): one is string | null => one === null || typeof one === 'string';
  return isText(comment) && isText(color) && typeof inReport === 'boolean' ? { comment, color, inReport } : null;
}
