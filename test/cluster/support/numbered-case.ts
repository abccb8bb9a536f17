/**
 * A case whose answers are arithmetic: item n has the number n, one of three birds and one of two kinds. Clients ask about the
 * first n items, each time with a different n, so that no answer comes from a cache.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TinyItem } from '../../support/tiny-case.ts';
import type { ClusterServer, Seen } from './cluster-server.ts';

const BIRDS = ['heron', 'grebe', 'coot'];

export function numberedItems(count: number): TinyItem[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    text: `${BIRDS[id % 3]} x${id}`,
    properties: { number: String(id), kind: id % 2 === 0 ? 'even' : 'odd' },
  }));
}

/** One question about the items up to a number, and its correct answer. */
export interface Question {
  readonly name: string;
  path(source: string, upTo: number): string;
  isRight(answer: string, source: string, upTo: number): boolean;
}

const herons = (upTo: number): number[] => Array.from({ length: Math.floor(upTo / 3) + 1 }, (_, n) => 3 * n);
const query = (upTo: number): string => `q=${encodeURIComponent(`heron AND number:[0 TO ${upTo}]`)}`;
const sameIds = (found: readonly { readonly id: number }[], wanted: readonly number[]): boolean =>
  found.length === wanted.length && found.every(({ id }, i) => id === wanted[i]);

export const QUESTIONS: readonly Question[] = [
  {
    name: 'a whole list',
    path: (source, upTo) => `/search?sourceID=${source}&${query(upTo)}`,
    isRight: (answer, _source, upTo) => sameIds(JSON.parse(answer).docs, herons(upTo)),
  },
  {
    name: 'a count',
    path: (source, upTo) => `/hits?sourceID=${source}&limit=0&${query(upTo)}`,
    isRight: (answer, _source, upTo) => JSON.parse(answer).total === herons(upTo).length,
  },
  {
    name: 'a page in an order',
    path: (source, upTo) => `/hits?sourceID=${source}&limit=5&sort=number:desc&properties=number&${query(upTo)}`,
    isRight: (answer, _source, upTo) => sameIds(JSON.parse(answer).hits, herons(upTo).reverse().slice(0, 5)),
  },
  {
    name: 'the best',
    path: (source, upTo) => `/hits?sourceID=${source}&limit=7&sort=relevance&properties=none&${query(upTo)}`,
    isRight(answer, _source, upTo) {
      const { hits, total } = JSON.parse(answer);
      return total === herons(upTo).length && hits.length === Math.min(7, total);
    },
  },
  {
    name: 'a facet',
    path: (source, upTo) => `/facets?sourceID=${source}&facet=kind&${query(upTo)}`,
    isRight(answer, _source, upTo) {
      const { facets } = JSON.parse(answer);
      const counted = Object.fromEntries(
        facets[0].values.map(({ value, items }: { value: string; items: number }) => [value, items]),
      );
      const even = herons(upTo).filter((id) => id % 2 === 0).length;
      return counted.even === even && (counted.odd ?? 0) === herons(upTo).length - even;
    },
  },
  {
    name: 'an export',
    path: (source, upTo) => `/export?format=ndjson&sourceID=${source}&properties=number&${query(upTo)}`,
    isRight(answer, _source, upTo) {
      const lines = answer.trim().split('\n');
      const { done, complete, items } = JSON.parse(lines.pop()!);
      const ids = lines.map((line) => JSON.parse(line) as { id: number });
      return done === true && complete === true && items === ids.length && sameIds(ids, herons(upTo));
    },
  },
  {
    name: 'a phrase that is looked for item by item',
    path: (source, upTo) =>
      `/search?sourceID=${source}&q=${encodeURIComponent(`"h* x*" AND number:[0 TO ${upTo % 500}]`)}`,
    isRight: (answer, _source, upTo) => sameIds(JSON.parse(answer).docs, herons(upTo % 500)),
  },
];

/** Waits until the server's log has come through its pipe. */
const LOG_MILLISECONDS = 100;

/** Clients that repeat one question each until they are stopped. */
export class Clients {
  readonly #server: ClusterServer;
  readonly #source: string;
  readonly #loops: Promise<void>[] = [];
  #isOver = false;
  asked = 0;
  /** Milliseconds of the slowest answer. */
  slowest = 0;
  /** Incorrect answers. */
  readonly wrong: string[] = [];
  /** Answers that were errors or were cut, by message. */
  readonly refused = new Map<string, number>();

  private constructor(server: ClusterServer, source: string) {
    this.#server = server;
    this.#source = source;
  }

  static begin(server: ClusterServer, source: string, items: number): Clients {
    const clients = new Clients(server, source);
    for (const [i, question] of QUESTIONS.entries()) clients.#loops.push(clients.#ask(question, items, i));
    return clients;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  async #ask(question: Question, items: number, seed: number): Promise<void> {
    for (let n = seed; !this.#isOver; n++) {
      // Returns another number each time: the multiplier has no factor in common with the number of items.
      const upTo = (n * 7919) % items;
      const begun = performance.now();
      const seen = await this.#server.get(question.path(this.#source, upTo));
      this.slowest = Math.max(this.slowest, performance.now() - begun);
      this.asked++;
      if (seen.status === 500) await sleep(LOG_MILLISECONDS);
      this.#judge(question, seen, upTo);
    }
  }

  #judge(question: Question, { status, text }: Seen, upTo: number): void {
    if (status !== 200) {
      const log = status === 500 ? `, and the log of the server ends: ${this.#server.log}` : '';
      const said = `${question.name}: ${status} ${text.slice(0, 200)}${log}`;
      this.refused.set(said, (this.refused.get(said) ?? 0) + 1);
    } else if (!question.isRight(text, this.#source, upTo)) {
      this.wrong.push(`${question.name} up to ${upTo}: ${text.slice(0, 200)}`);
    }
  }
}
