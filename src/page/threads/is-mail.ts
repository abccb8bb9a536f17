/** Whether an item is a mail that a thread may have, by what is cheap to see: the server decides. */
import { viewerOf } from '../preview/kind.ts';
import type { OpenItem } from '../state/item.ts';

const NAMES = /(?:message[ _-]?id|in[ _-]?reply[ _-]?to|thread[ _-]?index|conversation[ _-]?index)$/i;

export function isMail(open: OpenItem): boolean {
  return viewerOf(open) === 'mail' || Object.keys(open.properties).some((name) => NAMES.test(name));
}
