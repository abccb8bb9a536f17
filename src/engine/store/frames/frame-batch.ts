/** Frames that are compressed together, in this thread or another, and the messages for that. */
import { ByteWriter } from '../../../codec/byte-writer.ts';
import { compressFrame } from './frame-writer.ts';

/** The buffer is transferred, and comes back with the answer. */
export interface FrameBatch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The length of each. */
  readonly lengths: Uint32Array;
}

/** Each thread reuses it for every batch. */
const out = new ByteWriter();

/** Compresses each frame of a batch as {@link compressFrame} does, in the memory of the batch if there is room. */
export function compressBatch({ bytes, lengths }: FrameBatch): FrameBatch {
  out.clear();
  const compressed = new Uint32Array(lengths.length);
  let at = 0;
  for (let n = 0; n < lengths.length; n++) {
    const frame = compressFrame(bytes.subarray(at, at + lengths[n]!));
    at += lengths[n]!;
    compressed[n] = frame.length;
    out.copy(frame);
  }
  const into = out.length <= bytes.length ? bytes : new Uint8Array(out.length);
  into.set(out.bytes.subarray(0, out.length));
  return { bytes: into, lengths: compressed };
}
