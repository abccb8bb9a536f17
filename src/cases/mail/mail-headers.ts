/** Converts the header of a mail to properties, under the names that all formats use for mail. */
import { type Address, addressParser, decodeWords } from 'postal-mime';
import { fieldText, firstField, type HeaderFields } from './header-fields.ts';
import { mailDate } from './mail-date.ts';

export type MailProperties = [name: string, values: readonly string[]][];

export interface MailHeader {
  readonly properties: MailProperties;
  readonly subject: string | null;
  /** `From: …` and so on, for the beginning of a mail's text. */
  readonly lines: readonly string[];
  /** Descriptions of values that are invalid for their field. */
  readonly faults: readonly string[];
}

const ADDRESSES = [
  ['from', 'Communication:From', 'From'],
  ['to', 'Communication:To', 'To'],
  ['cc', 'Message-Cc', 'Cc'],
  ['bcc', 'Message-Bcc', 'Bcc'],
] as const;

/** Fields that become properties under their own names. */
const OTHER_FIELDS = [
  ['sender', 'Sender'],
  ['reply-to', 'Reply-To'],
  ['return-path', 'Return-Path'],
  ['delivered-to', 'Delivered-To'],
  ['list-id', 'List-Id'],
  ['user-agent', 'User-Agent'],
  ['x-mailer', 'X-Mailer'],
  ['x-originating-ip', 'X-Originating-IP'],
  ['thread-index', 'Thread-Index'],
  ['x-gm-thrid', 'X-GM-THRID'],
] as const;

/** Uses all fields of the same name. Each address becomes a value. */
export function mailHeader(fields: HeaderFields, named: string | null): MailHeader {
  const decoded = (raw: string): string => decodeWords(fieldText(raw, named)).trim();
  const all = (name: string): readonly string[] => fields.filter(([key]) => key === name).map(([, value]) => value);
  const properties: MailProperties = [];
  const lines: string[] = [];
  const faults: string[] = [];
  const add = (name: string, values: readonly string[]): void => {
    const given = values.filter((value) => value !== '');
    if (given.length > 0) properties.push([name, given]);
  };
  const subject = all('subject').map(decoded)[0] ?? null;
  add('Message-Subject', subject === null ? [] : [subject]);
  for (const [field, property, label] of ADDRESSES) {
    const addresses = all(field).flatMap((raw) => addressesOf(fieldText(raw, named)));
    add(property, addresses);
    if (addresses.length > 0) lines.push(`${label}: ${addresses.join(', ')}`);
  }
  const sent = firstField(fields, 'date');
  if (sent !== null && sent !== '') {
    const date = mailDate(sent);
    if (date === null) faults.push(`date ${JSON.stringify(sent.slice(0, 100))} is not a mail date`);
    add('Communication:Date', [date ?? fieldText(sent)]);
    lines.push(`Date: ${fieldText(sent)}`);
  }
  if (subject !== null && subject !== '') lines.push(`Subject: ${subject}`);
  // The last server's field is the first in the header. It has the time after the last semicolon.
  const received = firstField(fields, 'received');
  const arrival = received === null ? null : mailDate(received.slice(received.lastIndexOf(';') + 1));
  add('received', arrival === null ? [] : [arrival]);
  add('Message-ID', idsOf(all('message-id')));
  add('In-Reply-To', idsOf(all('in-reply-to')));
  add('References', idsOf(all('references')));
  for (const [field, property] of OTHER_FIELDS) add(property, all(field).map(decoded));
  // A list of labels, as in account exports of Gmail.
  add(
    'labels',
    all('x-gmail-labels').flatMap((raw) =>
      decoded(raw)
        .split(',')
        .map((label) => label.trim()),
    ),
  );
  return { properties, subject: subject === '' ? null : subject, lines, faults };
}

function addressesOf(raw: string): readonly string[] {
  return addressParser(raw)
    .map(shownAddress)
    .filter((address) => address !== '');
}

function shownAddress({ name, address, group }: Address): string {
  if (group !== undefined) return `${name}: ${group.map(shownAddress).join(', ')};`;
  return name === '' || name === address ? (address ?? '') : `${name} <${address ?? ''}>`.replace(/ <>$/, '');
}

/** Returns each `<…>`. A field without any is a single value. */
function idsOf(raws: readonly string[]): readonly string[] {
  return raws.flatMap((raw) => {
    const ids = raw.match(/<[^<>\s]{1,2000}>/g);
    return (ids ?? [raw.trim()]).map((id) => fieldText(id));
  });
}
