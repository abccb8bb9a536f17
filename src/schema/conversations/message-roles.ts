/**
 * Maps properties of an item to the parts of a chat message, whatever tool named them, by the letters and digits of the last
 * part of the name, in lower case. `Communication:From`, `phone_number_from` and `Sender` are all senders. This is the only
 * list of them.
 */

export type MessageRole =
  | 'key'
  | 'from'
  | 'to'
  | 'date'
  | 'body'
  | 'direction'
  | 'ownSender'
  | 'deleted'
  | 'attachments';

/** Indexed by role: names in order of precedence. */
const NAMES: Readonly<Record<MessageRole, string>> = {
  key: 'threadid conversationid chatid chatidentifier roomid channelid conversation chat chatname conversationname groupname chatroom',
  from: 'from messagefrom sender phonenumberfrom sendername author username fromname senderid',
  to: 'to messageto messagerecipientaddress recipient recipients phonenumberto receiver recipientname',
  date: 'date messagedate messagetimestamp sent datesent sentdate datetime timestamp timestamptime messagetime datetimesent received datetimercvd time',
  body: 'messagebody body messagetext text message messagecontent content snippet',
  direction: 'direction messagedirection communicationdirection',
  ownSender: 'fromowner isfromme fromme isoutgoing fromisphoneowner',
  deleted: 'deleted isdeleted deletedstate deletedinstantmessage',
  attachments: 'attachments attachment attachmentname attachmentfilename',
};

interface RoleOfName {
  readonly role: MessageRole;
  /** Rank of the name, from 0. Lower ranks take precedence. */
  readonly rank: number;
}

const ROLES: ReadonlyMap<string, RoleOfName> = new Map(
  (Object.keys(NAMES) as MessageRole[]).flatMap((role) =>
    NAMES[role].split(' ').map((name, rank) => [name, { role, rank }] as const),
  ),
);

/** Names with more characters have no role. */
const NAME_UNITS_MAX = 200;

/** Returns null if the property has no role. */
export function messageRoleOf(property: string): RoleOfName | null {
  if (property.length > NAME_UNITS_MAX) return null;
  const last = property.slice(Math.max(property.lastIndexOf(':'), property.lastIndexOf('/')) + 1);
  return ROLES.get(last.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')) ?? null;
}
