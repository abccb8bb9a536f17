/** A mail as a browser may show it: its header lines in their order, its text, its page made safe, what is attached. */
import { decodeWords } from 'postal-mime';
import { parsedMail } from './mail-text.ts';
import { safePage } from './safe-page.ts';

export interface MailView {
  /** Decoded; of one name as often as the mail has it. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string | null;
  readonly html: string | null;
  /** `size` in bytes, decoded. */
  readonly attachments: readonly {
    readonly name: string | null;
    readonly contentType: string;
    readonly size: number;
  }[];
}

/** Of each, so that no line of a mail is all that is sent. */
const HEADERS_MAX = 1000;
const ATTACHMENTS_MAX = 1000;

export async function mailView(bytes: Uint8Array, unitsMax: number): Promise<MailView> {
  const { headers, text, html, attachments } = await parsedMail(bytes);
  return {
    headers: headers.slice(0, HEADERS_MAX).map(({ originalKey, value }) => [originalKey, decodeWords(value)] as const),
    text: text?.slice(0, unitsMax) ?? null,
    html: html === undefined ? null : safePage(html, unitsMax),
    attachments: attachments.slice(0, ATTACHMENTS_MAX).map(({ filename, mimeType, content }) => ({
      name: filename,
      contentType: mimeType,
      size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  };
}
