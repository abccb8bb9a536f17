/** Guesses from names and types whether an item may be a chat message or a conversation. The server decides. */
import { mediaTypeOf, type OpenItem, valuesOfItem } from '../state/item.ts';

const CHAT = /(?:^|[-/])(?:chat|conversation)(?:$|-)|^message\/x-/;
const CATEGORY = /\b(?:messages?|sms|mms|chats?|mensagens|mensagem)\b/i;
const KEY = /(?:^|[:/ _-])(?:(?:thread|conversation|chat|room)[ _-]?(?:id|identifier|name)?|group[ _-]?name)$/i;
const PEOPLE = /(?:^|[:/ _-])(?:from|to|sender|recipients?|receiver)$/i;
const MAIL = /(?:message[ _-]?id|in[ _-]?reply[ _-]?to|thread[ _-]?index|conversation[ _-]?index)$/i;

export function isConversation(open: Pick<OpenItem, 'properties'>): boolean {
  const names = Object.keys(open.properties);
  if (CHAT.test(mediaTypeOf(open)) || valuesOfItem(open, 'childrenInOrder')[0] === 'true') return true;
  const categories = valuesOfItem(open, 'category');
  if (names.some((name) => MAIL.test(name)) || categories.some((category) => /e-?mail/i.test(category))) return false;
  if (!names.some((name) => PEOPLE.test(name)) && valuesOfItem(open, 'system')[0] !== 'true') return false;
  return categories.some((category) => CATEGORY.test(category)) || names.some((name) => KEY.test(name));
}
