/** Copies a text for long-term storage: a substring would keep its whole original text in memory. */
export function detachedText(text: string): string {
  const copy = Buffer.from(text).toString();
  // Unpaired surrogates have no UTF-8.
  return copy === text ? copy : Buffer.from(text, 'utf16le').toString('utf16le');
}
