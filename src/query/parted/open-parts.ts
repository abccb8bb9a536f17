/** Opens the index of a source: one reader for each of its parts. */
import { listedParts } from '../../engine/index-parts.ts';
import { IndexReader } from '../../engine/index-reader.ts';

/** Throws the same errors as `IndexReader.open`. */
export async function openParts(directory: string): Promise<readonly IndexReader[]> {
  const readers: IndexReader[] = [];
  try {
    for (const { directory: part, struck } of listedParts(directory)) {
      const reader = await IndexReader.open(part);
      readers.push(reader);
      reader.strike(struck);
    }
    IndexReader.join(readers);
    return readers;
  } catch (fault) {
    await Promise.all(readers.map((reader) => reader.close()));
    throw fault;
  }
}
