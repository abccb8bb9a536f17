/** The reviews and the changes made in their dialog: each result is shown, and can be undone. */
import { effect, signal } from '@preact/signals';
import type { ReviewEntry } from '../api/answers.ts';
import { client, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { othersVersion } from '../live/live.ts';
import { loadBookmarks, marksVersion } from '../state/bookmarks.ts';
import { loadCodings } from '../state/coding-panels.ts';
import { refresh } from '../state/results.ts';
import { mayChange, viewer } from '../state/viewer.ts';

export const reviews = signal<readonly ReviewEntry[]>([]);
export const reviewsFault = signal('');

/** Result of the last change. Shown in the dialog, because the page's notice is behind it and cannot be clicked. */
export interface Outcome {
  readonly text: string;
  /** Records of the change, oldest first. */
  readonly seqs: readonly number[];
}

export const outcome = signal<Outcome | null>(null);
/** Whether a change is being saved. No other may begin meanwhile. */
export const isChanging = signal(false);

export async function loadReviews(): Promise<void> {
  try {
    await loadCodings();
    reviews.value = (await client.ask('listReviews', {})).reviews;
  } catch (fault) {
    reviewsFault.value = messageOf(fault);
  }
}

/** While the dialog is open. */
export function followOthers(): () => void {
  return effect(() => {
    if (othersVersion.value > 0 && !isChanging.peek()) void loadReviews();
  });
}

export function openReviews(): void {
  reviewsFault.value = '';
  outcome.value = null;
  void loadReviews();
}

/** Whether the viewer may delete the review, and draw or accept second looks, by the server's rule. */
export function isOwn({ creator }: ReviewEntry): boolean {
  const one = viewer.value;
  return one === null || one.role === 'administrator' || (one.role === 'annotator' && one.name === creator);
}

/** Runs a change, shows its result or error, and reloads the reviews. */
export async function changeReviews(change: () => Promise<Outcome>): Promise<boolean> {
  if (isChanging.peek() || !mayChange()) return false;
  isChanging.value = true;
  reviewsFault.value = '';
  try {
    outcome.value = await change();
    return true;
  } catch (fault) {
    outcome.value = null;
    reviewsFault.value = messageOf(fault);
    return false;
  } finally {
    await loadReviews();
    isChanging.value = false;
    // Decisions change bookmarks, which are visible behind the dialog.
    await loadBookmarks().catch(() => undefined);
    marksVersion.value = marksVersion.peek() + 1;
    refresh();
  }
}

export function undoOutcome(seqs: readonly number[]): Promise<boolean> {
  return changeReviews(async () => {
    for (const seq of seqs.toReversed()) await client.ask('undoChange', {}, { seq });
    return { text: t().undone, seqs: [] };
  });
}

export function deleteReview({ name, secondLook }: ReviewEntry): Promise<boolean> {
  return changeReviews(async () => {
    const { seqs } = await client.ask('deleteReview', { review: name });
    return { text: secondLook === null ? t().reviewDeleted(name) : t().lookRefused(name), seqs };
  });
}

export function acceptLook({ name }: ReviewEntry): Promise<boolean> {
  return changeReviews(async () => {
    const { changed, seqs } = await client.ask('acceptSecondLook', { review: name });
    return { text: t().lookAccepted(name, changed), seqs };
  });
}
