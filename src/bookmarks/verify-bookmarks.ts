/**
 * Reads a complete store again, from its file, in a separate process, and checks every invariant (see store/verify-store.ts).
 * Changes nothing. Continues after a finding if possible.
 */
import { ChildEndedError, READINGS_MAX, readAgain } from '../shared/child/child-calls.ts';
import { StoreChannel } from './store/store-channel.ts';
import { type BookmarkVerdict, unreadableStore } from './store/verdict.ts';
import { endedOpening } from './store-errors.ts';

/** Rejects with disk errors, and with DATA_DIR_UNUSABLE if its processes end without a sign of damage. */
export async function verifyBookmarks(
  { directory }: { readonly directory: string },
  entry?: URL,
): Promise<BookmarkVerdict> {
  try {
    return await readAgain(() => verified(directory, entry));
  } catch (error) {
    if (!(error instanceof ChildEndedError)) throw error;
    if (error.isCrash) return unreadableStore(`the process that read it ended (${error.message})`);
    throw endedOpening(error.message, READINGS_MAX);
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
