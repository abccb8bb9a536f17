/**
 * Reads a whole store again, from its file, in a process of its own, and checks every invariant (see store/verify-store.ts).
 * Only reads, and continues after a finding if possible.
 */

import { StoreChannel, StoreEndedError } from './store/store-channel.ts';
import { type BookmarkVerdict, unreadable } from './store/verdict.ts';

/** Rejects with what the disk throws. */
export async function verifyBookmarks({ directory }: { readonly directory: string }): Promise<BookmarkVerdict> {
  const channel = await StoreChannel.start({ onEnd: () => undefined, onDamaged: () => undefined });
  try {
    const { bytes } = await channel.call('verify', { directory });
    return JSON.parse(bytes.toString('utf8')) as BookmarkVerdict;
  } catch (error) {
    if (!(error instanceof StoreEndedError)) throw error;
    return unreadable(`the process that read it ended (${error.message})`);
  } finally {
    await channel.end();
  }
}
