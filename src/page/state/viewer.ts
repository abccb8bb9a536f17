/** The signed-in user and their permissions, if the server has authentication. */
import { computed, signal } from '@preact/signals';
import type { Session } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { t } from '../language/words.ts';
import { say } from './notice.ts';
import { kept } from './settings.ts';

/** Null if the server has no authentication, or has not answered yet. */
export const viewer = signal<Session | null>(null);

/** Whether the server gave this browser a session. Scripts cannot read the cookie itself. */
const hasSession = kept('session', false, (value): value is boolean => typeof value === 'boolean');

/** `open`, or the ways to sign in, separated by blanks: `token`, `oidc=HOST`. */
const access = document.querySelector<HTMLMetaElement>('meta[name=access]')?.content ?? 'open';
export const takesTokens = access === 'open' || access.split(' ').includes('token');
/** The host of the sign-in provider. */
export const providerName = /(?:^| )oidc=(\S+)/.exec(access)?.[1] ?? null;

/** Whether requests are pointless before a sign-in. */
export function isTokenMissing(): boolean {
  return access !== 'open' && !hasSession.peek();
}

export function forgetSession(): void {
  hasSession.value = false;
}

/** Throws CaseAccessError for an unknown token. */
export async function beginSession(token: string): Promise<void> {
  viewer.value = await client.ask('postSession', {}, { token });
  hasSession.value = true;
}

/** Goes to the provider, which returns to the same address. The answer to the first request then contains the user. */
export function signInAtProvider(): void {
  hasSession.value = true;
  const page = new URLSearchParams(location.search);
  page.delete('signin');
  const query = page.size === 0 ? '' : `?page=${encodeURIComponent(`?${page}`)}`;
  location.assign(`../session/oidc/begin${query}`);
}

/** Removes all evidence from the screen. */
export async function endSession(): Promise<void> {
  const ended = await client.ask('deleteSession', {}).catch(() => null);
  forgetSession();
  if (ended?.signOutAt == null) location.reload();
  else location.assign(ended.signOutAt);
}

/** Whether the viewer sees everything and changes nothing. */
export const isReader = computed(() => viewer.value?.role === 'reader');

/** Whether bookmarks, notes and the selection may be changed. Shows a message if not. */
export function mayChange(): boolean {
  if (!isReader.peek()) return true;
  say(t().mayNotChange, { isFault: true });
  return false;
}
