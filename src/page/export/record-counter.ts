/** Counts the items of an export as its bytes go by: lines of JSON, rows of a table. */
const NEW_LINE = 10;
const QUOTE = 34;

export interface RecordCounter {
  take(bytes: Uint8Array): void;
  records(): number;
}

/** Null for archives. The head of a table, and the line that ends lines of JSON, are no items. */
export function recordCounter(format: string): RecordCounter | null {
  if (format !== 'csv' && format !== 'ndjson') return null;
  const mayQuote = format === 'csv';
  let isQuoted = false;
  let lines = 0;
  return {
    take(bytes) {
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i];
        // A quote inside of quotes is written twice, which comes to the same.
        if (byte === QUOTE && mayQuote) isQuoted = !isQuoted;
        else if (byte === NEW_LINE && !isQuoted) lines++;
      }
    },
    records: () => Math.max(0, lines - 1),
  };
}
