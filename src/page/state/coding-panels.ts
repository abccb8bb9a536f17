/** The coding panels of the server, and the keys of their choices, which are the same for everyone. */
import { signal } from '@preact/signals';
import type { CodingPanel } from '../api/answers.ts';
import { client } from '../api/client.ts';

export const codings = signal<readonly CodingPanel[]>([]);

export async function loadCodings(): Promise<void> {
  const { codings: all } = await client.ask('listCodings', {});
  codings.value = all;
}

export interface KeyedChoice {
  readonly coding: CodingPanel;
  readonly bookmark: string;
}

export function choiceOfKey(key: string): KeyedChoice | null {
  for (const coding of codings.value) {
    const choice = coding.choices.find((one) => one.key === key.toLowerCase());
    if (choice !== undefined) return { coding, bookmark: choice.bookmark };
  }
  return null;
}
