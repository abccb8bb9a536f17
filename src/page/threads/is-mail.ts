/** Guesses from names and types whether an item may be a mail with a thread. The server decides. */
import { viewerOf } from '../preview/kind.ts';
import type { OpenItem } from '../state/item.ts';

const NAMES = /(?:message[ _-]?id|in[ _-]?reply[ _-]?to|thread[ _-]?index|conversation[ _-]?index)$/i;

export function isMail(open: OpenItem): boolean {
  return viewerOf(open) === 'mail' || Object.keys(open.properties).some((name) => NAMES.test(name));
}
