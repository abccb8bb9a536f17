/** Facts about the thread of a mail from its properties. */
import type { TreeItem } from '../item-kinds.ts';
import { baseSubject } from './base-subject.ts';
import { conversationOf } from './conversation-index.ts';
import { peopleIn } from './mail-people.ts';
import { type MailRole, mailRoleOf } from './mail-roles.ts';
import { idsIn } from './message-ids.ts';

/** Ids of a mail's references that are used: the first, and those nearest to the mail. */
export const REFERENCES_MAX = 128;
/** Recipients who count if a thread has to be guessed. */
export const RECIPIENTS_MAX = 8;

export interface MailFacts {
  readonly id: string | null;
  /** The mails it answers, the oldest first. */
  readonly references: readonly string[];
  readonly conversation: string | null;
  /** Without marks of replies, in lower case. */
  readonly subject: string;
  /** Whether it names no other mail and no conversation, but its subject says that it answers one. */
  readonly isUnlinkedReply: boolean;
  readonly sender: string | null;
  readonly recipients: readonly string[];
  /** As it is written; empty: none. */
  readonly date: string;
}

type Values = Partial<Record<MailRole, readonly string[]>>;

/** Null: it is not a mail. */
export function mailFactsOf(item: Pick<TreeItem, 'properties'>): MailFacts | null {
  const values = mailValuesOf(item);
  return values === NO_VALUES ? null : factsOf(values);
}

const NO_VALUES: Values = {};

/** The values of the fields of a mail: of each the first property counts. */
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
  const sender = peopleIn(values.from ?? NONE)[0]?.key ?? null;
  const isLinked = references.length > 0 || conversation !== null;
  if (id === null && !isLinked && (values.subject === undefined || sender === null)) return null;
  const recipients: string[] = [];
  for (const role of ['to', 'cc', 'bcc'] as const) {
    if (recipients.length < RECIPIENTS_MAX) recipients.push(...peopleIn(values[role] ?? NONE).map(({ key }) => key));
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

/** `In-Reply-To` is the nearest of them, or is among them. A mail does not answer itself. */
function referencesOf({ references, inReplyTo }: Values, id: string | null): readonly string[] {
  const all = idsIn(references ?? NONE).filter((one) => one !== id);
  const answered = answeredIn(inReplyTo ?? NONE);
  if (answered !== null && answered !== id && !all.includes(answered)) all.push(answered);
  return all.length <= REFERENCES_MAX ? all : [all[0]!, ...all.slice(1 - REFERENCES_MAX)];
}

/** The first id. Old programs write sentences with addresses: a value without brackets counts if it is one word. */
function answeredIn(values: readonly string[]): string | null {
  for (const value of values) {
    if (!value.includes('<') && /\S\s+\S/.test(value)) continue;
    const [first] = idsIn([value]);
    if (first !== undefined) return first;
  }
  return null;
}

/** The sender with each recipient, in code point order, each pair once: who writes to whom either way. */
export function circlesOf({
  sender,
  recipients,
}: Pick<MailFacts, 'sender' | 'recipients'>): readonly (readonly [string, string])[] {
  if (sender === null) return [];
  return [...new Set(recipients)]
    .filter((one) => one !== sender)
    .map((one) => (one < sender ? [one, sender] : [sender, one]));
}
