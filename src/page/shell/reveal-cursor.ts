/** Hits of another set are shown where one stands in them: at the beginning, or where they were left. */
import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { askedSet, sortText } from '../state/address.ts';
import { cursor } from '../state/cursor.ts';
import { summary } from '../state/results.ts';

/** Counts that change without another set move nothing. */
export function useRevealedCursor(reveal: (row: number) => void): void {
  const latest = useRef(reveal);
  latest.current = reveal;
  const shown = useRef('');
  useSignalEffect(() => {
    const set = JSON.stringify([askedSet.value, sortText.value]);
    if (summary.value === null || shown.current === set) return;
    shown.current = set;
    // After as many rows as there are now have their room.
    requestAnimationFrame(() => latest.current(cursor.peek()));
  });
}
