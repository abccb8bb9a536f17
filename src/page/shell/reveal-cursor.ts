/** Scrolls to the cursor in a new set: to the beginning, or to the position where it was left. */
import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { askedSet, sortText } from '../state/address.ts';
import { cursor } from '../state/cursor.ts';
import { summary } from '../state/results.ts';

/** Does not scroll if only the counts of the set have changed. */
export function useRevealedCursor(reveal: (row: number) => void): void {
  const latest = useRef(reveal);
  latest.current = reveal;
  const shown = useRef('');
  useSignalEffect(() => {
    const set = JSON.stringify([askedSet.value, sortText.value]);
    if (summary.value === null || shown.current === set) return;
    shown.current = set;
    // Runs after the layout for the new number of rows.
    requestAnimationFrame(() => latest.current(cursor.peek()));
  });
}
