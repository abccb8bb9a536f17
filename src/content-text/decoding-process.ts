/** Entry point of a process that takes text from pages and mails: what a suspect wrote can cost only this process. */
import { Refusal, serveConfined } from '../confined/confined-host.ts';
import { charsetOf, decodeWhole } from './charset.ts';
import type { DecodingMessage } from './content-texts.ts';
import { DOCUMENT_TEXT_UNITS_MAX, SAMPLE_BYTES } from './limits.ts';
import { mailText } from './mail-text.ts';
import { charsetOfPage, pageText } from './page-text.ts';

serveConfined<DecodingMessage>(async (messages) => {
  const [begin, ...pieces] = messages;
  if (begin?.kind !== 'begin') throw new Refusal('was asked for without its facts');
  const bytes = Buffer.concat(pieces.map((piece) => (piece.kind === 'piece' ? piece.bytes : Buffer.alloc(0))));
  const text = begin.as === 'mail' ? await mailText(bytes, DOCUMENT_TEXT_UNITS_MAX) : textOfPage(bytes, begin.charset);
  return Buffer.from(text, 'utf8');
});

function textOfPage(bytes: Buffer, named: string | null): string {
  const start = bytes.subarray(0, SAMPLE_BYTES);
  const charset = charsetOf(start, named);
  if (charset === null) throw new Refusal(`is encoded in ${named}, which is not decoded`);
  // What a page says of itself counts if the record says nothing.
  const own = named === null ? charsetOf(start, charsetOfPage(start.toString('latin1'))) : null;
  return pageText(decodeWhole(bytes, own ?? charset), DOCUMENT_TEXT_UNITS_MAX);
}
