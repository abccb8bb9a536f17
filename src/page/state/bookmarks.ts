/** Bookmarks and the selection: the lists, and changes. Every change is on the server's disk before it counts here. */
import { computed, effect, signal } from '@preact/signals';
import type { BookmarkChange, BookmarkEntry, Change, Hit, ItemRecord, Ref } from '../api/answers.ts';
import { client, messageOf } from '../api/client.ts';
import { InOrder } from '../api/in-order.ts';
import { t } from '../language/words.ts';
import type { AskedSet } from './address.ts';
import { codings, loadCodings } from './coding-panels.ts';
import { say } from './notice.ts';
import { recordOf } from './own-changes.ts';
import { whenReady } from './readiness.ts';
import { areRowsArriving, arrivals, changeRows, dropArriving, hitOf, refresh, summary } from './results.ts';
import { absentSources, readyPart, refuseAfterRestart, sources } from './sources.ts';
import { mayChange } from './viewer.ts';

/** Default colours of bookmarks, by position in the list. */
const COLORS = ['#0d9488', '#b45309', '#7c3aed', '#be123c', '#2563eb', '#4d7c0f', '#c026d3', '#0891b2', '#a16207'];

export const bookmarks = signal<readonly BookmarkEntry[]>([]);
/** Whether the server has answered. Until then, an empty list means nothing. */
export const areBookmarksKnown = signal(false);
/** Number of selected items in all sources that searches find. */
export const selectedCount = signal(0);
/** Number of selected items that their source no longer has. */
export const selectedGone = signal(0);
/** Changes with the bookmarks or the selection. */
export const marksVersion = signal(0);

/** A bookmark without a colour has the colour of its panel. */
const colors = computed(() => {
  const choices = codings.value.flatMap((panel) => panel.choices);
  const ofPanel = (name: string): string | undefined =>
    choices.find(({ bookmark }) => bookmark === name)?.colour ?? undefined;
  return new Map(bookmarks.value.map(({ name, color }, i) => [name, color ?? ofPanel(name) ?? paletteColor(i)]));
});

export function paletteColor(at: number): string {
  return COLORS[at % COLORS.length]!;
}

export function colorOf(name: string): string {
  return colors.value.get(name) ?? COLORS[0]!;
}

const lists = new InOrder();
const selections = new InOrder();

export async function loadBookmarks(): Promise<void> {
  const mayShow = lists.ask();
  const [{ details = [] }] = await Promise.all([client.ask('listBookmarks', { details: 'true' }), loadCodings()]);
  if (!mayShow()) return;
  bookmarks.value = details;
  areBookmarksKnown.value = true;
}

export async function loadSelection(): Promise<void> {
  const mayShow = selections.ask();
  const [count, gone] = await Promise.all([countOf({ q: 'selected:true' }), goneOfSelection()]);
  if (!mayShow()) return;
  selectedCount.value = count;
  selectedGone.value = gone;
}

/** While a source is not ready, the number may be unknown. In that case, the last known number stays. */
async function goneOfSelection(): Promise<number> {
  await whenReady;
  if (sources.peek().some(({ state }) => state !== 'ready')) return selectedGone.peek();
  return (await client.ask('getSelection', { only: 'gone' })).gone ?? 0;
}

const states = computed(() => sources.value.map(({ id, state }) => `${state} ${id}`).join());

/** Reloads the counts when a source comes or goes, because keys must act on a counted selection. */
export function keepCounted(): void {
  effect(() => {
    if (states.value === '') return;
    void loadBookmarks().catch(() => undefined);
    void loadSelection().catch(() => undefined);
  });
}

/** Called after changes by others. No row changes its item. */
export async function lookAgain(): Promise<void> {
  marksVersion.value = marksVersion.peek() + 1;
  if (summary.peek() !== null) refresh();
  await Promise.all([loadBookmarks(), loadSelection()]).catch(() => undefined);
}

export async function countOf(set: AskedSet): Promise<number> {
  await whenReady;
  return (await client.ask('findHitsByBody', {}, { ...readyPart(set), limit: 0 })).total;
}

/** The target of a change: items by reference, or a complete set. */
export type Target = readonly Ref[] | AskedSet;

const refOf = ({ source, id }: Ref): Ref => ({ source, id });

/** A set is changed in its available sources, because the server refuses a change that would silently leave one out. */
export function bodyOf(target: Target): readonly Ref[] | AskedSet {
  return isList(target) ? target.map(refOf) : readyPart(target);
}

/** Returns the sources that a change of this target leaves out, each with its reason. */
export function leftOut(target: Target): readonly string[] {
  return isList(target) ? [] : absentSources(target).map(({ source, reason }) => t().isMissing(source, reason));
}

/** The result of a change. Hints are about the query of a set. */
type Changed = Pick<BookmarkChange, 'changed' | 'hints'>;

/** Returns the text about a change: its result, the sources that it leaves out, and hints. */
export function changeText(result: string, target: Target, { hints = [] }: Changed): string {
  return [result, ...leftOut(target), ...hints].join('; ');
}

/**
 * Shows the result of a change with an undo of exactly that change, even after changes by others. A change without effect has no
 * record.
 */
async function showUndo(what: 'add' | 'remove', answer: Changed, name: string, target: Target): Promise<void> {
  const { changed } = answer;
  const text = what === 'add' ? t().added(changed, name) : t().removed(changed, name);
  const isIt = (one: Change): boolean => one.what === what && one.bookmark === name && one.items === changed;
  const seq = changed === 0 ? undefined : await recordOf(isIt).catch(() => undefined);
  say(changeText(text, target, answer), seq === undefined ? {} : { undo: () => void undo(seq) });
}

export function isList(target: Target): target is readonly Ref[] {
  return Array.isArray(target);
}

/** Runs a change, shows the server's refusal, and updates the lists. */
export async function changing(change: () => Promise<void>): Promise<boolean> {
  if (!mayChange()) return false;
  try {
    await refuseAfterRestart().then(change);
    return true;
  } catch (fault) {
    say(messageOf(fault), { isFault: true });
    return false;
  } finally {
    await loadBookmarks().catch(() => undefined);
    marksVersion.value = marksVersion.peek() + 1;
    refresh();
  }
}

/**
 * Updates rows at once, because a key that toggles the same bookmark must not act on the old state. For a set, the refresh
 * updates them.
 */
export function mark(target: Target, name: string, isIn: boolean): void {
  if (!isList(target)) return;
  // Rows that are arriving may be older than the change.
  dropArriving();
  const changed = new Set(target.map(({ source, id }) => `${source}:${id}`));
  changeRows((hit) => {
    if (!changed.has(`${hit.source}:${hit.id}`)) return hit;
    const others = hit.bookmarks.filter((one) => one !== name);
    return { ...hit, bookmarks: isIn ? [...others, name] : others };
  });
}

export function addTo(name: string, target: Target): Promise<boolean> {
  return changing(async () => {
    // A new bookmark is created first.
    if (!bookmarks.peek().some((entry) => entry.name === name)) await client.ask('createBookmark', { bookmark: name });
    const answer = await client.ask('addToBookmark', { bookmark: name }, bodyOf(target));
    mark(target, name, true);
    void showUndo('add', answer, name, target);
  });
}

export function removeFrom(name: string, target: Target): Promise<boolean> {
  return changing(async () => {
    const answer = await client.ask('removeFromBookmark', { bookmark: name }, bodyOf(target));
    mark(target, name, false);
    void showUndo('remove', answer, name, target);
  });
}

/** Removes the members that their source no longer has. */
export async function removeGone(name: string): Promise<void> {
  try {
    const { docs } = await client.ask('getBookmark', { bookmark: name, only: 'gone' });
    await removeFrom(name, docs);
  } catch (fault) {
    say(messageOf(fault), { isFault: true });
  }
}

/** Keys may be faster than answers. Each change acts on the result of the previous ones. */
let toggling: Promise<void> = Promise.resolve();

export function inTurn(change: () => Promise<void>): Promise<void> {
  toggling = toggling.then(change);
  return toggling;
}

/** Adds the item, or removes a member. */
export function toggle(name: string, hit: Hit): Promise<void> {
  return inTurn(async () => {
    const { bookmarks: now } = hitOf(hit) ?? hit;
    await (now.includes(name) ? removeFrom(name, [hit]) : addTo(name, [hit]));
  });
}

/** The last change of the selection. Later changes, and actions on the selection, wait for it. */
let selecting: Promise<void> = Promise.resolve();

export function selectionChanged(): Promise<void> {
  return selecting;
}

/** Shown immediately, before the server has answered. A refusal restores the state. */
export function toggleSelected(hits: readonly ItemRecord[]): void {
  if (!mayChange()) {
    // Redraws the box with the actual state.
    changeRows((hit) => ({ ...hit }));
    return;
  }
  const isSelected = hits.every(({ selected }) => selected);
  const chosen = new Set(hits.map(({ source, id }) => `${source}:${id}`));
  changeRows((hit) => (chosen.has(`${hit.source}:${hit.id}`) ? { ...hit, selected: !isSelected } : hit));
  selecting = selecting.then(() => select(hits, !isSelected));
}

async function select(target: Target, isOn: boolean): Promise<void> {
  const rows = arrivals();
  const mayShow = selections.ask();
  try {
    await refuseAfterRestart();
    const { size } = await client.ask(isOn ? 'addToSelection' : 'removeFromSelection', {}, bodyOf(target));
    // Rows that arrived or are arriving may be older than the change.
    if (areRowsArriving.peek() || arrivals() !== rows) refresh();
    // Searches do not find members that are gone.
    if (mayShow()) selectedCount.value = Math.max(0, size - selectedGone.peek());
    marksVersion.value = marksVersion.peek() + 1;
  } catch (fault) {
    say(messageOf(fault), { isFault: true });
    refresh();
  }
}

export async function clearSelection(): Promise<void> {
  if (!mayChange()) return;
  selecting = selecting.then(async () => {
    try {
      const { docs } = await client.ask('getSelection', {});
      changeRows((hit) => ({ ...hit, selected: false }));
      await select(docs, false);
      await loadSelection();
    } catch (fault) {
      say(messageOf(fault), { isFault: true });
    }
    refresh();
  });
  await selecting;
}

export function describe(name: string, what: { comment: string | null; color: string | null }): Promise<boolean> {
  return changing(async () => {
    await client.ask('describeBookmark', { bookmark: name }, what);
  });
}

/** Listeners that store bookmark names. */
export const onRenamed: ((name: string, next: string) => void)[] = [];

export function rename(name: string, next: string): Promise<boolean> {
  return changing(async () => {
    await client.ask('renameBookmark', { old: name, new: next });
    for (const follow of onRenamed) follow(name, next);
  });
}

export function deleteBookmark(name: string): Promise<boolean> {
  return changing(async () => {
    await client.ask('deleteBookmark', { bookmark: name });
  });
}

export function undo(seq: number): Promise<boolean> {
  return undoAll([seq]);
}

/** In this order. */
export function undoAll(seqs: readonly number[]): Promise<boolean> {
  return changing(async () => {
    for (const seq of seqs) await client.ask('undoChange', {}, { seq });
    await loadSelection();
  });
}

/** Returns the clause for the members. */
export function clauseOf(name: string): string {
  return `bookmark:"${name.replace(/["\\]/g, '\\$&')}"`;
}
