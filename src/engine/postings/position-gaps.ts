/** Stores the few positions of one posting as varints: the first, then each distance to the previous one, minus one. */
import type { ByteReader } from '../../codec/byte-reader.ts';
import type { ByteWriter } from '../../codec/byte-writer.ts';

/** Appends `positions[from … to)`, ascending and distinct. */
export function writePositionGaps(positions: Uint32Array, from: number, to: number, out: ByteWriter): void {
  let next = 0;
  for (let i = from; i < to; i++) {
    const position = positions[i]!;
    out.varint(position - next);
    next = position + 1;
  }
}

/** Reads `count` positions into `out`. */
export function readPositionGaps(reader: ByteReader, count: number, out: Uint32Array): void {
  let next = 0;
  for (let i = 0; i < count; i++) {
    const position = next + reader.varint();
    out[i] = position;
    next = position + 1;
  }
}
