/** An answer of the server that a component needs once it is visible. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isAborted, messageOf } from './client.ts';

export interface Asked<T> {
  /** Null until known. */
  readonly answer: Signal<T | null>;
  /** Why there is no answer. Empty if there is one, or may still be one. */
  readonly fault: Signal<string>;
}

/**
 * Sends the request at first, and again if one of `given` changes. Aborts it when the component is removed. `ask` returns null
 * to wait.
 */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T> | null,
  given: readonly unknown[] = [],
): Asked<T> {
  const answer = useSignal<T | null>(null);
  const fault = useSignal('');
  useEffect(() => {
    const controller = new AbortController();
    ask(controller.signal)?.then(
      (found) => {
        answer.value = found;
        fault.value = '';
      },
      (reason: unknown) => {
        if (!isAborted(reason)) fault.value = messageOf(reason);
      },
    );
    return () => controller.abort();
  }, given as unknown[]);
  return { answer, fault };
}
