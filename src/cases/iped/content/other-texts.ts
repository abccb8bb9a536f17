/** Reads texts that IPED stores in databases: from OCR of pictures, and transcriptions of recordings. */
import type { ByteInput } from '../../case-reader.ts';
import { memoryInput } from '../../files/memory-input.ts';
import type { CaseDatabases } from '../../sqlite/case-databases.ts';
import { hashOf } from './content-reference.ts';

const TABLES = {
  ocr: { file: 'iped/text/ocr-results.db', sql: 'SELECT text FROM ocr WHERE id = ?', property: null },
  transcription: {
    file: 'iped/text/transcriptions.db',
    sql: 'SELECT text FROM transcriptions WHERE id = ?',
    property: 'audio:transcription',
  },
} as const;

/** Returns null if there is none. `hasFile`: whether the case has a file. Most cases have neither database. */
export async function openOtherText(
  from: keyof typeof TABLES,
  value: (property: string) => string | undefined,
  databases: CaseDatabases,
  hasFile: (file: string) => Promise<boolean>,
): Promise<ByteInput | null> {
  const { file, sql, property } = TABLES[from];
  const hash = hashOf(value('hash'));
  if (hash !== null && (await hasFile(file))) {
    const found = await databases.value({ file, sql, values: [hash] }, { isGzip: false, md5: null });
    if (found !== null) return found;
  }
  const stored = property === null ? undefined : value(property);
  return stored === undefined ? null : memoryInput(Buffer.from(stored, 'utf8'));
}
