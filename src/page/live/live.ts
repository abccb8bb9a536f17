/**
 * Live changes by others. After a change, the page reads its data again. Rows keep their items and positions. A hidden page has
 * no connection. When it is shown again, it continues after the last change.
 */
import { effect, signal } from '@preact/signals';
import type { FollowedEvent } from '../../client/case-access-client.ts';
import { client, isOwnRequest } from '../api/client.ts';
import { lookAgain } from '../state/bookmarks.ts';
import { loadFields } from '../state/fields.ts';
import { areRowsArriving, hasAsked } from '../state/results.ts';
import { isPresenceShown } from '../state/settings.ts';
import { isInterrupted, loadSources, openings } from '../state/sources.ts';
import { hasPresence, pageName, showPresence, takeOthers } from './presence.ts';

/** False if live changes are interrupted. Null if unknown, or not requested. */
export const isLive = signal<boolean | null>(null);
/** Counts how often data were read again after changes by others. */
export const othersVersion = signal(0);

/** Minimum pause between two reads; longer for a slow server. */
const PAUSE_MS = 250;
const PAUSES_PER_LOOK = 2;

let lastId: string | undefined;
let connection: AbortController | null = null;

export function followChanges(): void {
  const follow = (): void => {
    if (document.visibilityState === 'visible') begin();
    else end();
  };
  document.addEventListener('visibilitychange', follow);
  let wasShown = isPresenceShown.peek();
  effect(() => {
    // The server identifies a page by its stream.
    if (isPresenceShown.value !== wasShown) end();
    wasShown = isPresenceShown.value;
    follow();
  });
  showPresence(isLive);
}

function end(): void {
  connection?.abort();
  connection = null;
  isLive.value = null;
  isInterrupted.value = false;
}

function begin(): void {
  if (connection !== null) {
    // The page is visible again and may have missed changes.
    if (isLive.peek() === false) lookSoon();
    return;
  }
  connection = new AbortController();
  void receive(connection.signal);
}

async function receive(abort: AbortSignal): Promise<void> {
  const onLost = (): void => {
    if (abort.aborted) return;
    isLive.value = false;
    isInterrupted.value = true;
  };
  try {
    const page = isPresenceShown.peek() ? pageName : undefined;
    for await (const event of client.follow({ after: lastId, page, signal: abort, onLost })) {
      if (abort.aborted) return;
      take(event);
      lastId = event.id ?? undefined;
    }
  } catch {
    // The server has no such stream, or refuses access. The page still reads again when it becomes visible.
    onLost();
  }
}

function take(event: FollowedEvent): void {
  if (event.name === 'ready') {
    hasPresence.value = event.data.presence;
    isLive.value = true;
    isInterrupted.value = false;
    // A request sent before the change may have an older answer.
    if (!event.data.resumed) lookSoon();
  } else if (event.name === 'source') {
    void loadSources().catch(() => undefined);
    // The source may have other items than before.
    if (event.data.state === 'ready') openedAgain();
  } else if (event.name === 'presence') {
    takeOthers(event.data);
  } else if (event.name === 'reload') {
    openedAgain();
    void loadSources().catch(() => undefined);
  } else if (!isOwnRequest(event.data.requestId)) lookSoon();
}

function openedAgain(): void {
  openings.value = openings.peek() + 1;
  void loadFields().catch(() => undefined);
  lookSoon();
}

let isWanted = false;
let isLooking = false;

/** Schedules a read. Several changes in quick succession cause one read. */
function lookSoon(): void {
  isWanted = true;
  if (!isLooking) void look();
}

async function look(): Promise<void> {
  isLooking = true;
  while (isWanted) {
    // Waits, because another read would only restart the requests for rows.
    await rowsArrived();
    isWanted = false;
    const start = performance.now();
    await lookAgain();
    await rowsArrived();
    othersVersion.value = othersVersion.peek() + 1;
    const pause = Math.max(PAUSE_MS, PAUSES_PER_LOOK * (performance.now() - start));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  isLooking = false;
}

function rowsArrived(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (areRowsArriving.value && hasAsked()) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
