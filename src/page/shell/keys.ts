/** Keyboard shortcuts, active except while typing. */
import { bookmarkCurrent } from '../bookmarks/bookmark-dialog.tsx';
import { selectedPassage } from '../notes/passage.ts';
import { acted, hitOrSay } from '../state/acted-item.ts';
import { address } from '../state/address.ts';
import { nameOfKey } from '../state/bookmark-keys.ts';
import { bookmarks, toggle, toggleSelected } from '../state/bookmarks.ts';
import { code } from '../state/code-item.ts';
import { choiceOfKey } from '../state/coding-panels.ts';
import { cursor, moveTo } from '../state/cursor.ts';
import { item } from '../state/item.ts';
import { step } from '../state/matches.ts';
import { beginNote } from '../state/notes.ts';
import { toggleReviewed } from '../state/reviewed.ts';
import { mayChange } from '../state/viewer.ts';
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
    const hit = hitOrSay(acted());
    if (hit !== null) toggleSelected([hit]);
  },
  '[': () => step(-1),
  ']': () => step(1),
  n: writeNote,
  v: () => void reviewCurrent(),
  b: () => void bookmarkCurrent(),
  '?': () => showDialog('shortcuts'),
};

/** Shortcuts that change nothing, and so stay active in reviews. */
const KEYS_IN_REVIEWS: readonly string[] = ['[', ']', '?', 'n'];

async function reviewCurrent(): Promise<void> {
  const hit = hitOrSay(acted());
  if (hit !== null) await toggleReviewed(hit);
}

/** Begins a note on the open item, or else on the current row's item. */
function writeNote(): void {
  if (!mayChange()) return;
  const open = address.peek().item === null ? hitOrSay(acted()) : item.peek();
  if (open !== null) beginNote(open, selectedPassage() ?? undefined);
}

/**
 * A key of a panel sets the row's choice. Keys 1 to 9 add the row to the bookmark of that key, or remove it. No key changes the
 * items of a selection without a dialog, because some may not be visible.
 */
async function toggleByKey(key: string): Promise<void> {
  const choice = choiceOfKey(key);
  if (choice !== null) {
    const hit = hitOrSay(acted());
    if (hit !== null) await code(choice, hit);
    return;
  }
  const name = nameOfKey(key);
  if (name === undefined || !bookmarks.peek().some((entry) => entry.name === name)) return;
  const hit = hitOrSay(acted());
  if (hit !== null) await toggle(name, hit);
}

export function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (openDialog.peek() !== null || isTyping(event)) return;
    // A review has separate keys.
    const isOfPanel = choiceOfKey(event.key) !== null;
    if (address.peek().review !== '' && (isOfPanel || !KEYS_IN_REVIEWS.includes(event.key))) return;
    const isMark = /^[1-9]$/.test(event.key) || isOfPanel;
    const action = isMark ? () => void toggleByKey(event.key) : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

export function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])')) return true;
  // Space presses a button, opens a menu or checks a box.
  return key === ' ' && target.matches('button, summary, a, input, audio, video');
}
