/** Content in extents of an image, such as unallocated space. Reads any part without reading the preceding parts. */
import { AppError } from '../../shared/errors.ts';
import type { DiskImage } from './disk-image.ts';
import { KEPT_EXTENT_LISTS_MAX, READ_THROUGH_BYTES } from './limits.ts';
import type { SleuthDatabase } from './sleuth-database.ts';

/** Alternating start and length of each extent. */
type Extents = Float64Array;

/** The lists of the most recently read objects. Fragments of one object are read consecutively. */
export class ExtentLists {
  readonly #lists = new Map<string, Extents>();

  async get(database: SleuthDatabase, id: number): Promise<Extents> {
    const key = `${id} ${database.file}`;
    const extents = this.#lists.get(key) ?? (await database.extents(id));
    this.#lists.delete(key);
    this.#lists.set(key, extents);
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= KEPT_EXTENT_LISTS_MAX) break;
      this.#lists.delete(oldest);
    }
    return extents;
  }
}

interface Stretch {
  /** Bytes of the image read in one pass, and the wanted ranges: pairs of start and end. */
  readonly start: number;
  end: number;
  readonly wanted: [number, number][];
}

/** Yields bytes `start` to `end` of the content. */
export async function* readExtents(
  image: DiskImage,
  extents: Extents,
  start: number,
  end: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (const stretch of stretches(extents, start, end)) {
    let at = stretch.start;
    let next = 0;
    for await (const piece of image.read(stretch.start, stretch.end, signal)) {
      const pieceEnd = at + piece.length;
      for (; next < stretch.wanted.length; next++) {
        const [from, to] = stretch.wanted[next]!;
        const part = piece.subarray(Math.max(0, from - at), Math.max(0, to - at));
        if (part.length > 0) yield part;
        if (to > pieceEnd) break;
      }
      at = pieceEnd;
    }
  }
}

/** Yields groups of extents that are close together, in order. Throws if the extents end before `end`. */
function* stretches(extents: Extents, start: number, end: number): Generator<Stretch> {
  let position = 0;
  let open: Stretch | null = null;
  for (let n = 0; n + 1 < extents.length && position < end; n += 2) {
    const bytes = extents[n + 1]!;
    const from = extents[n]! + Math.max(0, start - position);
    const to = extents[n]! + Math.min(bytes, end - position);
    position += bytes;
    if (from >= to) continue;
    if (open !== null && from >= open.end && from - open.end <= READ_THROUGH_BYTES) {
      open.end = to;
      open.wanted.push([from, to]);
      continue;
    }
    if (open !== null) yield open;
    open = { start: from, end: to, wanted: [[from, to]] };
  }
  if (open !== null) yield open;
  if (position < end) throw new AppError('NOT_FOUND', `the extents end at byte ${position}, before byte ${end}`);
}
