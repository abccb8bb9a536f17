/** A message of Outlook (MSG) as a mail: its headers, its body from HTML, RTF or text, and its attachments. */
import { decompressRTF } from '@kenjiuno/decompressrtf';
import reader, { type FieldsData } from '@kenjiuno/msgreader';
import { Refusal } from '../../confined/confined-host.ts';
import { charsetOf, decodeWhole } from '../../decoders/charset.ts';
import { charsetOfPage } from '../../decoders/page-text.ts';
import { ATTACHMENTS_MAX, HEADERS_MAX, type MailView } from '../mail-parts.ts';
import { safePage } from '../safe-page.ts';
import { COMPOUND_MAGIC } from './document-format.ts';
import { PICTURES_BYTES_MAX } from './limits.ts';
import { PageWriter } from './page-writer.ts';
import { pictureAddress } from './picture-element.ts';
import { rtfPage, wrappedSource } from './rtf-page.ts';

/** The package is CommonJS: its default is one of its exports. */
const MsgReader = reader.default;

export async function outlookMail(bytes: Buffer, unitsMax: number): Promise<MailView> {
  if (!bytes.subarray(0, COMPOUND_MAGIC.length).equals(COMPOUND_MAGIC)) {
    throw new Refusal('does not begin like a message of Outlook');
  }
  try {
    return await mailOf(bytes, unitsMax);
  } catch (error) {
    // The package's error messages about damage would mean nothing to users.
    throw error instanceof Refusal ? error : new Refusal('is a message of Outlook that is damaged');
  }
}

async function mailOf(bytes: Buffer, unitsMax: number): Promise<MailView> {
  const message = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
  const fields = message.getFileData();
  if (fields.error !== undefined) throw new Refusal(`cannot be read as a message of Outlook (${fields.error})`);
  const attachments = (fields.attachments ?? []).slice(0, ATTACHMENTS_MAX);
  const read = (attachment: FieldsData): Uint8Array | null => {
    try {
      return message.getAttachment(attachment).content;
    } catch {
      return null;
    }
  };
  const { html, text } = await bodyOf(fields, unitsMax, inlinePictures(attachments, read));
  return {
    headers: headersOf(fields).slice(0, HEADERS_MAX),
    text,
    html,
    attachments: attachments.map((attachment) => ({
      name: attachment.fileName ?? attachment.fileNameShort ?? attachment.name ?? null,
      contentType:
        attachment.attachMimeTag ??
        (attachment.innerMsgContent ? 'application/vnd.ms-outlook' : 'application/octet-stream'),
      size: Math.max(0, attachment.contentLength ?? 0),
    })),
  };
}

/** Keyed by the URL that the body uses: `cid:…`. */
function inlinePictures(
  attachments: readonly FieldsData[],
  read: (attachment: FieldsData) => Uint8Array | null,
): (source: string) => string | null {
  let bytes = 0;
  return (source) => {
    const id = /^cid:(.+)$/i.exec(source)?.[1];
    const attachment = id === undefined ? undefined : attachments.find(({ pidContentId }) => pidContentId === id);
    const content = attachment === undefined ? null : read(attachment);
    if (content === null) return null;
    bytes += content.length;
    return bytes > PICTURES_BYTES_MAX ? null : pictureAddress(content);
  };
}

async function bodyOf(
  fields: FieldsData,
  unitsMax: number,
  pictureOf: (source: string) => string | null,
): Promise<{ readonly html: string | null; readonly text: string | null }> {
  const text = fields.body?.slice(0, unitsMax) ?? null;
  const html =
    fields.bodyHtml ?? (fields.html === undefined ? undefined : decodedPage(Buffer.from(fields.html), fields));
  if (html !== undefined) return { html: safePage(html, unitsMax, pictureOf), text };
  if (fields.compressedRtf === undefined) return { html: null, text };
  let rtf: Buffer;
  try {
    rtf = Buffer.from(decompressRTF([...fields.compressedRtf]));
  } catch {
    return { html: null, text };
  }
  const wrapped = wrappedSource(rtf, unitsMax);
  if (wrapped?.kind === 'html') return { html: safePage(wrapped.source, unitsMax, pictureOf), text };
  if (wrapped !== null) return { html: null, text: text ?? wrapped.source };
  const page = new PageWriter();
  const pictures = rtfPage(rtf, page);
  return { html: safePage(await page.finish(pictures), unitsMax), text };
}

function decodedPage(bytes: Buffer, { internetCodepage }: FieldsData): string {
  const named = internetCodepage === 65001 ? 'utf-8' : internetCodepage === undefined ? null : `cp${internetCodepage}`;
  const charset =
    charsetOf(bytes, charsetOfPage(bytes.toString('latin1', 0, 4096)) ?? named) ?? charsetOf(bytes, null)!;
  return decodeWhole(bytes, charset);
}

/** Returns the transport headers or, for a message that was never sent, headers made from its properties. */
function headersOf(fields: FieldsData): (readonly [string, string])[] {
  const own: (readonly [string, string])[] = [];
  const sender = address(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail);
  const to = (type: 'to' | 'cc' | 'bcc'): string =>
    (fields.recipients ?? [])
      .filter(({ recipType }) => (recipType ?? 'to') === type)
      .map(({ name, smtpAddress, email }) => address(name, smtpAddress ?? email))
      .join(', ');
  own.push(['From', sender], ['To', to('to')], ['Cc', to('cc')], ['Bcc', to('bcc')]);
  own.push(['Date', fields.clientSubmitTime ?? fields.messageDeliveryTime ?? fields.creationTime ?? '']);
  own.push(['Subject', fields.subject ?? ''], ['Message-ID', fields.messageId ?? '']);
  if (fields.apptStartWhole !== undefined) own.push(['Begins', fields.apptStartWhole]);
  if (fields.apptEndWhole !== undefined) own.push(['Ends', fields.apptEndWhole]);
  if ((fields.apptLocation ?? fields.location) !== undefined)
    own.push(['Place', (fields.apptLocation ?? fields.location)!]);
  const shown = own.filter(([, value]) => value.trim() !== '');
  const names = new Set(shown.map(([name]) => name.toLowerCase()));
  const travelled = (fields.headers ?? '')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => /^([!-9;-~]+):\s*(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name, value]) => [name!, value!] as const);
  return [...shown, ...travelled.filter(([name]) => !names.has(name.toLowerCase()))];
}

function address(name: string | undefined, mail: string | undefined): string {
  if (mail === undefined || mail === '' || mail === name) return name ?? '';
  return name === undefined || name === '' ? mail : `${name} <${mail}>`;
}
