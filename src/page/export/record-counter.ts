/** Counts the items of an export while its bytes arrive: lines of JSON, rows of a table. */
const NEW_LINE = 10;
const QUOTE = 34;

export interface RecordCounter {
  take(bytes: Uint8Array): void;
  records(): number;
}

/** Null for archives. The head of a table, and the last line of JSON lines, are not items. */
export function recordCounter(format: string): RecordCounter | null {
  if (format !== 'csv' && format !== 'ndjson') return null;
  const mayQuote = format === 'csv';
  let isQuoted = false;
  let lines = 0;
  return {
    take(bytes) {
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i];
        // A quote within quotes is doubled, which toggles twice.
        if (byte === QUOTE && mayQuote) isQuoted = !isQuoted;
        else if (byte === NEW_LINE && !isQuoted) lines++;
      }
    },
    records: () => Math.max(0, lines - 1),
  };
}
