/**
 * Records the messages and mails of a report by conversation, while their cards are written: a few numbers for each message,
 * and a name for each conversation. An item itself names its chat, and the index has the thread of a mail. Only items of the
 * report are included.
 */
import type { ExportSource } from '../../export/export-set.ts';
import { messageFactsOf } from '../../schema/conversations/message-facts.ts';
import { parseDateStart } from '../../schema/date-value.ts';
import { mailFactsOf } from '../../schema/threads/mail-facts.ts';
import { ABOVE_MAX, conversationScope } from '../../search/conversations/conversation-scope.ts';
import { messageOrder } from '../../search/conversations/message-order.ts';
import type { ItemReader } from '../../search/item-reader.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import { sortedInSlices } from '../../shared/sorting/sorted-in-slices.ts';
import { Turns } from '../../shared/turns.ts';

export interface MetItem {
  readonly item: IndexedItem;
  /** The fragment of its card within the page. */
  readonly anchor: number;
}

/** A message or an attached file, and its card. */
export interface MetMessage<T> {
  readonly source: T;
  readonly id: number;
  readonly page: string;
  readonly anchor: number;
}

export interface MetConversation<T> {
  /** Null for a thread, which has the title of its first mail. */
  readonly name: string | null;
  /** In order of time. Files follow their messages. */
  readonly messages: readonly MetMessage<T>[];
}

interface Noted {
  readonly id: number;
  /** The id of the message. For a file, that of its message. */
  readonly message: number;
  /** Time of the message in milliseconds since 1970; NaN if unknown. */
  readonly time: number;
  readonly page: number;
  readonly anchor: number;
  /** Number of the conversation; UNKNOWN until the index returns the thread. */
  conversation: number;
}

interface Placed<T> {
  readonly source: T;
  readonly noted: Noted;
}

const UNKNOWN = -1;
/**
 * Minimum number of mails in a thread that is shown, because a single mail has a readable view of its own. A single message of
 * a chat is shown only here.
 */
const MAILS_MIN = 2;
const STEPS_PER_SLICE = 4096;

export class MetMessages<T extends ExportSource> {
  readonly #items: ItemReader<T>;
  readonly #signal: AbortSignal;
  readonly #noted = new Map<string, { readonly source: T; readonly all: Noted[] }>();
  readonly #numbers = new Map<string, number>();
  /** Indexed by number. */
  readonly #names: (string | null)[] = [];
  readonly #pages: string[] = [];
  readonly #turns = new Turns();

  constructor(items: ItemReader<T>, signal: AbortSignal) {
    this.#items = items;
    this.#signal = signal;
  }

  /** Records the items of a page from one source that are new to the report. */
  async meet(source: T, page: string, met: readonly MetItem[]): Promise<void> {
    const chains = await this.#chainsOf(source, met);
    const all = this.#noted.get(source.id)?.all ?? [];
    this.#noted.set(source.id, { source, all });
    if (this.#pages.at(-1) !== page) this.#pages.push(page);
    for (const [i, { item, anchor }] of met.entries()) {
      const scope = conversationScope(chains[i]!);
      // The conversation itself is not a message.
      if (scope !== null && scope.message === null) continue;
      const conversation = scope === null ? UNKNOWN : this.#numberOf(`${source.id} ${scope.key}`, scope.name);
      const message = scope === null ? chains[i]!.find((one) => mailFactsOf(one) !== null) : scope.message!;
      if (message === undefined) continue;
      const date = scope === null ? mailFactsOf(message)!.date : messageFactsOf(message).date;
      const time = parseDateStart(date ?? '')?.value ?? Number.NaN;
      all.push({ id: item.id, message: message.id, time, page: this.#pages.length - 1, anchor, conversation });
    }
  }

  /** Yields them in the order of each conversation's first recorded message. */
  async *conversations(): AsyncGenerator<MetConversation<T>, void, undefined> {
    await this.#askThreads();
    const groups: Placed<T>[][] = this.#names.map(() => []);
    const messages = new Uint32Array(groups.length);
    for (const { source, all } of this.#noted.values()) {
      for (const [i, noted] of all.entries()) {
        if (i % STEPS_PER_SLICE === STEPS_PER_SLICE - 1) await this.#turns.next();
        if (noted.conversation === UNKNOWN) continue;
        groups[noted.conversation]!.push({ source, noted });
        if (noted.message === noted.id) messages[noted.conversation]!++;
      }
    }
    for (const [number, group] of groups.entries()) {
      const name = this.#names[number]!;
      if (messages[number]! < (name === null ? MAILS_MIN : 1)) continue;
      yield { name, messages: await this.#inOrder(group) };
    }
  }

  async #inOrder(group: readonly Placed<T>[]): Promise<readonly MetMessage<T>[]> {
    const sorted = await this.#inTurns(sortedInSlices(group, compare));
    const { ids } = await this.#inTurns(
      messageOrder(
        Uint32Array.from(sorted, (_, i) => i),
        Float64Array.from(sorted, ({ noted }) => noted.time),
      ),
    );
    return Array.from(ids, (i) => {
      const { source, noted } = sorted[i]!;
      return { source, id: noted.id, page: this.#pages[noted.page]!, anchor: noted.anchor };
    });
  }

  /** Runs work to its end. Other requests get their turns between its steps. */
  async #inTurns<R>(work: Generator<void, R>): Promise<R> {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value;
      await this.#turns.next();
      this.#signal.throwIfAborted();
    }
  }

  async #askThreads(): Promise<void> {
    for (const { source, all } of this.#noted.values()) {
      const open = all.filter(({ conversation }) => conversation === UNKNOWN);
      if (open.length === 0) continue;
      const ids = Uint32Array.from(open, ({ id }) => id);
      const { of, threads } = await this.#items.threadGroups(source, ids, this.#signal);
      for (const [i, noted] of open.entries()) {
        if (i % STEPS_PER_SLICE === STEPS_PER_SLICE - 1) await this.#turns.next();
        if (of[i] !== 0) noted.conversation = this.#numberOf(JSON.stringify(['thread', threads[of[i]! - 1]!]), null);
      }
    }
  }

  #numberOf(key: string, name: string | null): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#names.length);
    return this.#names.push(name) - 1;
  }

  /** Yields each item, then its ancestors. */
  async #chainsOf(source: T, met: readonly MetItem[]): Promise<readonly (readonly IndexedItem[])[]> {
    const chains = met.map(({ item }) => [item]);
    for (let level = 0; level < ABOVE_MAX; level++) {
      const open = chains.filter((chain) => chain.length === level + 1 && chain.at(-1)!.parentId !== null);
      const ids = [...new Set(open.map((chain) => chain.at(-1)!.parentId!))];
      if (ids.length === 0) break;
      const found = await this.#items.records(source, ids, this.#signal);
      const above = new Map(ids.map((id, i) => [id, found[i] ?? null]));
      for (const chain of open) {
        const item = above.get(chain.at(-1)!.parentId!) ?? null;
        if (item !== null && !chain.some(({ id }) => id === item.id)) chain.push(item);
      }
    }
    return chains;
  }
}

/** Compares by source, then by message, so that the files of a message follow it. */
function compare<T extends ExportSource>(a: Placed<T>, b: Placed<T>): number {
  if (a.source.id !== b.source.id) return a.source.id < b.source.id ? -1 : 1;
  const isOf = (one: Noted): number => (one.message === one.id ? 0 : 1);
  return a.noted.message - b.noted.message || isOf(a.noted) - isOf(b.noted) || a.noted.id - b.noted.id;
}
