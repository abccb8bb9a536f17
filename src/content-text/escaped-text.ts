/** Escapes text for the inside of a page. */
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => references[char] ?? char);
}
