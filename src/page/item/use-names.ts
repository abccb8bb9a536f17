/** Names of items given by reference. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Ref } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { hitName } from '../table/cell.tsx';

/** In the order of `refs`; empty until loaded. */
export function useNames(refs: readonly Ref[]): Signal<readonly string[]> {
  const names = useSignal<readonly string[]>([]);
  useEffect(() => {
    if (refs.length === 0) return;
    const controller = new AbortController();
    const docs = refs.map(({ source, id }) => ({ source, id }));
    const asked = { docs, properties: ['name', 'path', 'title'] };
    client.ask('getRecords', {}, asked, { signal: controller.signal }).then(
      ({ records }) => {
        names.value = records.map((record) => (record === null ? '' : hitName(record)));
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [refs]);
  return names;
}
