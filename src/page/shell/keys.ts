/** Keys that work everywhere but where one types. */
import { bookmarkCurrent } from '../bookmarks/bookmark-dialog.tsx';
import {
  bookmarks,
  selectedCount,
  selectionChanged,
  toggle,
  toggleSelected,
  toggleSelection,
} from '../state/bookmarks.ts';
import { cursor, focusedHit, moveTo } from '../state/cursor.ts';
import { step } from '../state/matches.ts';
import { openDialog, showDialog } from './dialog.tsx';

const actions: Readonly<Record<string, () => void>> = {
  '/': () => {
    const query = document.querySelector<HTMLTextAreaElement>('#query');
    query?.focus();
    query?.select();
  },
  j: () => moveTo(cursor.peek() + 1),
  k: () => moveTo(cursor.peek() - 1),
  ' ': () => {
    const hit = focusedHit();
    if (hit !== null) toggleSelected([hit]);
  },
  '[': () => step(-1),
  ']': () => step(1),
  b: () => void bookmarkCurrent(),
  '?': () => showDialog('shortcuts'),
};

/** 1 to 9: the n-th bookmark takes the selection in, or else the row; where all of that is in it, it is taken out. */
async function toggleNth(n: number): Promise<void> {
  await selectionChanged();
  const entry = bookmarks.peek()[n - 1];
  if (entry === undefined) return;
  const hit = focusedHit();
  if (selectedCount.peek() > 0) await toggleSelection(entry.name);
  else if (hit !== null) await toggle(entry.name, [hit]);
}

export function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (openDialog.peek() !== null || isTyping(event)) return;
    const action = /^[1-9]$/.test(event.key) ? () => void toggleNth(Number(event.key)) : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])')) return true;
  // Space presses a button, opens a menu, checks a box.
  return key === ' ' && target.matches('button, summary, a, input, audio, video');
}
