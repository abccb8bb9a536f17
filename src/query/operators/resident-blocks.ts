/** Copies blocks of lists into the resident kernel, several at a time, because they are consecutive in the index. */
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { LISTED, PUT_MAX } from '../resident/resident-kernel.ts';
import { kernel } from '../resident/this-thread.ts';

/** Adds the documents of a block, and of following blocks: all that are needed up to `through`, and those that cost little. */
export function putDocs(list: PostingList, block: number, through: number): void {
  const { shortDocs, blocks, counts, ranks } = list;
  if (shortDocs !== null) {
    const at = kernel.roomFor(2 * shortDocs.length);
    const lows = new Uint16Array(kernel.bytes.buffer, at, shortDocs.length);
    for (let i = 0; i < lows.length; i++) lows[i] = shortDocs[i]! & LOW_MASK;
    const first = list.seek(block);
    const to = Math.min(blocks.length, first + PUT_MAX);
    for (let n = first; n < to; n++) {
      kernel.describe(n - first, blocks[n]!, 2 * ranks[n]!, LISTED, 2 * counts[n]!, counts[n]!);
    }
    kernel.keepDocs(list, to - first, at);
    return;
  }
  const first = list.seek(block);
  const to = endOfPut(list, first, through);
  const begin = list.offsetOf(first);
  const length = list.offsetOf(to - 1) + list.bytesOf(to - 1) - begin;
  const at = kernel.roomFor(length);
  list.copyBlocks(first, length, kernel.bytes, at);
  for (let n = first; n < to; n++) {
    kernel.describe(n - first, blocks[n]!, list.offsetOf(n) - begin, list.formOf(n), list.bytesOf(n), counts[n]!);
  }
  kernel.keepDocs(list, to - first, at);
}

/** Adds the frequencies of a block whose documents are resident, and of following blocks without frequencies. */
export function putRecords(list: PostingList, block: number, through: number, frequencies: StreamReader): void {
  const { shortFrequencies, blocks, ranks, frequencyOffsets } = list;
  if (shortFrequencies !== null) {
    // Copies all of a short list, because a phrase needs the preceding frequencies.
    const at = kernel.roomFor(4 * shortFrequencies.length);
    new Uint32Array(kernel.bytes.buffer, at, shortFrequencies.length).set(shortFrequencies);
    const first = list.seek(block);
    const to = Math.min(blocks.length, first + PUT_MAX);
    for (let n = first; n < to; n++) kernel.describe(n - first, blocks[n]!, 4 * ranks[n]!, 0, 0, 0);
    kernel.keepRecords(list, to - first, at, 0);
    return;
  }
  const first = list.seek(block);
  const to = endOfPut(list, first, through);
  const begin = frequencyOffsets[first]!;
  const length = frequencyOffsets[to]! - begin;
  const at = kernel.roomFor(length);
  frequencies.copy(begin, length, kernel.bytes, at, 'copied');
  for (let n = first; n < to; n++) kernel.describe(n - first, blocks[n]!, frequencyOffsets[n]! - begin, 0, 0, 0);
  kernel.keepRecords(list, to - first, at, ranks[to]! - ranks[first]!);
}

/** Returns the end of the blocks that are copied together, from the n-th on. */
function endOfPut(list: PostingList, n: number, through: number): number {
  const { blocks, counts } = list;
  const end = Math.min(blocks.length, n + PUT_MAX);
  let bytes = bytesOf(list, n, counts);
  let to = n + 1;
  for (; to < end; to++) {
    bytes += bytesOf(list, to, counts);
    if (bytes > (blocks[to]! < through ? NEEDED_AT_ONCE : LITTLE)) break;
  }
  return to;
}

/** Returns the bytes of documents and, approximately, of their frequencies. */
function bytesOf(list: PostingList, n: number, counts: Uint32Array): number {
  return list.bytesOf(n) + (counts[n]! >>> 2);
}

const NEEDED_AT_ONCE = tuning.putAtOnce;
/** Copying up to this many unrequested bytes costs less than another call. */
const LITTLE = tuning.putUnasked;
const LOW_MASK = BLOCK_SIZE - 1;
