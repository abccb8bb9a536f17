/**
 * Threads from what mails say of each other (Jamie Zawinski's algorithm), in passes over all mails, so that their order does not
 * matter: own references of a mail count more than those of others.
 *
 * 1. A mail is below the last mail that it names.
 * 2. Of the mails that it names, each is below the one before, if it has no place yet.
 * 3. All of these, and all mails of a conversation of Outlook, are one group.
 */
import type { ThreadForest } from './thread-forest.ts';

/** By numbers of the forest. */
export interface LinkedMail {
  readonly node: number;
  /** The oldest first. */
  readonly references: ArrayLike<number>;
  /** -1: none. */
  readonly conversation: number;
}

/** Mails gone through between two yields. */
const MAILS_PER_SLICE = 4096;

/** `mails` is gone through three times. Duplicates may be among them. */
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
