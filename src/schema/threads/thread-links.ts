/**
 * Builds threads from the references of mails (Jamie Zawinski's algorithm), in passes over all mails, so that their order does
 * not
 * matter. A mail's own references take precedence over those of others.
 *
 * 1. The parent of a mail is the last mail that it refers to.
 * 2. The parent of each of these is the one before it, if it has none yet.
 * 3. All of these, and all mails of a conversation of Outlook, are one group.
 */
import type { ThreadForest } from './thread-forest.ts';

/** By number in the forest. */
export interface LinkedMail {
  readonly node: number;
  /** Oldest first. */
  readonly references: ArrayLike<number>;
  /** -1 if there is none. */
  readonly conversation: number;
}

/** Mails processed between two yields. */
const MAILS_PER_SLICE = 4096;

/** `mails` is iterated three times. It may contain duplicates. */
export function* linkThreads(forest: ThreadForest, mails: () => Iterable<LinkedMail>): Generator<void, void> {
  let steps = 0;
  const isTimeToYield = (): boolean => ++steps % MAILS_PER_SLICE === 0;
  for (const { node, references } of mails()) {
    if (references.length > 0) forest.link(node, references[references.length - 1]!);
    if (isTimeToYield()) yield;
  }
  for (const { references } of mails()) {
    for (let i = 1; i < references.length; i++) forest.link(references[i]!, references[i - 1]!);
    if (isTimeToYield()) yield;
  }
  for (const { node, references, conversation } of mails()) {
    for (let i = 0; i < references.length; i++) forest.join(node, references[i]!);
    if (conversation >= 0) forest.join(node, conversation);
    if (isTimeToYield()) yield;
  }
}
