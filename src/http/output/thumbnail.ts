/** The thumbnail of an item: the JPEG of the case, or one drawn from its picture. */
import type { ByteInput } from '../../cases/case-reader.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { ReadySource } from '../../sources/source.ts';
import { magicBytes, pictureFormat } from '../../thumbnails/picture-format.ts';
import type { Dependencies } from '../dependencies.ts';
import { noPart, openPart, withReason } from './item-parts.ts';

/** A JPEG; the caller closes an input. Throws AppError NOT_FOUND with the reason if there is none. */
export async function thumbnailOf(
  source: ReadySource,
  item: IndexedItem,
  { thumbnails }: Pick<Dependencies, 'thumbnails'>,
): Promise<ByteInput | Buffer> {
  const picture = item.thumb ?? item.content;
  if (picture === null) throw noPart('thumbnail', source, item);
  if (item.thumb !== null) {
    const bytes = await openPart('thumbnail', item.thumb, source, item);
    if (await isJpeg(bytes)) return bytes;
    await bytes.close();
  }
  const { caseReader, fingerprint } = source;
  const finding = item.thumb === null ? 'has no thumbnail, and none can be made' : 'has a thumbnail that is not a JPEG';
  const none = `Item ${item.id} in source ${JSON.stringify(source.id)} ${finding}`;
  // The fingerprint in the index, because the files of the case may have changed since.
  const key = { realPath: caseReader.realPath, fingerprint, itemId: item.id };
  return thumbnails
    .get(key, () => caseReader.openPart(picture))
    .catch((fault: unknown) => {
      throw withReason(fault, none);
    });
}

/** Checks the first bytes. If reading them fails, closes `bytes` and throws. */
async function isJpeg(bytes: ByteInput): Promise<boolean> {
  const start = new Uint8Array(magicBytes);
  try {
    const count = await bytes.read(start, 0);
    return pictureFormat(start.subarray(0, count)) === 'jpeg';
  } catch (fault) {
    await bytes.close();
    throw fault;
  }
}
