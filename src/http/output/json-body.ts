/** Writes JSON bodies: small ones at once, large ones in pieces that yield to other requests. */
import { Readable } from 'node:stream';
import { jsonPieces, WrittenJson } from '../../shared/json-pieces.ts';
import { weightOf } from '../../shared/value-weight.ts';
import { WAITING_BYTES_MAX, WHOLE_JSON_WEIGHT_MAX } from '../limits.ts';
import { turn } from './turns.ts';

export function jsonBody(value: unknown): string | Readable {
  return weightOf(value, WHOLE_JSON_WEIGHT_MAX) <= WHOLE_JSON_WEIGHT_MAX
    ? JSON.stringify(value)
    : jsonStream(jsonPieces(value));
}

/**
 * Returns the JSON of a value as bytes, so that its many objects can be freed. Long-lived data should consist of few objects,
 * because everything waits while the garbage collector moves them.
 */
export async function writtenJson(value: unknown): Promise<WrittenJson> {
  const pieces: Uint8Array[] = [];
  for (const piece of jsonPieces(value)) {
    pieces.push(Buffer.from(piece));
    await turn();
  }
  return new WrittenJson(pieces);
}

export function jsonStream(pieces: Iterable<string> | AsyncIterable<string>): Readable {
  return Readable.from(inTurns(pieces), { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
}

async function* inTurns(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (piece !== '') yield Buffer.from(piece);
    await turn();
  }
}
