/** Small JSON files with a checksum of their content: `{"sha256":"…","content":…}`. */
import { createHash } from 'node:crypto';
import { readRegularFile } from '../shared/regular-file.ts';

/** Returns the text of the file. `content`: its content as JSON. `member`: the name of the content's member. */
export function checksummed(content: string, member = 'content'): string {
  return `{"sha256":"${checksumOf(content)}","${member}":${content}}`;
}

/** Returns the content in the text of such a file, or null if it does not match its checksum. */
export function contentIn(text: string, member = 'content'): string | null {
  const head = text.slice(0, HEAD_UNITS);
  const start = HEAD_UNITS + `"${member}":`.length;
  const content = text.slice(start, -1);
  const isOfMember = text.slice(HEAD_UNITS, start) === `"${member}":` && text.endsWith('}');
  return isOfMember && head === `{"sha256":"${checksumOf(content)}",` ? content : null;
}

/**
 * Returns the content of a file of up to `bytesMax` bytes, or null if there is none. `damaged` creates the error for a
 * file that cannot be read or does not match its checksum.
 */
export function readChecksummed<T>(
  path: string,
  bytesMax: number,
  damaged: (reason: string, cause?: unknown) => Error,
): T | null {
  let text: string;
  try {
    text = readRegularFile(path, bytesMax).toString('utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw damaged('cannot be read', cause);
  }
  const content = contentIn(text);
  if (content === null) throw damaged('does not match its checksum');
  return JSON.parse(content);
}

/** Length of the text before the name of the content, plus some room. */
const HEAD_UNITS = '{"sha256":"",'.length + 64;

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
