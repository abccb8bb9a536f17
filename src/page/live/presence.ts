/** Presence: shows other viewers of the open item, and reports one's own item, while both are enabled. */
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

/** The other viewers of the open item. */
export const others = signal<OtherPeople>(NOBODY);
/** Whether the server supports presence. */
export const hasPresence = signal(false);

/** A random name for this page. */
export const pageName = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

/** Moving along the rows does not count as viewing. */
const STAYS_MS = 200;
let timer: number | undefined;

/** `isLive`: whether the page's stream is open, which the server requires. */
export function showPresence(isLive: { readonly value: boolean | null }): void {
  effect(() => {
    const item = shownItem.value;
    const isOn = hasPresence.value && isPresenceShown.value && isLive.value === true;
    others.value = NOBODY;
    clearTimeout(timer);
    if (isOn) timer = window.setTimeout(() => void announce(item), STAYS_MS);
  });
}

async function announce(item: Ref | null): Promise<void> {
  const at = item === null ? null : { source: item.source, id: item.id };
  await client.ask('setPresence', {}, { page: pageName, item: at }).catch(() => undefined);
}

export function takeOthers({ source, id, names, count }: Ref & OtherPeople): void {
  const item = shownItem.peek();
  if (item?.source === source && item.id === id) others.value = { names, count };
}
