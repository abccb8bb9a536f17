/**
 * A review: items in a fixed order, dealt in batches to people who code them. The review is a set of the store with these items
 * as members. Its settings are the description.
 */
import { AppError } from '../../shared/errors.ts';
import { bookmarkName } from '../bookmark-name.ts';

/** Shorter than the limit for bookmark names, because names of batches and decisions contain the name and their own numbers. */
const NAME_BYTES_MAX = 200;
export const REVIEWS_MAX = 1000;
/** Maximum number of items in a review, and of batches. */
export const REVIEW_ITEMS_MAX = 200_000;
export const BATCHES_MAX = 2000;
export const BATCH_ITEMS_MAX = 1000;
export const DEFAULT_BATCH_ITEMS = 200;
/** Maximum number of items in a group, such as a family, which is always in one batch. */
export const FAMILY_ITEMS_MAX = 3000;
export const REVIEW_CODINGS_MAX = 10;
export const ASSIGNEES_MAX = 100;
const ASSIGNEE_UNITS_MAX = 200;
/** Maximum number of items in one decision request. */
export const DECIDED_AT_ONCE_MAX = 1000;
/** Inactivity in seconds after which a batch is returned. */
export const DEFAULT_GIVE_BACK_SECONDS = 3600;
export const GIVE_BACK_SECONDS_MAX = 30 * 24 * 3600;
/** Maximum number of UTF-16 units that are stored of the request for the review's set. */
const ASKED_UNITS_MAX = 4096;

/** The items that stay in one batch. `both`: families and threads that share an item of the review are one group. */
export const TOGETHER = ['family', 'thread', 'both'] as const;
export type Together = (typeof TOGETHER)[number];
/** Names of one group in messages. */
export const TOGETHER_NAMES: Readonly<Record<Together, string>> = {
  family: 'family',
  thread: 'thread',
  both: 'group of families and threads',
};

export interface SecondLook {
  /** Set number of the review that is checked. */
  readonly of: number;
  readonly percent: number;
  readonly seed: number;
  readonly accepted: { readonly who: string | null; readonly time: string } | null;
}

export interface ReviewSettings {
  /** Sort keys, as `/hits` accepts them. Null for the given order. */
  readonly order: readonly string[] | null;
  readonly codings: readonly string[];
  /** Empty for everyone with the permission to code. */
  readonly assignees: readonly string[];
  readonly batch: number;
  readonly together: Together | null;
  readonly giveBackSeconds: number;
  readonly creator: string | null;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** The request for the set, as JSON. Null if it is too long, or if items were listed. */
  readonly asked: string | null;
  readonly secondLook: SecondLook | null;
}

/** The options of a new review. */
export interface ReviewChoices extends Omit<ReviewSettings, 'creator' | 'created' | 'secondLook'> {
  readonly name: string;
}

export function reviewName(name: string): string {
  const checked = bookmarkName(name, 'review');
  if (Buffer.byteLength(checked) <= NAME_BYTES_MAX) return checked;
  throw new AppError('INVALID_REQUEST', `The name of the review is longer than ${NAME_BYTES_MAX} bytes in UTF-8.`);
}

/** Names in NFC. Throws INVALID_REQUEST. */
export function checkedChoices(choices: ReviewChoices): ReviewChoices {
  const { codings, assignees, asked } = choices;
  if (codings.length === 0) throw invalid('has no codings');
  if (codings.length > REVIEW_CODINGS_MAX) throw invalid(`has more than ${REVIEW_CODINGS_MAX} codings`);
  if (assignees.length > ASSIGNEES_MAX) throw invalid(`has more than ${ASSIGNEES_MAX} assignees`);
  const odd = assignees.find((one) => one === '' || one.length > ASSIGNEE_UNITS_MAX);
  if (odd !== undefined)
    throw invalid(`has an assignee whose name is empty or longer than ${ASSIGNEE_UNITS_MAX} characters`);
  return {
    ...choices,
    name: reviewName(choices.name),
    codings: once(codings.map((one) => bookmarkName(one, 'coding'))),
    assignees: once(assignees),
    asked: asked === null || asked.length > ASKED_UNITS_MAX ? null : asked,
  };
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function invalid(finding: string): AppError {
  return new AppError('INVALID_REQUEST', `The review ${finding}.`);
}
