/** Suggestions for the current word: requested after a pause, accepted by a key or a click. */
import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { isAborted } from '../api/client.ts';
import { type Completion, completionsOf, type Word, wordAt } from './completion.ts';

const TYPING_PAUSE_MS = 120;

export interface Completing {
  readonly options: Signal<readonly Completion[]>;
  /** -1 if none is, so that Enter searches. */
  readonly active: Signal<number>;
  ask(): void;
  close(): void;
  take(option: Completion): void;
  /** Moves one step. Beyond either end, none is active. */
  move(by: 1 | -1): void;
}

export function useCompletion(input: RefObject<HTMLTextAreaElement>, text: Signal<string>): Completing {
  const options = useSignal<readonly Completion[]>([]);
  const active = useSignal(-1);
  const word = useRef<Word | null>(null);
  const pause = useRef(0);
  const request = useRef<AbortController | null>(null);

  const close = (): void => {
    clearTimeout(pause.current);
    request.current?.abort();
    options.value = [];
    active.value = -1;
  };
  const load = async (): Promise<void> => {
    request.current?.abort();
    const element = input.current;
    word.current = element === null ? null : wordAt(element.value, element.selectionStart);
    active.value = -1;
    if (word.current === null) {
      options.value = [];
      return;
    }
    request.current = new AbortController();
    try {
      options.value = await completionsOf(word.current, request.current.signal);
    } catch (fault) {
      if (!isAborted(fault)) options.value = [];
    }
  };
  const ask = (): void => {
    clearTimeout(pause.current);
    pause.current = window.setTimeout(() => void load(), TYPING_PAUSE_MS);
  };
  const take = (option: Completion): void => {
    const element = input.current;
    if (element === null || word.current === null) return;
    const before = text.value.slice(0, word.current.start) + option.text;
    text.value = before + text.value.slice(element.selectionStart);
    close();
    // At once, not with the next frame, so that fast typing is appended correctly.
    element.value = text.value;
    element.focus();
    element.setSelectionRange(before.length, before.length);
    if (option.text.endsWith(':')) ask();
  };
  const move = (by: 1 | -1): void => {
    const choices = options.value.length + 1;
    // -1 is the position before the first.
    active.value = ((active.value + 1 + by + choices) % choices) - 1;
  };
  return { options, active, ask, close, take, move };
}
