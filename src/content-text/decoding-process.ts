/** Entry point of a process that decodes pages and mails: what a suspect wrote can cost only this process. */
import { Refusal, serveConfined } from '../confined/confined-host.ts';
import { charsetOf, decodeWhole } from '../decoders/charset.ts';
import { charsetOfPage, pageText } from '../decoders/page-text.ts';
import type { DecodingMessage, DecodingRequest } from './decode-in-process.ts';
import { DOCUMENT_TEXT_UNITS_MAX, SAMPLE_BYTES } from './limits.ts';
import { mailText } from './mail-text.ts';
import { mailView } from './mail-view.ts';
import { safePage } from './safe-page.ts';

serveConfined<DecodingMessage>(async (messages) => {
  const [begin, ...pieces] = messages;
  if (begin?.kind !== 'begin') throw new Refusal('was asked for without its facts');
  const bytes = Buffer.concat(pieces.map((piece) => (piece.kind === 'piece' ? piece.bytes : Buffer.alloc(0))));
  return Buffer.from(await decoded(bytes, begin), 'utf8');
});

async function decoded(bytes: Buffer, { as, to, charset }: DecodingRequest): Promise<string> {
  const unitsMax = DOCUMENT_TEXT_UNITS_MAX;
  if (as === 'mail') return to === 'text' ? mailText(bytes, unitsMax) : JSON.stringify(await mailView(bytes, unitsMax));
  const page = decodedPage(bytes, charset);
  return to === 'text' ? pageText(page, unitsMax) : safePage(page, unitsMax);
}

function decodedPage(bytes: Buffer, named: string | null): string {
  const start = bytes.subarray(0, SAMPLE_BYTES);
  const charset = charsetOf(start, named);
  if (charset === null) throw new Refusal(`is encoded in ${named}, which is not decoded`);
  // What a page says of itself counts if the record says nothing.
  const own = named === null ? charsetOf(start, charsetOfPage(start.toString('latin1'))) : null;
  return decodeWhole(bytes, own ?? charset);
}
