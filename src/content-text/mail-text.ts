/** Extracts the text of a mail: sender, recipients, date, body, and the names of attachments. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { pageText } from '../decoders/page-text.ts';
import type { MailView } from './mail-parts.ts';

/** Maximum nesting depth of messages. */
const NESTING_MAX = 20;
const HEADER_BYTES_MAX = 1 << 20;

export function parsedMail(bytes: Uint8Array): Promise<Email> {
  return PostalMime.parse(bytes, { maxNestingDepth: NESTING_MAX, maxHeadersSize: HEADER_BYTES_MAX });
}

export async function mailText(bytes: Uint8Array, unitsMax: number): Promise<string> {
  const mail = await parsedMail(bytes);
  const head = [
    ['From', mail.from === undefined ? '' : shownAddress(mail.from)],
    ['To', shownAddresses(mail.to)],
    ['Cc', shownAddresses(mail.cc)],
    ['Bcc', shownAddresses(mail.bcc)],
    ['Date', mail.date ?? ''],
    ['Subject', mail.subject ?? ''],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`);
  const body = mail.text ?? (mail.html === undefined ? '' : pageText(mail.html, unitsMax));
  const attached = mail.attachments.map(({ filename }) => filename ?? '').filter((name) => name !== '');
  const tail = attached.length === 0 ? '' : `\n\nAttachments: ${attached.join(', ')}`;
  return `${head.join('\n')}\n\n${body.trim()}${tail}`.slice(0, unitsMax);
}

const SHOWN_HEADERS = new Set(['from', 'to', 'cc', 'bcc', 'date', 'subject']);

/** Returns the text of a mail in another format. */
export function textOfView({ headers, html, text, attachments }: MailView, unitsMax: number): string {
  const head = headers.filter(([name]) => SHOWN_HEADERS.has(name.toLowerCase())).map((header) => header.join(': '));
  const body = text ?? (html === null ? '' : pageText(html, unitsMax));
  const attached = attachments.map(({ name }) => name ?? '').filter((name) => name !== '');
  const tail = attached.length === 0 ? '' : `\n\nAttachments: ${attached.join(', ')}`;
  return `${head.join('\n')}\n\n${body.trim()}${tail}`.slice(0, unitsMax);
}

function shownAddresses(addresses: readonly Address[] | undefined): string {
  return (addresses ?? []).map(shownAddress).join(', ');
}

function shownAddress({ name, address, group }: Address): string {
  if (group !== undefined) return `${name}: ${group.map(shownAddress).join(', ')};`;
  return name === '' || name === address ? (address ?? '') : `${name} <${address ?? ''}>`;
}
