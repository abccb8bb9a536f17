/**
 * Reviews the items of a batch. The current item is in the address. A decision applies to the visible item, and the page moves
 * on only after the server has it on disk.
 */
import { computed, effect, signal } from '@preact/signals';
import type { CodingPanel, Ref, ReviewBatch, ReviewEntry } from '../api/answers.ts';
import { client, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { othersVersion } from '../live/live.ts';
import { address, put, shownItem } from '../state/address.ts';
import { loadBookmarks, marksVersion } from '../state/bookmarks.ts';
import { codings } from '../state/coding-panels.ts';
import { item } from '../state/item.ts';
import { say } from '../state/notice.ts';
import { refuseAfterRestart } from '../state/sources.ts';
import { mayChange } from '../state/viewer.ts';

export const review = signal<ReviewEntry | null>(null);
export const batch = signal<ReviewBatch | null>(null);
/** Whether nothing is left for this person. */
export const isFinished = signal(false);
/** Whether a decision is being saved. No other may begin before it is on disk. */
export const isSaving = signal(false);
export const reviewFault = signal('');

/** Index of the shown item in the batch, or -1 if it is not in the batch. */
export const at = computed(() => {
  const shown = shownItem.value;
  return batch.value?.items.findIndex((one) => isSame(one, shown)) ?? -1;
});

export const panels = computed<readonly CodingPanel[]>(() => {
  const wanted = review.value?.codings ?? [];
  return wanted.flatMap((name) => codings.value.find((panel) => panel.name === name) ?? []);
});

export function isSame(one: Ref, other: Ref | null): boolean {
  return other !== null && one.id === other.id && one.source === other.source;
}

/** Opens the review at the item of the address if it is in the batch, or else at the next undecided item. */
export async function openReview(name: string): Promise<void> {
  reviewFault.value = '';
  try {
    const [, next] = await Promise.all([
      loadReview(name),
      client.ask('getNextItem', { review: name }),
      loadBookmarks(),
    ]);
    const held = await client.ask('getBatch', { review: name });
    if (address.peek().review !== name) return;
    batch.value = held;
    isFinished.value = next.item === null;
    if (at.peek() < 0) show(next.item ?? held.items.findLast(isReadable) ?? null);
  } catch (fault) {
    reviewFault.value = messageOf(fault);
  }
}

async function loadReview(name: string): Promise<void> {
  review.value = await client.ask('getReview', { review: name });
}

/**
 * Updates the numbers after decisions by others. The batch is not requested, because it belongs to this viewer and a request
 * would count as activity.
 */
async function followOthers(): Promise<void> {
  const name = address.peek().review;
  if (name !== '' && review.peek() !== null && !isSaving.peek()) await loadReview(name);
}

effect(() => {
  if (othersVersion.value > 0) void followOthers().catch(() => undefined);
});

/** Shows an item. If the tab of notes was open, the default tab replaces it. */
function show(ref: Ref | null): void {
  const { tab } = address.peek();
  put({ item: ref === null ? null : { source: ref.source, id: ref.id }, tab: tab === 'notes' ? null : tab });
}

/** Moves one item back or forth in the batch, decided or not. */
export function step(by: 1 | -1): void {
  const next = neighbour(by);
  if (!isSaving.peek() && next !== undefined) show(next);
}

/** Returns the nearest readable item in the batch on that side. */
export function neighbour(by: 1 | -1): Ref | undefined {
  const items = batch.value?.items ?? [];
  if (at.value < 0) return undefined;
  return by === 1 ? items.slice(at.value + 1).find(isReadable) : items.slice(0, at.value).findLast(isReadable);
}

/** Whether its source still has the item. */
function isReadable({ isGone }: ReviewBatch['items'][number]): boolean {
  return isGone !== true;
}

/** Returns the choices for the shown item in a panel; null is a choice as well. */
export function chosenIn(coding: string): readonly (string | null)[] {
  const decisions = batch.value?.items[at.value]?.decisions ?? [];
  return decisions.filter((one) => one.coding === coding).map(({ choice }) => choice);
}

/** Decides the visible item, or shows why nothing was changed. */
export async function decide(coding: string, choice: string | null): Promise<void> {
  const [name, shown] = [address.peek().review, shownItem.peek()];
  if (isSaving.peek() || shown === null || !mayChange()) return;
  if (!isOnScreen(shown)) return say(t().itemNotThere, { isFault: true });
  isSaving.value = true;
  try {
    await refuseAfterRestart();
    const docs = [{ source: shown.source, id: shown.id }];
    const { seqs } = await client.ask('codeItems', { coding }, { choice, docs, review: name });
    const undo = seqs.length === 0 ? {} : { undo: () => void undoDecision(name, seqs) };
    say(`${shown.source} · ${shown.id}: ${t().coded(coding, choice)}`, undo);
    await moveOn(name, shown);
  } catch (fault) {
    say(messageOf(fault), { isFault: true });
  } finally {
    isSaving.value = false;
  }
}

/** Whether the page has loaded and drawn this item. */
function isOnScreen(ref: Ref): boolean {
  const drawn = document.querySelector('.item-origin span')?.textContent;
  return isSame(ref, item.peek()) && drawn === `${ref.source} · ${ref.id}`;
}

/** After a saved decision: moves to the next undecided item if this one is complete. */
async function moveOn(name: string, from: Ref): Promise<void> {
  const held = await client.ask('getBatch', { review: name });
  await loadReview(name);
  if (address.peek().review !== name || !isSame(from, shownItem.peek())) return;
  const before = held.items.find((one) => isSame(one, from));
  if (before !== undefined) batch.value = held;
  // If several choices are allowed, the user may want to make another one, so they move on explicitly.
  const staysHere = before?.isDecided === false || panels.peek().some(({ exclusive }) => !exclusive);
  if (staysHere) marksVersion.value = marksVersion.peek() + 1;
  else await toUndecided();
}

/** Moves to the next undecided item. Requests a new batch when this one is done. */
export async function toUndecided(): Promise<void> {
  const { review: name, item: from } = address.peek();
  try {
    const after = from === null ? {} : { after: `${from.source}/${from.id}` };
    const next = await client.ask('getNextItem', { review: name, ...after });
    if (next.item !== null && next.batch?.number !== batch.peek()?.number) {
      batch.value = await client.ask('getBatch', { review: name });
    }
    isFinished.value = next.item === null;
    if (next.item === null) marksVersion.value = marksVersion.peek() + 1;
    else if (address.peek().review === name) show(next.item);
  } catch (fault) {
    say(messageOf(fault), { isFault: true });
  }
}

/** Undoes a decision and stays at the item. */
async function undoDecision(name: string, seqs: readonly number[]): Promise<void> {
  if (isSaving.peek()) return;
  isSaving.value = true;
  try {
    for (const seq of seqs.toReversed()) await client.ask('undoChange', {}, { seq });
    const held = await client.ask('getBatch', { review: name });
    if (held.items.some((one) => isSame(one, shownItem.peek()))) batch.value = held;
    isFinished.value = false;
    await loadReview(name);
    marksVersion.value = marksVersion.peek() + 1;
  } catch (fault) {
    say(messageOf(fault), { isFault: true });
  } finally {
    isSaving.value = false;
  }
}
