/** The encoding of a table: from a mapping, or else from its first bytes. */
import type { Mapping } from '../mapping.ts';
import type { OpenTable } from '../table-kind.ts';
import { type FoundEncoding, findEncoding } from './text-encoding.ts';

export async function encodingOfTable(open: OpenTable, { encoding }: Mapping): Promise<FoundEncoding> {
  const file = await open();
  try {
    return await findEncoding(file, encoding ?? null);
  } finally {
    await file.close();
  }
}
