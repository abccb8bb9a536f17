/** A temporary message about the last action. The bookmark log keeps a record. */
import { signal } from '@preact/signals';

const SHOWN_MS = 6000;

export interface Notice {
  readonly text: string;
  readonly isFault: boolean;
  readonly undo?: () => void;
}

export const notice = signal<Notice | null>(null);
let timer = 0;

export function say(text: string, more: Partial<Notice> = {}): void {
  clearTimeout(timer);
  notice.value = { isFault: false, ...more, text };
  timer = window.setTimeout(() => {
    notice.value = null;
  }, SHOWN_MS);
}
