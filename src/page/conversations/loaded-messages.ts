/** The loaded messages of a conversation: a contiguous range, which grows at one end and drops messages at the other. */
import type { Conversation, ConversationMessage } from '../api/answers.ts';

export interface Loaded {
  /** Without its messages. */
  readonly about: Conversation;
  /** Position of the first message. */
  readonly begin: number;
  readonly messages: readonly ConversationMessage[];
}

/** Maximum number of loaded messages. */
const KEPT_MAX = 400;

export function begunWith(page: Conversation): Loaded {
  return { about: page, begin: page.offset, messages: page.messages };
}

/** A page adjacent to the range extends it. Any other page begins a new range. */
export function extended(loaded: Loaded, page: Conversation): Loaded {
  const { about, begin, messages } = loaded;
  if (page.offset === begin + messages.length) {
    const all = [...messages, ...page.messages];
    const dropped = Math.max(0, all.length - KEPT_MAX);
    return { about, begin: begin + dropped, messages: all.slice(dropped) };
  }
  if (page.offset + page.messages.length === begin) {
    return { about, begin: page.offset, messages: [...page.messages, ...messages].slice(0, KEPT_MAX) };
  }
  return { about, begin: page.offset, messages: page.messages };
}

/**
 * Whether the message is shown on the right. Its author is the owner according to the case, or the person chosen by the viewer.
 */
export function isOwn(message: ConversationMessage, chosen: string): boolean {
  if (chosen === '') return message.side === 'own';
  return message.from.values.includes(chosen);
}

/** Guesses which of two people is on the right if the case does not name the device's owner. */
export function guessedOwner({ messages, senders }: Conversation): string {
  if (messages.some(({ side }) => side !== null) || senders.values.length !== 2 || senders.total !== 2) return '';
  return senders.values[1]!.value;
}
