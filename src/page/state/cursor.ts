/** The cursor in the hits: the row that keys act on. It survives a reload and `back`. */
import { effect, signal } from '@preact/signals';
import type { Hit, Ref } from '../api/answers.ts';
import { address, askedSet, go, put, sortText } from './address.ts';
import { hitAt, ROWS_PER_BATCH, rowsVersion, summary, wantRows } from './results.ts';

export const cursor = signal(keptRow());
/** The item under the cursor when it was last moved, or when the rows of another set arrived. */
let chosen: Ref | null = null;
/** Incremented to make the view focus the cursor's row. */
export const focusWanted = signal(0);

/** Returns the row stored in the browser's history entry. */
function keptRow(): number {
  const state: unknown = history.state;
  const row = typeof state === 'object' && state !== null && 'row' in state ? state.row : 0;
  return typeof row === 'number' ? row : 0;
}

let keeping: number | undefined;

/** Browsers refuse hundreds of history changes within seconds, which a held key would make. So only the final row is stored. */
function keepRow(): void {
  clearTimeout(keeping);
  const stoodAt = location.href;
  keeping = window.setTimeout(() => {
    const row = cursor.peek();
    if (row !== keptRow() && location.href === stoodAt) history.replaceState({ row }, '');
  }, KEPT_AFTER_MS);
}

const KEPT_AFTER_MS = 250;

/** Returns the hit under the cursor, if loaded. */
export function focusedHit(): Hit | null {
  return hitAt(cursor.peek());
}

/** False if the rows were reloaded, and another item is under the cursor. */
export function isChosen({ source, id }: Ref): boolean {
  return chosen !== null && chosen.source === source && chosen.id === id;
}

effect(() => {
  void rowsVersion.value;
  chosen ??= hitAt(cursor.value);
});

let opensOnArrival = false;
/** Whether focus was requested before there were hits. */
let focusesOnArrival = false;

export function moveTo(row: number): void {
  const total = summary.peek()?.total ?? 0;
  focusesOnArrival = summary.peek() === null;
  if (total === 0) return;
  cursor.value = Math.max(0, Math.min(total - 1, row));
  chosen = focusedHit();
  focusWanted.value = focusWanted.peek() + 1;
  if (address.peek().item !== null) followCursor();
  keepRow();
}

/** An open item follows the cursor. Opening the first one is a history step. */
function followCursor(): void {
  const hit = focusedHit();
  opensOnArrival = hit === null;
  if (hit === null) wantRows(cursor.peek(), cursor.peek() + 1);
  else if (address.peek().item === null) go({ item: { source: hit.source, id: hit.id } });
  else put({ item: { source: hit.source, id: hit.id } });
}

export function openRow(row: number): void {
  cursor.value = row;
  const hit = hitAt(row);
  chosen = hit;
  if (hit !== null) go({ item: { source: hit.source, id: hit.id } });
  else followCursor();
  keepRow();
}

effect(() => {
  void rowsVersion.value;
  if (opensOnArrival && focusedHit() !== null) followCursor();
});

/** If the item of a shared address is among the first hits, the cursor moves to it. */
let isPlaced = keptRow() > 0 || address.peek().item === null;
effect(() => {
  const found = summary.value;
  const open = address.peek().item;
  if (found === null || isPlaced) return;
  isPlaced = true;
  for (let row = 0; row < Math.min(found.total, ROWS_PER_BATCH); row++) {
    const hit = hitAt(row);
    if (hit === null || hit.id !== open?.id || hit.source !== open.source || cursor.peek() !== 0) continue;
    cursor.value = row;
    chosen = hit;
  }
});

effect(() => {
  const found = summary.value;
  if (found === null || !focusesOnArrival) return;
  focusesOnArrival = false;
  // After the view is drawn.
  requestAnimationFrame(() => moveTo(cursor.peek()));
});

// A new set starts at the beginning. An earlier set starts at its last position.
let isFirst = true;
effect(() => {
  void askedSet.value;
  void sortText.value;
  if (!isFirst) {
    chosen = null;
    cursor.value = keptRow();
  }
  isFirst = false;
});
