/** Entry point of a process that decodes pages, mails and documents. Hostile input can harm only this process. */
import { Refusal, serveConfined } from '../confined/confined-host.ts';
import { charsetOf, decodeWhole } from '../decoders/charset.ts';
import { charsetOfPage, pageText } from '../decoders/page-text.ts';
import type { DecodingMessage, DecodingRequest } from './decode-in-process.ts';
import { KeptDatabase } from './documents/databases/kept-database.ts';
import { documentPage, noticesAbove } from './documents/document-page.ts';
import { outlookMail } from './documents/outlook-mail.ts';
import { escaped } from './escaped-text.ts';
import { DOCUMENT_TEXT_UNITS_MAX, SAMPLE_BYTES } from './limits.ts';
import type { MailView } from './mail-parts.ts';
import { mailText, textOfView } from './mail-text.ts';
import { mailView } from './mail-view.ts';
import { markedPage } from './marked-page.ts';
import { safePage } from './safe-page.ts';

/** The database of the last task, for further pages of its rows. */
let kept: KeptDatabase | null = null;

serveConfined<DecodingMessage>(async (messages) => {
  const [begin, ...pieces] = messages;
  if (begin?.kind !== 'begin') throw new Refusal('was asked for without its facts');
  const bytes = Buffer.concat(pieces.map((piece) => (piece.kind === 'piece' ? piece.bytes : Buffer.alloc(0))));
  if (begin.to === 'rows') return rowsOf(bytes, begin);
  kept = null;
  return Buffer.from(await decoded(bytes, begin), 'utf8');
});

function rowsOf(bytes: Buffer, request: DecodingRequest): Buffer {
  const name = request.name ?? null;
  if (kept === null || kept.name !== name || bytes.length > 0) {
    kept = null;
    if (bytes.length === 0 && name !== null) return Buffer.alloc(0);
    kept = new KeptDatabase(name, bytes);
  }
  return Buffer.from(JSON.stringify(kept.rows(request.rows!)), 'utf8');
}

async function decoded(bytes: Buffer, request: DecodingRequest): Promise<string> {
  const { as, to, charset, marks = [] } = request;
  const unitsMax = DOCUMENT_TEXT_UNITS_MAX;
  if (as === 'document') {
    const { html, notices } = await documentPage(bytes, charset, unitsMax);
    if (to === 'text') return pageText(html, unitsMax);
    return `${noticesAbove(notices)}${to === 'page' ? markedPage(html, marks) : html}`;
  }
  if (as === 'html') {
    const page = decodedPage(bytes, charset);
    if (to === 'text') return pageText(page, unitsMax);
    const safe = safePage(page, unitsMax);
    return to === 'page' ? markedPage(safe, marks) : safe;
  }
  if (as === 'mail' && to === 'text') return mailText(bytes, unitsMax);
  const view = as === 'mail' ? await mailView(bytes, unitsMax) : await outlookMail(bytes, unitsMax);
  if (to === 'text') return textOfView(view, unitsMax);
  return to === 'page' ? markedPage(bodyPage(view), marks) : JSON.stringify(view);
}

/** Returns the body of a mail: its page, or its text if it has no page. */
function bodyPage({ html, text }: MailView): string {
  return html ?? `<pre style="white-space:pre-wrap">${escaped(text ?? '')}</pre>`;
}

function decodedPage(bytes: Buffer, named: string | null): string {
  const start = bytes.subarray(0, SAMPLE_BYTES);
  const charset = charsetOf(start, named);
  if (charset === null) throw new Refusal(`is encoded in ${named}, which cannot be decoded`);
  // The declaration in the page counts if the record has none.
  const own = named === null ? charsetOf(start, charsetOfPage(start.toString('latin1'))) : null;
  return decodeWhole(bytes, own ?? charset);
}
