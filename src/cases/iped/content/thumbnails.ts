/**
 * The thumbnails of a case. The tool stores several copies: in its index, in databases and in folders. If one place has none,
 * or a picture that differs from the indexed one, the next place is tried.
 */
import { AppError } from '../../../shared/errors.ts';
import type { ByteInput } from '../../case-reader.ts';
import { memoryInput } from '../../files/memory-input.ts';
import type { LuceneIndex } from '../../lucene/lucene-index.ts';
import type { IpedContent } from './iped-content.ts';
import { digestOf, pictureOf, type StoredThumbnail, type ThumbnailReference } from './thumbnail-reference.ts';

/** More bytes than any thumbnail has. */
const PICTURE_BYTES_MAX = 16 * 1024 * 1024;

export class Thumbnails {
  readonly #index: LuceneIndex;
  readonly #content: IpedContent;

  constructor(index: LuceneIndex, content: IpedContent) {
    this.#index = index;
    this.#content = content;
  }

  /** Throws AppError NOT_FOUND if no place has it. */
  async open({ hash, stored }: ThumbnailReference): Promise<ByteInput> {
    const indexed = stored === null ? null : await this.#indexed(stored);
    if (indexed !== null) return memoryInput(indexed);
    const kept = await this.#content.openThumbnail({ hash });
    if (kept === null) throw new AppError('NOT_FOUND', 'the case lists a thumbnail but does not contain it');
    if (stored === null) return kept;
    const picture = await wholeOf(kept);
    if (digestOf(picture) !== stored.digest)
      throw new AppError('NOT_FOUND', 'the case was damaged after it was indexed');
    return memoryInput(picture);
  }

  async #indexed({ digest, segment, doc, chunkAt }: StoredThumbnail): Promise<Uint8Array | null> {
    try {
      const document = await this.#index.segments[segment]?.storedDocument(doc, chunkAt);
      const picture = document === undefined ? null : pictureOf(document);
      return picture !== null && digestOf(picture) === digest ? picture : null;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}

async function wholeOf(input: ByteInput): Promise<Uint8Array> {
  const bytes = Buffer.alloc(Math.min(input.bytes, PICTURE_BYTES_MAX));
  const count = await input.read(bytes, 0);
  await input.close();
  return bytes.subarray(0, count);
}
