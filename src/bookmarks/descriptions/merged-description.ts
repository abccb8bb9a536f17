/** Merges two descriptions of a bookmark without loss, and reports the differences. */
import { COMMENT_UNITS_MAX, type Description } from './description.ts';

export interface MergedDescription {
  readonly description: Description;
  /** The differences, as ends of a sentence about the bookmark. */
  readonly findings: readonly string[];
}

/** Separates the existing comment from an added one. */
const BETWEEN = '\n\n';

/** Keeps the existing values. A different comment is added below the existing one. */
export function mergedDescription(before: Description, found: Description): MergedDescription {
  const findings: string[] = [];
  const color = before.color ?? found.color;
  if (found.color !== null && found.color !== color)
    findings.push(`stays ${color}; the other colour is ${found.color}`);
  let comment = mergedComment(before.comment, found.comment);
  if (comment !== before.comment && comment !== found.comment) {
    findings.push('has another comment: the imported one was added below it');
  }
  if (comment !== null && comment.length > COMMENT_UNITS_MAX) {
    findings.push(`has a comment that is cut to ${COMMENT_UNITS_MAX} characters`);
    comment = comment.slice(0, COMMENT_UNITS_MAX);
  }
  return { description: { comment, color, inReport: before.inReport || found.inReport }, findings };
}

function mergedComment(before: string | null, found: string | null): string | null {
  if (found === null || found === '') return before;
  if (before === null || before === '') return found;
  const isThere = `${BETWEEN}${before}${BETWEEN}`.includes(`${BETWEEN}${found}${BETWEEN}`);
  return isThere ? before : `${before}${BETWEEN}${found}`;
}
