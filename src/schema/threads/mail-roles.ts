/**
 * Maps properties of an item to the fields of a mail, whatever tool named them, by the letters and digits of the last part of
 * the name. `Message:Raw-Header:Message-ID`, `MESSAGE_ID` and `Email Message ID` are the same field. This is the only list of
 * them.
 */

export type MailRole =
  | 'id'
  | 'inReplyTo'
  | 'references'
  | 'conversation'
  | 'subject'
  | 'from'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'date';

const NAMES: Readonly<Record<MailRole, string>> = {
  id: 'messageid internetmessageid emailmessageid msgid emailmsgid',
  inReplyTo: 'inreplyto inreplytoid emailinreplyto emailinreplytoid',
  references: 'references emailreferences internetreferences messagereferences',
  conversation: 'threadindex conversationindex emailconversationindex pidtagconversationindex prconversationindex',
  subject: 'subject messagesubject emailsubject mailsubject',
  from: 'from messagefrom emailfrom mailfrom sender emailsender',
  to: 'to messageto messagerecipientaddress emailto mailto recipients recipient emailrecipients',
  cc: 'cc messagecc emailcc mailcc',
  bcc: 'bcc messagebcc emailbcc mailbcc',
  date: 'date messagedate emaildate maildate sent sentdate datesent sentdatetime emailsentdate emaildatesent emailsent',
};

const ROLES: ReadonlyMap<string, MailRole> = new Map(
  (Object.keys(NAMES) as MailRole[]).flatMap((role) => NAMES[role].split(' ').map((name) => [name, role] as const)),
);

/** Maximum property names whose role is cached. A case may have any number of names. */
const REMEMBERED_MAX = 10_000;
const remembered = new Map<string, MailRole | null>();

/** Names with more characters have no role. */
const NAME_UNITS_MAX = 200;

/** Returns the role of a property, or null. */
export function mailRoleOf(property: string): MailRole | null {
  const known = remembered.get(property);
  if (known !== undefined) return known;
  const role = property.length > NAME_UNITS_MAX ? null : roleOf(property);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(property, role);
  return role;
}

function roleOf(property: string): MailRole | null {
  const last = property.slice(Math.max(property.lastIndexOf(':'), property.lastIndexOf('/')) + 1);
  return ROLES.get(last.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')) ?? null;
}
