/** The messages of a conversation that are on the page: consecutive ones, which grow at both ends and forget the far one. */
import type { Conversation, ConversationMessage } from '../api/answers.ts';

export interface Loaded {
  /** Without its messages. */
  readonly about: Conversation;
  /** Place of the first message. */
  readonly begin: number;
  readonly messages: readonly ConversationMessage[];
}

/** Messages that are kept on the page. */
const KEPT_MAX = 400;

export function begunWith(page: Conversation): Loaded {
  return { about: page, begin: page.offset, messages: page.messages };
}

/** A page that meets the run at one end is added there; any other one begins a new run. */
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

/** Who wrote what is shown on the right: what the case says, or the person that the viewer has chosen. */
export function isOwn(message: ConversationMessage, chosen: string): boolean {
  if (chosen === '') return message.side === 'own';
  return message.from.values.includes(chosen);
}

/** Of two people one is shown on the right, if the case does not say whose device it was. */
export function guessedOwner({ messages, senders }: Conversation): string {
  if (messages.some(({ side }) => side !== null) || senders.values.length !== 2 || senders.total !== 2) return '';
  return senders.values[1]!.value;
}
