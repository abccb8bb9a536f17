/** Facts about the thread of a mail, derived from its properties. */
import type { TreeItem } from '../item-kinds.ts';
import { baseSubject } from './base-subject.ts';
import { conversationOf } from './conversation-index.ts';
import { peopleKeysIn } from './mail-people.ts';
import { type MailRole, mailRoleOf } from './mail-roles.ts';
import { idsIn } from './message-ids.ts';

/** Maximum references of a mail that are used: the first, and the nearest ones. */
export const REFERENCES_MAX = 128;
/** Maximum recipients that count when a thread has to be guessed. */
export const RECIPIENTS_MAX = 8;

export interface MailFacts {
  readonly id: string | null;
  /** The mails that it answers, oldest first. */
  readonly references: readonly string[];
  readonly conversation: string | null;
  /** Without reply prefixes, in lower case. */
  readonly subject: string;
  /** Whether its subject marks a reply, but it refers to no other mail and no conversation. */
  readonly isUnlinkedReply: boolean;
  readonly sender: string | null;
  readonly recipients: readonly string[];
  /** The date as the case spells it. Empty if there is none. */
  readonly date: string;
}

type Values = Partial<Record<MailRole, readonly string[]>>;

/** Returns null if it is not mail. */
export function mailFactsOf(item: Pick<TreeItem, 'properties'>): MailFacts | null {
  const values = mailValuesOf(item);
  return values === NO_VALUES ? null : factsOf(values);
}

const NO_VALUES: Values = {};

/** Returns the values of the fields of a mail. If several properties have a role, the first counts. */
export function mailValuesOf({ properties }: Pick<TreeItem, 'properties'>): Values {
  let values: Values | null = null;
  for (let i = 0; i < properties.length; i++) {
    const role = mailRoleOf(properties[i]![0]);
    if (role === null || properties[i]![1].length === 0) continue;
    values ??= {};
    values[role] ??= properties[i]![1];
  }
  return values ?? NO_VALUES;
}

function factsOf(values: Values): MailFacts | null {
  const id = idsIn(values.id ?? NONE)[0] ?? null;
  const references = referencesOf(values, id);
  const conversation = conversationOf(values.conversation?.[0] ?? '');
  const { text, isMarked } = baseSubject(values.subject?.[0] ?? '');
  const sender = peopleKeysIn(values.from ?? NONE)[0] ?? null;
  const isLinked = references.length > 0 || conversation !== null;
  if (id === null && !isLinked && (values.subject === undefined || sender === null)) return null;
  const recipients: string[] = [];
  for (const role of ['to', 'cc', 'bcc'] as const) {
    if (recipients.length < RECIPIENTS_MAX) recipients.push(...peopleKeysIn(values[role] ?? NONE));
  }
  return {
    id,
    references,
    conversation,
    subject: text,
    isUnlinkedReply: !isLinked && isMarked && text !== '',
    sender,
    recipients: recipients.slice(0, RECIPIENTS_MAX),
    date: values.date?.[0] ?? '',
  };
}

const NONE: readonly string[] = [];

/** `In-Reply-To` is the nearest reference, unless the list contains it already. A mail does not answer itself. */
function referencesOf({ references, inReplyTo }: Values, id: string | null): readonly string[] {
  if (references === undefined && inReplyTo === undefined) return NONE;
  const all = idsIn(references ?? NONE).filter((one) => one !== id);
  const answered = answeredIn(inReplyTo ?? NONE);
  if (answered !== null && answered !== id && !all.includes(answered)) all.push(answered);
  return all.length <= REFERENCES_MAX ? all : [all[0]!, ...all.slice(1 - REFERENCES_MAX)];
}

/**
 * Returns the first id. Old programs write sentences with addresses, so a value without brackets counts only if it is a single
 * word.
 */
function answeredIn(values: readonly string[]): string | null {
  for (const value of values) {
    if (!value.includes('<') && /\S\s+\S/.test(value)) continue;
    const [first] = idsIn([value]);
    if (first !== undefined) return first;
  }
  return null;
}

/** Returns pairs of the sender and each recipient, in code point order and without repeats, whatever the direction. */
export function circlesOf({
  sender,
  recipients,
}: Pick<MailFacts, 'sender' | 'recipients'>): readonly (readonly [string, string])[] {
  if (sender === null) return [];
  return [...new Set(recipients)]
    .filter((one) => one !== sender)
    .map((one) => (one < sender ? [one, sender] : [sender, one]));
}
