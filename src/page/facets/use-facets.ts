/** Counts of a set: asked anew where the question has changed, while the question before is given up. */
import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { FacetsRequest } from '../../client/case-access-client.ts';
import type { Facet } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { marksVersion } from '../state/bookmarks.ts';

export interface Counted {
  /** Null before the first answer; the last one stays until the next is there. */
  readonly found: Signal<readonly Facet[] | null>;
  readonly fault: Signal<string>;
}

/** `question` reads signals; null asks nothing. `pauseMs` lets others go first. */
export function useFacets(question: () => FacetsRequest | null, pauseMs = 0): Counted {
  const found = useSignal<readonly Facet[] | null>(null);
  const fault = useSignal('');
  // As text, so that it changes only when the question does.
  const asked = useComputed(() => JSON.stringify(question()));
  useSignalEffect(() => {
    const request = JSON.parse(asked.value) as FacetsRequest | null;
    if (/bookmark|selected/.test(asked.value)) void marksVersion.value;
    if (request === null) return;
    const controller = new AbortController();
    const pause = setTimeout(() => void load(request, controller.signal), pauseMs);
    return () => {
      clearTimeout(pause);
      controller.abort();
    };
  });
  const load = async (request: FacetsRequest, signal: AbortSignal): Promise<void> => {
    try {
      found.value = (await client.ask('countFacetsByBody', {}, request, { signal })).facets;
      fault.value = '';
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  return { found, fault };
}
