/** Copies a text that is kept: a substring keeps the whole text that it was cut from in memory. */
export function detachedText(text: string): string {
  const copy = Buffer.from(text).toString();
  // Unpaired surrogates have no UTF-8.
  return copy === text ? copy : Buffer.from(text, 'utf16le').toString('utf16le');
}
