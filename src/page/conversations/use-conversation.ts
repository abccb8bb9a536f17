/** State of the open conversation: its loaded messages, the search, and the person on the right. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Conversation } from '../api/answers.ts';
import { client, isAborted, itemOf, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import type { OpenItem } from '../state/item.ts';
import { timeZone } from '../state/settings.ts';
import { begunWith, extended, guessedOwner, type Loaded } from './loaded-messages.ts';

const PAGE_MESSAGES = 100;

export interface FoundMessages {
  readonly total: number;
  /** Numbers of the found messages. */
  readonly numbers: readonly number[];
  /** Index of the current one. */
  readonly at: number;
}

interface Where {
  readonly offset?: number;
  readonly at?: string;
  readonly limit?: number;
  readonly q?: string;
}

interface Shown {
  readonly loaded: Signal<Loaded | null>;
  /** Why there is no conversation, or why a part cannot be loaded. */
  readonly fault: Signal<string>;
  readonly notice: Signal<string>;
  readonly found: Signal<FoundMessages | null>;
  /** The person on the right; empty for the owner according to the case. */
  readonly chosen: Signal<string>;
  /** Number of the message to show. */
  readonly wanted: Signal<number | null>;
}

export class ReadConversation {
  readonly #open: OpenItem;
  readonly #shown: Shown;

  constructor(open: OpenItem, shown: Shown) {
    this.#open = open;
    this.#shown = shown;
  }

  async begin(signal: AbortSignal): Promise<void> {
    const { loaded, chosen, wanted } = this.#shown;
    const page = await this.#ask({}, signal);
    if (page === null) return;
    loaded.value = begunWith(page);
    chosen.value = guessedOwner(page);
    wanted.value = page.number;
  }

  async load(offset: number, limit = PAGE_MESSAGES): Promise<void> {
    const { loaded } = this.#shown;
    const page = await this.#ask({ offset, limit });
    if (page !== null) loaded.value = extended(loaded.peek()!, page);
  }

  async earlier(): Promise<void> {
    const { begin } = this.#shown.loaded.peek()!;
    await this.load(Math.max(0, begin - PAGE_MESSAGES), Math.min(PAGE_MESSAGES, begin));
  }

  async jump(day: string): Promise<void> {
    if (day === '') return;
    const page = await this.#ask({ at: day, limit: 1 });
    if (page === null) return;
    if (page.messages.length === 0) this.#shown.notice.value = t().noMessageFrom(day);
    else await this.#show(page.offset);
  }

  async search(q: string): Promise<void> {
    const { found } = this.#shown;
    found.value = null;
    const page = q.trim() === '' ? null : await this.#ask({ q, limit: 0 });
    if (page?.matches === undefined) return;
    const { numbers } = page.matches;
    found.value = { ...page.matches, at: 0 };
    if (numbers.length > 0) await this.#show(numbers[0]!);
  }

  async step(by: number): Promise<void> {
    const { found } = this.#shown;
    const { numbers, at } = found.peek()!;
    const next = (at + by + numbers.length) % numbers.length;
    found.value = { ...found.peek()!, at: next };
    await this.#show(numbers[next]!);
  }

  async #show(number: number): Promise<void> {
    const { begin, messages } = this.#shown.loaded.peek()!;
    if (number < begin || number >= begin + messages.length) await this.load(Math.max(0, number - PAGE_MESSAGES / 2));
    this.#shown.wanted.value = number;
  }

  async #ask(where: Where, signal?: AbortSignal): Promise<Conversation | null> {
    const { loaded, fault, notice } = this.#shown;
    notice.value = '';
    try {
      const zone = where.at === undefined && where.q === undefined ? {} : { timeZone: timeZone.value };
      const asked = { ...itemOf(this.#open), limit: PAGE_MESSAGES, ...where, ...zone };
      return await client.ask('getConversation', asked, undefined, signal && { signal });
    } catch (reason) {
      if (!isAborted(reason)) (loaded.peek() === null ? fault : notice).value = messageOf(reason);
      return null;
    }
  }
}

export function useConversation(open: OpenItem): Shown & { readonly read: ReadConversation } {
  const shown: Shown = {
    loaded: useSignal<Loaded | null>(null),
    fault: useSignal(''),
    notice: useSignal(''),
    found: useSignal<FoundMessages | null>(null),
    chosen: useSignal(''),
    wanted: useSignal<number | null>(null),
  };
  const read = useMemo(() => new ReadConversation(open, shown), []);
  useEffect(() => {
    const controller = new AbortController();
    void read.begin(controller.signal);
    return () => controller.abort();
  }, []);
  return { ...shown, read };
}
