/** Bookmarks and the selection: what there is, and changing it. Every change is on the server's disk before it counts here. */
import { computed, signal } from '@preact/signals';
import type { BookmarkEntry, Change, Hit, Ref } from '../api/answers.ts';
import { addressOf, ask, askJson, messageOf } from '../api/ask.ts';
import { t } from '../language/words.ts';
import { type AskedSet, address, go } from './address.ts';
import { say } from './notice.ts';
import { changeRows, refresh } from './results.ts';

/** Where a bookmark has no colour of its own: told apart by their place in the list. */
const COLORS = ['#0d9488', '#b45309', '#7c3aed', '#be123c', '#2563eb', '#4d7c0f', '#c026d3', '#0891b2', '#a16207'];

export const bookmarks = signal<readonly BookmarkEntry[]>([]);
/** How many items are selected, in all sources. */
export const selectedCount = signal(0);
/** Changes whenever bookmarks or the selection have. */
export const marksVersion = signal(0);

const colors = computed(
  () => new Map(bookmarks.value.map(({ name, color }, i) => [name, color ?? COLORS[i % COLORS.length]!])),
);

export function colorOf(name: string): string {
  return colors.value.get(name) ?? COLORS[0]!;
}

export async function loadBookmarks(): Promise<void> {
  const answer = await askJson<{ details: readonly BookmarkEntry[] }>(addressOf('bookmarks', { details: 'true' }));
  bookmarks.value = answer.details;
}

export async function loadSelection(): Promise<void> {
  const { total } = await askJson<{ total: number }>(addressOf('hits', { q: 'selected:true', limit: 0 }));
  selectedCount.value = total;
}

/** What a change acts on: items by reference, or a whole set. */
export type Target = readonly Ref[] | AskedSet;

const refOf = ({ source, id }: Ref): Ref => ({ source, id });

function bodyOf(target: Target): unknown {
  return Array.isArray(target) ? target.map(refOf) : target;
}

/** Runs a change, tells what the server refused, and brings the lists up to date. */
async function changing(change: () => Promise<void>): Promise<boolean> {
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

export function addTo(name: string, target: Target): Promise<boolean> {
  return changing(async () => {
    const { changed } = await put(`bookmarks/${encodeURIComponent(name)}/add`, target, name);
    say(t().added(changed, name), { undo: () => void undoLast(name) });
  });
}

export function removeFrom(name: string, target: Target): Promise<boolean> {
  return changing(async () => {
    const { changed } = await put(`bookmarks/${encodeURIComponent(name)}/remove`, target, null);
    say(t().removed(changed, name), { undo: () => void undoLast(name) });
  });
}

/** Makes the bookmark first where it is new. */
async function put(path: string, target: Target, made: string | null): Promise<{ changed: number }> {
  if (made !== null && !bookmarks.peek().some(({ name }) => name === made)) {
    await ask(addressOf(`bookmarks/${encodeURIComponent(made)}`), { method: 'POST' });
  }
  return askJson(addressOf(path), { method: 'PUT', body: bodyOf(target) });
}

/** Adds the items where one of them is not a member, else takes them all out. */
export async function toggle(name: string, hits: readonly Hit[]): Promise<void> {
  const isMember = hits.every((hit) => hit.bookmarks.includes(name));
  await (isMember ? removeFrom(name, hits) : addTo(name, hits));
}

/** The last change of the selection: who acts on the selection waits for it. */
let selecting: Promise<void> = Promise.resolve();

export function selectionChanged(): Promise<void> {
  return selecting;
}

/** Shown at once, since it is one key; a refusal shows what is. */
export function toggleSelected(hits: readonly Hit[]): void {
  const isSelected = hits.every(({ selected }) => selected);
  const chosen = new Set(hits.map(({ source, id }) => `${source}:${id}`));
  changeRows((hit) => (chosen.has(`${hit.source}:${hit.id}`) ? { ...hit, selected: !isSelected } : hit));
  selecting = select(hits, !isSelected);
}

async function select(target: Target, isOn: boolean): Promise<void> {
  try {
    const path = isOn ? 'selection/add' : 'selection/remove';
    const { size } = await askJson<{ size: number }>(addressOf(path), { method: 'PUT', body: bodyOf(target) });
    selectedCount.value = size;
    marksVersion.value = marksVersion.peek() + 1;
  } catch (fault) {
    say(messageOf(fault), { isFault: true });
    refresh();
  }
}

export async function clearSelection(): Promise<void> {
  const { docs } = await askJson<{ docs: readonly Ref[] }>(addressOf('selection'));
  changeRows((hit) => ({ ...hit, selected: false }));
  await select(docs, false);
  refresh();
}

export function describe(name: string, what: { comment: string | null; color: string | null }): Promise<boolean> {
  return changing(async () => {
    await ask(addressOf(`bookmarks/${encodeURIComponent(name)}`), { method: 'PUT', body: what });
  });
}

export function rename(name: string, next: string): Promise<boolean> {
  return changing(async () => {
    const path = `bookmarks/${encodeURIComponent(name)}/rename/${encodeURIComponent(next)}`;
    await ask(addressOf(path), { method: 'PUT' });
  });
}

export function deleteBookmark(name: string): Promise<boolean> {
  return changing(async () => {
    await ask(addressOf(`bookmarks/${encodeURIComponent(name)}`), { method: 'DELETE' });
  });
}

export async function changesOf(
  limit: number,
  after?: string,
): Promise<{ changes: readonly Change[]; next: string | null }> {
  return askJson(addressOf('log', { limit, after }));
}

export function undo(seq: number): Promise<boolean> {
  return changing(async () => {
    await ask(addressOf('bookmarks/undo'), { method: 'POST', body: { seq } });
    await loadSelection();
  });
}

async function undoLast(name: string): Promise<void> {
  const { changes } = await changesOf(1);
  const [last] = changes;
  if (last !== undefined && last.bookmark === name) await undo(last.seq);
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
