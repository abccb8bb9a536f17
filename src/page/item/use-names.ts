/** Names of items given by reference. */
import { type Signal, useComputed } from '@preact/signals';
import type { Ref } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { hitName } from '../table/cell.tsx';

/** In the order of `refs`; empty until loaded. */
export function useNames(refs: readonly Ref[]): Signal<readonly string[]> {
  const asked = { docs: refs.map(({ source, id }) => ({ source, id })), properties: ['name', 'path', 'title'] };
  const { answer } = useAnswer(
    (signal) => (refs.length === 0 ? null : client.ask('getRecords', {}, asked, { signal })),
    [refs],
  );
  return useComputed(() => answer.value?.records.map((record) => (record === null ? '' : hitName(record))) ?? []);
}
