/**
 * Decodes pages, mails and documents in separate processes, because decoding may crash. The processes run decoding-process.ts.
 */
import type { ByteInput } from '../cases/case-reader.ts';
import { ConfinedFault, ConfinedProcesses } from '../confined/confined-processes.ts';
import { processEntry } from '../shared/child/process-entry.ts';
import { AppError } from '../shared/errors.ts';
import type { ContentKind } from './content-kind.ts';
import type { AskedRows } from './documents/databases/database-rows.ts';
import { DECODING_LIMITS, DOCUMENT_BYTES_MAX } from './limits.ts';

export interface DecodingRequest {
  readonly kind: 'begin';
  readonly as: Exclude<ContentKind, 'plain'>;
  /**
   * Form of the result. The `view` of a mail is a `MailView` in JSON; any other view is the inside of the body of a page. A
   * mail can also be a `page`. `rows` are `DatabaseRows` in JSON.
   */
  readonly to: 'text' | 'view' | 'page' | 'rows';
  readonly charset: string | null;
  /** Texts that are marked in a `page`. */
  readonly marks?: readonly string[];
  /** Which `rows` of a database to return. */
  readonly rows?: AskedRows;
  /** Names the content, so that the process that read it last can recognize it. */
  readonly name?: string;
}

export type DecodingMessage = DecodingRequest | { readonly kind: 'piece'; readonly bytes: Uint8Array };

const PIECE_BYTES = 1 << 20;

const processes = new ConfinedProcesses<DecodingMessage, Uint8Array>(
  processEntry('./decoding-process.js', import.meta.url),
  DECODING_LIMITS,
);

/**
 * Returns the result in UTF-8. The caller closes `content` afterwards. Throws AppError NOT_FOUND with a reason that a client
 * may see.
 */
export async function decodeInProcess(content: ByteInput, request: DecodingRequest): Promise<Buffer> {
  if (content.bytes > DOCUMENT_BYTES_MAX) {
    throw new AppError(
      'NOT_FOUND',
      `it has ${content.bytes} bytes, more than the ${DOCUMENT_BYTES_MAX} that can be decoded`,
    );
  }
  try {
    const { name = null } = request;
    // Sends no pieces. A process that no longer has this content answers without bytes.
    const known = name === null ? null : await processes.ask(() => [request], name);
    const answer =
      known !== null && known.length > 0 ? known : await processes.ask(() => messagesOf(content, request), name);
    return Buffer.from(answer.buffer, answer.byteOffset, answer.length);
  } catch (error) {
    if (!(error instanceof ConfinedFault)) throw error;
    throw new AppError('NOT_FOUND', `it ${error.message}`, { cause: error });
  }
}

async function* messagesOf(content: ByteInput, request: DecodingRequest): AsyncGenerator<DecodingMessage> {
  yield request;
  for (let position = 0; position < content.bytes; ) {
    const bytes = Buffer.alloc(Math.min(PIECE_BYTES, content.bytes - position));
    const count = await content.read(bytes, position);
    if (count === 0) throw new Error('the content ended before its end');
    yield { kind: 'piece', bytes: bytes.subarray(0, count) };
    position += count;
  }
}
