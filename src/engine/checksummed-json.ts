/** A small JSON file with a checksum of its content: `{"sha256":"…","content":…}`. */
import { createHash } from 'node:crypto';

const FORM = /^\{"sha256":"([0-9a-f]{64})","content":(.*)\}$/s;

/** Returns the text of the file. `content` is JSON. */
export function checksummed(content: string): string {
  return `{"sha256":"${checksumOf(content)}","content":${content}}`;
}

/** Returns the content in the text of such a file, or null if it does not match its checksum. */
export function contentIn(text: string): string | null {
  const [, checksum, content] = FORM.exec(text) ?? [];
  return content !== undefined && checksumOf(content) === checksum ? content : null;
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
