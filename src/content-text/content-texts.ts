/**
 * Text decoded from the content of an item, for whoever wants to see it as it was written: plain text piece by piece, pages
 * and mails in processes that may die.
 */
import { Readable } from 'node:stream';
import type { ByteInput } from '../cases/case-reader.ts';
import { compiledEntry } from '../confined/compiled-entry.ts';
import { ConfinedFault, ConfinedProcesses } from '../confined/confined-processes.ts';
import { AppError } from '../shared/errors.ts';
import { charsetDecoder, charsetOf } from './charset.ts';
import { type ContentKind, contentKind } from './content-kind.ts';
import { DECODING_LIMITS, DOCUMENT_BYTES_MAX, SAMPLE_BYTES } from './limits.ts';

/** What the record says of the content. */
export interface ContentFacts {
  readonly contentType: string | null;
  readonly extension: string | null;
  readonly charset: string | null;
}

export type DecodingMessage =
  | { readonly kind: 'begin'; readonly as: Exclude<ContentKind, 'plain'>; readonly charset: string | null }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array };

const PIECE_BYTES = 1 << 20;

const processes = new ConfinedProcesses<DecodingMessage, Uint8Array>(
  compiledEntry('./decoding-process.js', import.meta.url),
  DECODING_LIMITS,
);

/** The text in UTF-8. The caller closes `content` after it. Throws AppError NOT_FOUND with a reason fit for a client. */
export async function textOfContent(content: ByteInput, facts: ContentFacts): Promise<Readable> {
  const kind = contentKind(facts.contentType, facts.extension);
  if (kind === null) {
    const type = facts.contentType ?? 'of an unknown type';
    throw new AppError('NOT_FOUND', `it is ${type}; text is decoded from plain text, HTML, XML and mail`);
  }
  if (kind === 'plain') return plainText(content, facts.charset);
  if (content.bytes > DOCUMENT_BYTES_MAX) {
    throw new AppError(
      'NOT_FOUND',
      `it has ${content.bytes} bytes, more than the ${DOCUMENT_BYTES_MAX} that are decoded`,
    );
  }
  try {
    const text = await processes.ask(messagesOf(content, kind, facts.charset));
    return Readable.from([Buffer.from(text.buffer, text.byteOffset, text.length)]);
  } catch (error) {
    if (!(error instanceof ConfinedFault)) throw error;
    throw new AppError('NOT_FOUND', `it ${error.message}`, { cause: error });
  }
}

async function* messagesOf(
  content: ByteInput,
  as: Exclude<ContentKind, 'plain'>,
  charset: string | null,
): AsyncGenerator<DecodingMessage> {
  yield { kind: 'begin', as, charset };
  for (let position = 0; position < content.bytes; ) {
    const bytes = Buffer.alloc(Math.min(PIECE_BYTES, content.bytes - position));
    const count = await content.read(bytes, position);
    if (count === 0) throw new Error('the content ended before its end');
    yield { kind: 'piece', bytes: bytes.subarray(0, count) };
    position += count;
  }
}

async function plainText(content: ByteInput, named: string | null): Promise<Readable> {
  const sample = Buffer.alloc(Math.min(SAMPLE_BYTES, content.bytes));
  const count = await content.read(sample, 0);
  const charset = charsetOf(sample.subarray(0, count), named);
  if (charset === null) throw new AppError('NOT_FOUND', `it is encoded in ${named}, which is not decoded`);
  return Readable.from(decoded(content, charset), { objectMode: false });
}

async function* decoded(content: ByteInput, charset: string): AsyncGenerator<Buffer> {
  const decoder = charsetDecoder(charset);
  for await (const chunk of content.stream() as AsyncIterable<Buffer>) {
    const text = decoder.write(chunk);
    if (text !== '') yield Buffer.from(text, 'utf8');
  }
  const rest = decoder.end();
  if (rest !== '') yield Buffer.from(rest, 'utf8');
}
