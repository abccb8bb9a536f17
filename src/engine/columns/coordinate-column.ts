/** The geographic coordinates of items as a column: written in order of documents, and loaded completely into memory. */
import { coordinatesOf } from '../../schema/item-coordinates.ts';
import type { TreeItem } from '../../schema/item-kinds.ts';
import { CHUNK_BYTES, type Extent } from '../format.ts';
import { appendPages } from '../store/append-pages.ts';
import { PagedBytes, type PageFile } from '../store/page-file.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import type { StreamWriter } from '../store/stream-writer.ts';

/** Size of a document number and two coordinates. */
export const COORDINATE_BYTES = 20;

export class CoordinateWriter {
  readonly #bytes: PagedBytes;

  constructor(pages: PageFile) {
    this.#bytes = new PagedBytes(pages);
  }

  add(doc: number, item: TreeItem): void {
    for (const { latitude, longitude } of coordinatesOf(item)) {
      this.#bytes.u32(doc);
      this.#bytes.f64(latitude);
      this.#bytes.f64(longitude);
    }
  }

  write(stream: StreamWriter): Extent {
    return appendPages(stream, this.#bytes);
  }
}

/** The coordinates of items: ascending documents with their latitudes and longitudes. */
export interface ItemCoordinates {
  readonly docs: Uint32Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly bytes: number;
}

/** Coordinates read between two yields: about a chunk. */
const COORDINATES_PER_SLICE = Math.max(1, Math.floor(CHUNK_BYTES / COORDINATE_BYTES));

export function* loadCoordinates(stream: StreamReader, { offset, length }: Extent): Generator<void, ItemCoordinates> {
  const count = length / COORDINATE_BYTES;
  const docs = new Uint32Array(count);
  const latitudes = new Float64Array(count);
  const longitudes = new Float64Array(count);
  for (let from = 0; from < count; from += COORDINATES_PER_SLICE) {
    const some = Math.min(COORDINATES_PER_SLICE, count - from);
    stream.fetch(offset + from * COORDINATE_BYTES, some * COORDINATE_BYTES);
    const { view, start } = stream;
    for (let i = 0; i < some; i++) {
      const at = start + i * COORDINATE_BYTES;
      docs[from + i] = view.getUint32(at, true);
      latitudes[from + i] = view.getFloat64(at + 4, true);
      longitudes[from + i] = view.getFloat64(at + 12, true);
    }
    yield;
  }
  return { docs, latitudes, longitudes, bytes: count * COORDINATE_BYTES };
}
