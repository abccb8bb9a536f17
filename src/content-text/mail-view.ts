/** A mail in its own format (EML) as a view, with pictures of its page from its own parts. */
import { decodeWords, type Email } from 'postal-mime';
import { PICTURES_BYTES_MAX } from './documents/limits.ts';
import { pictureAddress } from './documents/picture-element.ts';
import { ATTACHMENTS_MAX, HEADERS_MAX, type MailView } from './mail-parts.ts';
import { parsedMail } from './mail-text.ts';
import { safePage } from './safe-page.ts';

export async function mailView(bytes: Uint8Array, unitsMax: number): Promise<MailView> {
  const { headers, text, html, attachments } = await parsedMail(bytes);
  return {
    headers: headers.slice(0, HEADERS_MAX).map(({ originalKey, value }) => [originalKey, decodeWords(value)] as const),
    text: text?.slice(0, unitsMax) ?? null,
    html: html === undefined ? null : safePage(html, unitsMax, inlinePictures(attachments)),
    attachments: attachments.slice(0, ATTACHMENTS_MAX).map(({ filename, mimeType, content }) => ({
      name: filename,
      contentType: mimeType,
      size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  };
}

/** Keyed by the URL that the page uses: `cid:…`. */
function inlinePictures(attachments: Email['attachments']): (source: string) => string | null {
  const byId = new Map(attachments.map((part) => [part.contentId?.replace(/^<|>$/g, ''), part.content]));
  let bytes = 0;
  return (source) => {
    const id = /^cid:(.+)$/i.exec(source)?.[1];
    const content = id === undefined ? undefined : byId.get(id);
    if (content === undefined || typeof content === 'string') return null;
    bytes += content.byteLength;
    return bytes > PICTURES_BYTES_MAX ? null : pictureAddress(new Uint8Array(content));
  };
}
