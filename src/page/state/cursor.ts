/** Where one stands in the hits: the row that keys act on, and moving it. */
import { effect, signal } from '@preact/signals';
import type { Hit } from '../api/answers.ts';
import { address, askedSet, go, put, sortText } from './address.ts';
import { hitAt, rowsVersion, summary, wantRows } from './results.ts';

export const cursor = signal(0);
/** Set to have the view move the keyboard to the row of the cursor. */
export const focusWanted = signal(0);

/** The hit under the cursor, where it has arrived. */
export function focusedHit(): Hit | null {
  return hitAt(cursor.peek());
}

let opensOnArrival = false;

export function moveTo(row: number): void {
  const total = summary.peek()?.total ?? 0;
  if (total === 0) return;
  cursor.value = Math.max(0, Math.min(total - 1, row));
  focusWanted.value = focusWanted.peek() + 1;
  if (address.peek().item !== null) followCursor();
}

/** The open item goes along with the cursor. */
function followCursor(): void {
  const hit = focusedHit();
  opensOnArrival = hit === null;
  if (hit === null) wantRows(cursor.peek(), cursor.peek() + 1);
  else put({ item: { source: hit.source, id: hit.id } });
}

export function openRow(row: number): void {
  cursor.value = row;
  const hit = hitAt(row);
  if (hit !== null) go({ item: { source: hit.source, id: hit.id } });
}

effect(() => {
  void rowsVersion.value;
  if (opensOnArrival && focusedHit() !== null) followCursor();
});

// Another set, another beginning.
effect(() => {
  void askedSet.value;
  void sortText.value;
  cursor.value = 0;
});
