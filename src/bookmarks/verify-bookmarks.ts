/**
 * Reads a complete store again, from its file, in a separate process, and checks every invariant (see store/verify-store.ts).
 * Read-only; continues after a finding if possible.
 */

import { isCrash, READINGS_MAX } from '../shared/ends/child-end.ts';
import { StoreChannel, StoreEndedError } from './store/store-channel.ts';
import { type BookmarkVerdict, unreadableStore } from './store/verdict.ts';
import { endedOpening } from './store-errors.ts';

/** Rejects with errors of the disk, and with DATA_DIR_UNUSABLE if its processes end without a sign of damage. */
export async function verifyBookmarks(
  { directory }: { readonly directory: string },
  entry?: URL,
): Promise<BookmarkVerdict> {
  for (let reading = 1; ; reading++) {
    try {
      return await verified(directory, entry);
    } catch (error) {
      if (!(error instanceof StoreEndedError)) throw error;
      const { message: ending } = error;
      if (isCrash(ending)) return unreadableStore(`the process that read it ended (${ending})`);
      if (reading === READINGS_MAX) throw endedOpening(ending, reading);
    }
  }
}

async function verified(directory: string, entry: URL | undefined): Promise<BookmarkVerdict> {
  const channel = await StoreChannel.start({ onEnd: () => undefined, onDamaged: () => undefined }, entry);
  try {
    const { bytes } = await channel.call('verify', { directory });
    return JSON.parse(bytes.toString('utf8')) as BookmarkVerdict;
  } finally {
    await channel.end();
  }
}
