/** Reads the bytes of a part: a range of a file, decoded on request. */
import { AppError } from '../../shared/errors.ts';
import { decodePartRef, encodePartRef, isPartCount, type PartRef } from '../../shared/part-ref.ts';
import type { ByteInput } from '../case-reader.ts';
import type { FilePool, FileRange } from '../files/byte-input.ts';
import { cut, StreamedInput } from '../files/streamed-input.ts';
import { READ_BYTES } from './limits.ts';
import { type TransferEncoding, transferDecoder } from './transfer-decoder.ts';

export interface PartSpan {
  readonly file: string;
  readonly offset: number;
  /** Number of bytes in the file, and of decoded bytes. */
  readonly length: number;
  readonly encoding: TransferEncoding;
  readonly bytes: number;
}

export function refOfPart({ file, offset, length, encoding, bytes }: PartSpan): PartRef {
  return encodePartRef(encoding === 'identity' ? [file, offset, length] : [file, offset, length, encoding, bytes]);
}

/** Throws AppError NOT_FOUND if another format made the reference. */
export function spanOfRef(ref: PartRef): PartSpan {
  const [file, offset, length, encoding = 'identity', bytes = length, ...more] = decodePartRef(ref) ?? [];
  const isSpan =
    typeof file === 'string' && isPartCount(offset) && isPartCount(length) && isPartCount(bytes) && bytes <= length;
  const isKnown = encoding === 'identity' || encoding === 'base64' || encoding === 'quoted-printable';
  if (!isSpan || !isKnown || more.length > 0) throw new AppError('NOT_FOUND', 'the reference names no part of a mail');
  return { file, offset, length, encoding, bytes };
}

/** Throws AppError NOT_FOUND with a reason that a client may see. */
export async function openSpan(pool: FilePool, { encoding, bytes, ...range }: PartSpan): Promise<ByteInput> {
  const stored = await pool.open(range satisfies FileRange);
  if (encoding === 'identity') return stored;
  const input = new DecodedInput(stored, encoding, bytes);
  try {
    return await input.begin();
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** Closes its source when it is closed. */
class DecodedInput extends StreamedInput {
  readonly #stored: ByteInput;

  constructor(stored: ByteInput, encoding: TransferEncoding, bytes: number) {
    super(bytes, (start, end) => cut(decodedPieces(stored, encoding), 0, start, end));
    this.#stored = stored;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#stored.close();
  }
}

async function* decodedPieces(stored: ByteInput, encoding: TransferEncoding): AsyncGenerator<Buffer> {
  const decoder = transferDecoder(encoding);
  for (let position = 0; position < stored.bytes; ) {
    const piece = Buffer.alloc(Math.min(READ_BYTES, stored.bytes - position));
    const count = await stored.read(piece, position);
    if (count === 0) throw new AppError('NOT_FOUND', 'the mailbox was truncated while it was read');
    position += count;
    const decoded = decoder.write(piece.subarray(0, count));
    if (decoded.length > 0) yield decoded;
  }
  const rest = decoder.end();
  if (rest.length > 0) yield rest;
}
