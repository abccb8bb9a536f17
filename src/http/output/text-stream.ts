/** Extracted text as valid UTF-8: a broken sequence in a file of the case is read as U+FFFD, never an error. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ByteInput } from '../../cases/case-reader.ts';
import { WAITING_BYTES_MAX } from '../limits.ts';

/** The caller closes `source` when the stream is. */
export function repairedText(source: ByteInput): Readable {
  return Readable.from(repair(source), { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
}

async function* repair(source: ByteInput): AsyncGenerator<Buffer> {
  // The byte order mark stays: the text is evidence, and is handed out as it is where it can be.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of source.stream() as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield Buffer.from(text, 'utf8');
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest, 'utf8');
}

/** The pieces copied, because they may be reused. */
export function storedText(pieces: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(copies(pieces), { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
}

async function* copies(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    yield Buffer.from(piece);
    await nextTurn();
  }
}
