/**
 * Suggestions for the current word, accepted by a key or a click. They are requested with each letter, one request at a time.
 * After an answer, a new request is sent if letters were typed meanwhile.
 */
import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { type Completion, completionsOf, type Word, wordAt } from './completion.ts';

/** A request that takes longer is cancelled for the next letter. */
const WAITED_MS_MAX = 120;

export interface Completing {
  readonly options: Signal<readonly Completion[]>;
  /** Index of the active suggestion. -1 if none is active, so that Enter searches. */
  readonly active: Signal<number>;
  ask(): void;
  close(): void;
  take(option: Completion): void;
  /** Moves one step. Beyond either end, no suggestion is active. */
  move(by: 1 | -1): void;
}

export function useCompletion(input: RefObject<HTMLTextAreaElement>, text: Signal<string>): Completing {
  const options = useSignal<readonly Completion[]>([]);
  const active = useSignal(-1);
  const word = useRef<Word | null>(null);
  const request = useRef<AbortController | null>(null);
  /** Timer for a letter that was typed during a request. */
  const waiting = useRef(0);

  const close = (): void => {
    clearTimeout(waiting.current);
    waiting.current = 0;
    request.current?.abort();
    request.current = null;
    options.value = [];
    active.value = -1;
  };
  const load = async (): Promise<void> => {
    request.current?.abort();
    clearTimeout(waiting.current);
    waiting.current = 0;
    const element = input.current;
    word.current = element === null ? null : wordAt(element.value, element.selectionStart);
    active.value = -1;
    if (word.current === null) {
      request.current = null;
      options.value = [];
      return;
    }
    const controller = new AbortController();
    request.current = controller;
    // Errors are ignored: typing continues without suggestions.
    const found = await completionsOf(word.current, controller.signal).catch(() => []);
    if (request.current !== controller) return;
    request.current = null;
    options.value = found;
    if (waiting.current !== 0) void load();
  };
  const ask = (): void => {
    if (request.current === null) void load();
    else if (waiting.current === 0) waiting.current = window.setTimeout(() => void load(), WAITED_MS_MAX);
  };
  const take = (option: Completion): void => {
    const element = input.current;
    if (element === null || word.current === null) return;
    const before = text.value.slice(0, word.current.start) + option.text;
    text.value = before + text.value.slice(element.selectionStart);
    close();
    // Set immediately, not with the next frame, so that fast typing is appended correctly.
    element.value = text.value;
    element.focus();
    element.setSelectionRange(before.length, before.length);
    if (option.text.endsWith(':')) ask();
  };
  const move = (by: 1 | -1): void => {
    const choices = options.value.length + 1;
    // Position -1 is before the first suggestion.
    active.value = ((active.value + 1 + by + choices) % choices) - 1;
  };
  return { options, active, ask, close, take, move };
}
