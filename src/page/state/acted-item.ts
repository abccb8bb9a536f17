/**
 * Finds the item that a key acts on, in the row of the cursor. The row must be visible, still have the chosen item, and agree
 * with the open item. Otherwise the key only reports the reason, so that nobody marks an unseen item.
 */
import type { Hit } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { address } from './address.ts';
import { cursor, focusedHit, focusWanted, isChosen } from './cursor.ts';
import { item } from './item.ts';
import { say } from './notice.ts';

export interface Acted {
  readonly hit: Hit | null;
  /** Why there is none. */
  readonly fault: string;
}

export function acted(): Acted {
  const hit = focusedHit();
  const fault = hit === null ? t().rowNotThere : faultOf(hit);
  return fault === null ? { hit, fault: '' } : { hit: null, fault };
}

/** Returns the hit. If there is none, shows the reason. */
export function hitOrSay({ hit, fault }: Acted): Hit | null {
  if (hit === null) say(fault, { isFault: true });
  return hit;
}

function faultOf(hit: Hit): string | null {
  if (!isChosen(hit)) return t().rowIsNew;
  if (address.peek().item !== null) {
    const shown = item.peek();
    if (shown === null) return t().itemNotThere;
    if (shown.id !== hit.id || shown.source !== hit.source) return t().otherItemShown;
  }
  if (isOnScreen()) return null;
  // Focuses the row for the next key.
  focusWanted.value = focusWanted.peek() + 1;
  return t().rowNotThere;
}

/** Views such as the map have no rows. In these views, the open item counts as visible. */
function isOnScreen(): boolean {
  const { view } = address.peek();
  if (view !== 'table' && view !== 'gallery') return address.peek().item !== null;
  const row = document.querySelector(`[data-row="${cursor.peek()}"]`);
  const list = row?.closest('.table, .gallery');
  if (!row || !list) return false;
  const [{ top, bottom }, around] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  return top < around.bottom && bottom > around.top;
}
