/**
 * The field `Thread-Index` of Outlook and Exchange: 22 bytes that all mails of a conversation share, then 5 for each reply.
 * Mails have it in base64, other tools in hexadecimal digits.
 */
const HEAD_BYTES = 22;
/** Maximum length of an index, enough for a thousand replies. Longer ones are not used. */
const UNITS_MAX = 8192;
/** Distinguishes the identity from all ids of mails. */
const PREFIX = 'thread-index:';
/** The first byte of every index. */
const RESERVED = 1;

/** Returns the identity of the conversation, or null if the value is not such an index. */
export function conversationOf(value: string): string | null {
  if (value === '' || value.length > UNITS_MAX) return null;
  const text = value.replace(/\s+/g, '');
  const isHex = text.length >= 2 * HEAD_BYTES && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text);
  if (!isHex && !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64');
  if (bytes.length < HEAD_BYTES || bytes[0] !== RESERVED) return null;
  return `${PREFIX}${bytes.toString('hex', 0, HEAD_BYTES)}`;
}
