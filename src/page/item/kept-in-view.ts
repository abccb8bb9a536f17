/** Keeps the open message or mail in view while texts and pictures around it load, until the user does something. */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface Kept {
  /** Within the list; null keeps nothing in view. */
  readonly selector: string | null;
  readonly view: ScrollIntoViewOptions;
}

/** Starts again if `reasons` change. */
export function useKeptInView(
  list: RefObject<HTMLElement>,
  { selector, view }: Kept,
  reasons: readonly unknown[],
): void {
  useEffect(() => {
    const element = list.current;
    if (element === null || selector === null) return;
    // Observing begins with a call.
    const observer = new ResizeObserver(() => element.querySelector(selector)?.scrollIntoView(view));
    observer.observe(element);
    const end = (): void => {
      observer.disconnect();
      for (const gesture of GESTURES) document.removeEventListener(gesture, end, true);
    };
    for (const gesture of GESTURES) document.addEventListener(gesture, end, { capture: true, passive: true });
    return end;
  }, reasons);
}
