/** Counts a set by a field. Requests again when the question changes, and cancels the previous request. */
import { effect, type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AskedFacet, Facet } from '../api/answers.ts';
import { isAborted, messageOf } from '../api/client.ts';
import type { AskedSet } from '../state/address.ts';
import { marksVersion } from '../state/bookmarks.ts';
import { isCancelled } from '../state/results.ts';
import { openings } from '../state/sources.ts';
import { askFacet } from './ask-facets.ts';

interface Question {
  readonly set: AskedSet;
  readonly facet: AskedFacet;
}

export interface Counted {
  /** The last answer, until the next one arrives. Null before the first answer, and if there is no question. */
  readonly found: Signal<Facet | null>;
  readonly fault: Signal<string>;
}

/** `question` reads signals. Null requests nothing. */
export function useFacet(question: () => Question | null): Counted {
  const found = useSignal<Facet | null>(null);
  const fault = useSignal('');
  // Compared as text, so that it changes only with the question.
  const asked = useComputed(() => JSON.stringify(question()));
  // Not the signals' hook for effects, which would wait for a frame, so that the rows are drawn first.
  useEffect(
    () =>
      effect(() => {
        void openings.value;
        const request = JSON.parse(asked.value) as Question | null;
        if (/bookmark|selected|coding|decided|reviewed|note/.test(asked.value)) void marksVersion.value;
        // If the search was cancelled, the counts are not requested either.
        if (isCancelled.value) return;
        if (request === null) {
          found.value = null;
          fault.value = '';
          return;
        }
        const controller = new AbortController();
        void load(request, controller.signal);
        return () => controller.abort();
      }),
    [],
  );
  const load = async ({ set, facet }: Question, signal: AbortSignal): Promise<void> => {
    try {
      found.value = await askFacet(set, facet, signal);
      fault.value = '';
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  return { found, fault };
}
