/** Who else looks at the open item, and telling others where one looks, as long as both are wanted. */
import { effect, signal } from '@preact/signals';
import type { Ref } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { shownItem } from '../state/address.ts';
import { isPresenceShown } from '../state/settings.ts';

export interface OtherPeople {
  readonly names: readonly string[];
  readonly count: number;
}

const NOBODY: OtherPeople = { names: [], count: 0 };

/** At the item that is open. */
export const others = signal<OtherPeople>(NOBODY);
/** Whether the server shows who looks at what. */
export const hasPresence = signal(false);

/** Another one for each page that is opened. */
export const pageName = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

/** One who walks along the rows looks at none of them. */
const STAYS_MS = 200;
let timer: number | undefined;

/** `isLive`: whether the stream of the page is open, as the server demands. */
export function showPresence(isLive: { readonly value: boolean | null }): void {
  effect(() => {
    const item = shownItem.value;
    const isOn = hasPresence.value && isPresenceShown.value && isLive.value === true;
    others.value = NOBODY;
    clearTimeout(timer);
    if (isOn) timer = window.setTimeout(() => void tell(item), STAYS_MS);
  });
}

async function tell(item: Ref | null): Promise<void> {
  const at = item === null ? null : { source: item.source, id: item.id };
  await client.ask('setPresence', {}, { page: pageName, item: at }).catch(() => undefined);
}

export function takeOthers({ source, id, names, count }: Ref & OtherPeople): void {
  const item = shownItem.peek();
  if (item?.source === source && item.id === id) others.value = { names, count };
}
