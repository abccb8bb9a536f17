/** Facts about a chat message, derived from its properties, and whether an item is a conversation. */
import { IN_ORDER, kindOf, type TreeItem } from '../item-kinds.ts';
import { mailFactsOf } from '../threads/mail-facts.ts';
import { type MessageRole, messageRoleOf } from './message-roles.ts';

export interface Valued {
  readonly property: string;
  readonly values: readonly string[];
}

export interface MessageFacts {
  readonly key: Valued | null;
  readonly from: Valued | null;
  readonly to: Valued | null;
  /** The date as the case spells it. Null if there is none. */
  readonly date: string | null;
  /** The text of the message, if it is a property. Otherwise null. */
  readonly body: string | null;
  /** Whether the owner of the device wrote it. Null if the case does not say. */
  readonly side: 'own' | 'other' | null;
  /** Whether the application itself wrote it. */
  readonly isSystem: boolean;
  /** Whether the case marks the message as deleted on the device. */
  readonly isDeleted: boolean;
  /** Names of its files. */
  readonly attachments: readonly string[];
  /** Hashes of linked items, in lower case. */
  readonly linkedHashes: readonly string[];
}

type Item = Pick<TreeItem, 'properties'>;

const OWN = /^(?:out|outgoing|outbound|sent|from me|enviad[ao]|saída)$/i;
const OTHER = /^(?:in|incoming|inbound|received|to me|recebid[ao]|entrada)$/i;
const LINKED = /\b(?:hash|md5|sha-?1|sha-?256|sha-?512)"?\s*:\s*"?([0-9a-f]{32,128})\b/gi;
/** Maximum number of characters that are read of the linked items of a message. */
const LINKED_UNITS_MAX = 10_000;

export function messageFactsOf({ properties }: Item): MessageFacts {
  const found: Partial<Record<MessageRole, Valued & { readonly rank: number }>> = {};
  const linked = new Set<string>();
  let isSystem = false;
  for (const [property, values] of properties) {
    if (values.length === 0) continue;
    if (property === 'system' && isTrue(values[0]!)) isSystem = true;
    if (property === 'linkedItems') {
      for (const value of values) {
        for (const [, hash] of value.slice(0, LINKED_UNITS_MAX).matchAll(LINKED)) linked.add(hash!.toLowerCase());
      }
    }
    const role = messageRoleOf(property);
    if (role === null) continue;
    const before = found[role.role];
    if (before === undefined || role.rank < before.rank) found[role.role] = { property, values, rank: role.rank };
  }
  const { key = null, from = null, to = null, date, body, direction, ownSender, deleted, attachments } = found;
  return {
    key,
    from,
    to,
    date: date?.values[0] ?? null,
    body: body?.values[0] ?? null,
    side: sideOf(direction?.values[0], ownSender?.values[0]),
    isSystem,
    isDeleted: deleted?.values.some((value) => isTrue(value) || /^deleted$/i.test(value)) === true,
    attachments: attachments?.values ?? [],
    linkedHashes: [...linked],
  };
}

function sideOf(direction: string | undefined, ownSender: string | undefined): MessageFacts['side'] {
  if (ownSender !== undefined) {
    if (isTrue(ownSender)) return 'own';
    if (/^(?:false|0|no)$/i.test(ownSender.trim())) return 'other';
  }
  const text = direction?.trim() ?? '';
  return OWN.test(text) ? 'own' : OTHER.test(text) ? 'other' : null;
}

function isTrue(value: string): boolean {
  return /^(?:true|1|yes)$/i.test(value.trim());
}

/** Content types of conversations of IPED: `application/x-whatsapp-chat`, `application/x-ufed-chat-preview-telegram`. */
const CHAT_TYPE = /^(?:application|chat)\/x-(?:[a-z0-9]+-)*(?:chat|conversation)(?:-preview)?(?:-[a-z0-9]+)?$/i;

/** Whether the messages of a conversation are the children of the item. A message with replies is not a conversation. */
export function isConversation(item: Item): boolean {
  const type = item.properties.find(([name]) => name === 'contentType')?.[1][0] ?? '';
  if (CHAT_TYPE.test(type.split(';', 1)[0]!.trim())) return true;
  if ((kindOf({ ...item, parentId: null }) & IN_ORDER) === 0) return false;
  const { from, date } = messageFactsOf(item);
  return from === null || date === null;
}

const MESSAGE_CATEGORY = /\b(?:messages?|sms|mms|chats?|mensagens|mensagem)\b/i;
const MAIL_CATEGORY = /e-?mail/i;
const MESSAGE_TYPE = /^message\/x-/i;

/**
 * Whether an item outside any conversation is a chat message, because it names its conversation or has such a kind. Mails are
 * not chat messages.
 */
export function isLooseMessage(item: Item): boolean {
  const { key, from, to, date, body } = messageFactsOf(item);
  if (from === null && to === null) return false;
  if (mailFactsOf(item)?.id != null) return false;
  const of = (name: string): readonly string[] => item.properties.find(([own]) => own === name)?.[1] ?? [];
  const categories = of('category');
  if (categories.some((category) => MAIL_CATEGORY.test(category))) return false;
  if (key !== null && (date !== null || body !== null)) return true;
  return (
    categories.some((category) => MESSAGE_CATEGORY.test(category)) || MESSAGE_TYPE.test(of('contentType')[0] ?? '')
  );
}
