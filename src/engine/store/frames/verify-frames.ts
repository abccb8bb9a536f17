/** Verifies that frames of items and texts have the lengths in the header, and that they fill their stream. */
import { brotliDecompressSync } from 'node:zlib';
import { readU40 } from '../../../codec/byte-reader.ts';
import { FRAME_BYTES, type FramedName, type IndexHeader } from '../../format.ts';
import type { Pause, Verification } from '../../verify-findings.ts';
import { CHECKSUM_BYTES, isSealed } from '../sealed-value.ts';
import type { StreamReader } from '../stream-reader.ts';

const OFFSET_BYTES = 5;

/** Input of the check of frames. */
export interface CheckedFrames {
  readonly header: Pick<IndexHeader, 'frames'>;
  stream(name: FramedName): StreamReader;
}

/** Checks each frame of a stream. Its chunks are verified elsewhere, so a fault here is the writer's fault. */
export async function verifyFrames(
  { index, findings }: Verification<CheckedFrames>,
  name: FramedName,
  pause: Pause,
): Promise<void> {
  const stream = index.stream(name);
  const { bytes: bytesTotal, offsets } = index.header.frames[name];
  const whole = FRAME_BYTES[name];
  let end = 0;
  for (let n = 0, bytes = 0; bytes < bytesTotal; n++, bytes += whole) {
    findings.attempt(
      () => `${name}, frame ${n}`,
      () => {
        stream.fetch(offsets.offset + n * OFFSET_BYTES, 2 * OFFSET_BYTES);
        const begin = readU40(stream.bytes, stream.start);
        const before = end;
        end = readU40(stream.bytes, stream.start + OFFSET_BYTES);
        if (begin !== before || end <= begin)
          throw new RangeError(`it is from ${begin} to ${end}, but the previous one ends at ${before}`);
        stream.fetch(begin, end - begin);
        const expected = Math.min(whole, bytesTotal - bytes);
        const frame = stream.bytes.subarray(stream.start, stream.start + end - begin);
        if (!isSealed(frame)) throw new RangeError('it does not match its checksum');
        const compressed = frame.subarray(0, frame.length - CHECKSUM_BYTES);
        const found = brotliDecompressSync(compressed, { maxOutputLength: expected }).length;
        if (found !== expected) throw new RangeError(`it has ${found} bytes, expected ${expected}`);
        findings.checked('frames');
      },
    );
    await pause({ phase: 'frames', items: 0, itemsTotal: null, bytes, bytesTotal });
  }
  findings.expect(
    end === offsets.offset,
    () => name,
    () => `frames end at ${end} and not at ${offsets.offset}`,
  );
}
