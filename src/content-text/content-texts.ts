/**
 * Decodes text from the content of an item, as its author wrote it. Plain text is decoded here piece by piece. Pages and mails
 * are decoded in separate processes, because decoding may crash.
 */
import { Readable } from 'node:stream';
import type { ByteInput } from '../cases/case-reader.ts';
import { charsetDecoder, charsetOf } from '../decoders/charset.ts';
import { AppError } from '../shared/errors.ts';
import { contentKind } from './content-kind.ts';
import { decodeInProcess } from './decode-in-process.ts';
import { SAMPLE_BYTES } from './limits.ts';

/** The facts in the record about the content. */
export interface ContentFacts {
  readonly contentType: string | null;
  readonly extension: string | null;
  readonly charset: string | null;
}

/**
 * Returns the text in UTF-8. The caller closes `content` afterwards. Throws AppError NOT_FOUND with a reason that a client may
 * see.
 */
export async function textOfContent(content: ByteInput, facts: ContentFacts): Promise<Readable> {
  const kind = contentKind(facts.contentType, facts.extension);
  if (kind === null) {
    const type = facts.contentType ?? 'of an unknown type';
    throw new AppError('NOT_FOUND', `it is ${type}; text is decoded from plain text, HTML, XML, mail and documents`);
  }
  if (kind === 'plain') return plainText(content, facts.charset);
  const text = await decodeInProcess(content, { kind: 'begin', as: kind, to: 'text', charset: facts.charset });
  return Readable.from([text]);
}

/** Decodes content of any size piece by piece. Throws AppError NOT_FOUND for an unknown encoding. */
export async function plainText(content: ByteInput, named: string | null): Promise<Readable> {
  const sample = Buffer.alloc(Math.min(SAMPLE_BYTES, content.bytes));
  const count = await content.read(sample, 0);
  const charset = charsetOf(sample.subarray(0, count), named);
  if (charset === null) throw new AppError('NOT_FOUND', `it is encoded in ${named}, which cannot be decoded`);
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
