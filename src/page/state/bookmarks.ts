/** Bookmarks and the selection: what there is, and changing it. Every change is on the server's disk before it counts here. */
import { computed, effect, signal } from '@preact/signals';
import type { BookmarkEntry, Change, Hit, ItemRecord, Ref } from '../api/answers.ts';
import { client, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { type AskedSet, address, go } from './address.ts';
import { codings, loadCodings } from './coding-panels.ts';
import { say } from './notice.ts';
import { whenReady } from './readiness.ts';
import { changeRows, hitOf, refresh, summary } from './results.ts';
import { absentSources, readyPart, sources } from './sources.ts';
import { mayChange } from './viewer.ts';

/** Where a bookmark has no colour of its own: told apart by their place in the list. */
const COLORS = ['#0d9488', '#b45309', '#7c3aed', '#be123c', '#2563eb', '#4d7c0f', '#c026d3', '#0891b2', '#a16207'];

/** Records of the log among which one looks for a change that was just made. */
const RECENT = 20;

export const bookmarks = signal<readonly BookmarkEntry[]>([]);
/** Whether the server has told them: until then none is not the same as there are none. */
export const areBookmarksKnown = signal(false);
/** How many items are selected, in all sources. */
export const selectedCount = signal(0);
/** Changes whenever bookmarks or the selection have. */
export const marksVersion = signal(0);

/** A bookmark without a colour has that of the panel that offers it. */
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

export async function loadBookmarks(): Promise<void> {
  const [{ details = [] }] = await Promise.all([client.ask('listBookmarks', { details: 'true' }), loadCodings()]);
  bookmarks.value = details;
  areBookmarksKnown.value = true;
}

export async function loadSelection(): Promise<void> {
  selectedCount.value = await countOf({ q: 'selected:true' });
}

const states = computed(() => sources.value.map(({ id, state }) => `${state} ${id}`).join());

/** Both are asked for again when a source comes or goes: a selection that is not counted would not be what keys act on. */
export function keepCounted(): void {
  effect(() => {
    if (states.value === '') return;
    void loadBookmarks().catch(() => undefined);
    void loadSelection().catch(() => undefined);
  });
}

/** Others changed something. No row changes its item. */
export async function lookAgain(): Promise<void> {
  marksVersion.value = marksVersion.peek() + 1;
  if (summary.peek() !== null) refresh();
  await Promise.all([loadBookmarks(), loadSelection()]).catch(() => undefined);
}

export async function countOf(set: AskedSet): Promise<number> {
  await whenReady;
  return (await client.ask('findHitsByBody', {}, { ...readyPart(set), limit: 0 })).total;
}

/** What a change acts on: items by reference, or a whole set. */
export type Target = readonly Ref[] | AskedSet;

const refOf = ({ source, id }: Ref): Ref => ({ source, id });

/** A set is changed in the sources that are there: the server refuses what would leave out one without a word. */
export function bodyOf(target: Target): readonly Ref[] | AskedSet {
  return isList(target) ? target.map(refOf) : readyPart(target);
}

/** The sources that a change of this leaves out, each with its reason. */
export function leftOut(target: Target): readonly string[] {
  return isList(target) ? [] : absentSources(target).map(({ source, reason }) => t().isMissing(source, reason));
}

/** Tells what a change did, and offers to undo it: that change, whatever others do meanwhile. One that did nothing left no record. */
async function tell(what: 'add' | 'remove', changed: number, name: string, target: Target): Promise<void> {
  const text = what === 'add' ? t().added(changed, name) : t().removed(changed, name);
  const isIt = (one: Change): boolean => one.what === what && one.bookmark === name && one.items === changed;
  const seq = changed === 0 ? undefined : await recordOf(isIt).catch(() => undefined);
  say([text, ...leftOut(target)].join('; '), seq === undefined ? {} : { undo: () => void undo(seq) });
}

/** The record of a change that was made just now; a few of others may have come after it. */
export async function recordOf(isIt: (change: Change) => boolean): Promise<number | undefined> {
  const { changes } = await changesOf(RECENT);
  return changes.find(isIt)?.seq;
}

export function isList(target: Target): target is readonly Ref[] {
  return Array.isArray(target);
}

/** Runs a change, tells what the server refused, and brings the lists up to date. */
export async function changing(change: () => Promise<void>): Promise<boolean> {
  if (!mayChange()) return false;
  try {
    await change();
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

/** Rows show it at once: a key that toggles the same bookmark must not act on what was. A set is shown by the refresh. */
export function mark(target: Target, name: string, isIn: boolean): void {
  if (!isList(target)) return;
  const changed = new Set(target.map(({ source, id }) => `${source}:${id}`));
  changeRows((hit) => {
    if (!changed.has(`${hit.source}:${hit.id}`)) return hit;
    const others = hit.bookmarks.filter((one) => one !== name);
    return { ...hit, bookmarks: isIn ? [...others, name] : others };
  });
}

export function addTo(name: string, target: Target): Promise<boolean> {
  return changing(async () => {
    // Made first where it is new.
    if (!bookmarks.peek().some((entry) => entry.name === name)) await client.ask('createBookmark', { bookmark: name });
    const { changed } = await client.ask('addToBookmark', { bookmark: name }, bodyOf(target));
    mark(target, name, true);
    void tell('add', changed, name, target);
  });
}

export function removeFrom(name: string, target: Target): Promise<boolean> {
  return changing(async () => {
    const { changed } = await client.ask('removeFromBookmark', { bookmark: name }, bodyOf(target));
    mark(target, name, false);
    void tell('remove', changed, name, target);
  });
}

/** Keys may come faster than answers: each finds what those before it made of the item. */
let toggling: Promise<void> = Promise.resolve();

export function inTurn(change: () => Promise<void>): Promise<void> {
  toggling = toggling.then(change);
  return toggling;
}

/** Adds the item where it is no member, else takes it out. */
export function toggle(name: string, hit: Hit): Promise<void> {
  return inTurn(async () => {
    const { bookmarks: now } = hitOf(hit) ?? hit;
    await (now.includes(name) ? removeFrom(name, [hit]) : addTo(name, [hit]));
  });
}

/** The last change of the selection: who acts on the selection waits for it. */
let selecting: Promise<void> = Promise.resolve();

export function selectionChanged(): Promise<void> {
  return selecting;
}

/** Shown at once, since it is one key; a refusal shows what is. */
export function toggleSelected(hits: readonly ItemRecord[]): void {
  if (!mayChange()) {
    // The box shows again what is.
    changeRows((hit) => ({ ...hit }));
    return;
  }
  const isSelected = hits.every(({ selected }) => selected);
  const chosen = new Set(hits.map(({ source, id }) => `${source}:${id}`));
  changeRows((hit) => (chosen.has(`${hit.source}:${hit.id}`) ? { ...hit, selected: !isSelected } : hit));
  selecting = select(hits, !isSelected);
}

async function select(target: Target, isOn: boolean): Promise<void> {
  try {
    const { size } = await client.ask(isOn ? 'addToSelection' : 'removeFromSelection', {}, bodyOf(target));
    selectedCount.value = size;
    marksVersion.value = marksVersion.peek() + 1;
  } catch (fault) {
    say(messageOf(fault), { isFault: true });
    refresh();
  }
}

export async function clearSelection(): Promise<void> {
  if (!mayChange()) return;
  const { docs } = await client.ask('getSelection', {});
  changeRows((hit) => ({ ...hit, selected: false }));
  await select(docs, false);
  refresh();
}

export function describe(name: string, what: { comment: string | null; color: string | null }): Promise<boolean> {
  return changing(async () => {
    await client.ask('describeBookmark', { bookmark: name }, what);
  });
}

/** What keeps something by the names of bookmarks. */
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

export async function changesOf(
  limit: number,
  after?: string,
): Promise<{ changes: readonly Change[]; next: string | null }> {
  return client.ask('listChanges', { limit, after });
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

/** The clause that finds the members. */
export function clauseOf(name: string): string {
  return `bookmark:"${name.replace(/["\\]/g, '\\$&')}"`;
}

/** Shows the members, or no longer only them. */
export function toggleFilter(clause: string): void {
  const { filter } = address.peek();
  go({ filter: filter.includes(clause) ? filter.filter((one) => one !== clause) : [...filter, clause] });
}
