/** JSON bodies: small ones at once, large ones in pieces, with other requests in between. */
import { Readable } from 'node:stream';
import { jsonPieces } from '../../shared/json-pieces.ts';
import { weightOf } from '../../shared/value-weight.ts';
import { WAITING_BYTES_MAX, WHOLE_JSON_WEIGHT_MAX } from '../limits.ts';
import { turn } from './turns.ts';

export function jsonBody(value: unknown): string | Readable {
  return weightOf(value, WHOLE_JSON_WEIGHT_MAX) <= WHOLE_JSON_WEIGHT_MAX
    ? JSON.stringify(value)
    : jsonStream(jsonPieces(value));
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
