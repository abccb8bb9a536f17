/**
 * Guesses the thread of replies that name no mail: a mail whose subject begins with `Re:` or the like. Mails about the same
 * subject between the same two people share a circle. A reply joins the thread of its circles if there is exactly one. Replies
 * whose circles have no thread join each other. If there are several threads, the reply is ambiguous and stays alone.
 *
 * Compares the groups before any guess, so that the order of mails does not matter. Memory: 12 bytes a circle, 8 a reply.
 */
import type { ThreadForest } from './thread-forest.ts';

const NONE = 0;
/** Means more threads than are stored. */
const MANY = 0xffffffff;

export class ThreadGuesses {
  readonly #forest: ThreadForest;
  /** Indexed by circle: up to two of its threads, each plus one. One of them may be the thread of the reply itself. */
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  /** Indexed by circle: the first reply without a thread, plus one. */
  readonly #alone: number[] = [];
  readonly #joins: (readonly [number, number])[] = [];

  /** The forest must already have all links between mails. */
  constructor(forest: ThreadForest) {
    this.#forest = forest;
  }

  /** Adds a mail that is not an unlinked reply to a circle. */
  note(circle: number, node: number): void {
    const group = this.#forest.groupOf(node) + 1;
    const first = this.#first[circle] ?? NONE;
    const second = this.#second[circle] ?? NONE;
    if (first === NONE) this.#first[circle] = group;
    else if (first === group || second === group || second === MANY) return;
    else this.#second[circle] = second === NONE ? group : MANY;
  }

  /** Adds an unlinked reply with its circles, after all other mails. */
  guess(node: number, circles: readonly number[]): void {
    const own = this.#forest.groupOf(node) + 1;
    let found = NONE;
    for (const circle of circles) {
      for (const group of [this.#first[circle] ?? NONE, this.#second[circle] ?? NONE]) {
        if (group === NONE || group === own || group === found) continue;
        if (group === MANY || found !== NONE) return;
        found = group;
      }
    }
    if (found !== NONE) {
      this.#joins.push([node, found - 1]);
      return;
    }
    for (const circle of circles) {
      const alone = this.#alone[circle] ?? NONE;
      if (alone === NONE) this.#alone[circle] = node + 1;
      else this.#joins.push([node, alone - 1]);
    }
  }

  /** Joins the guessed groups. */
  finish(): void {
    for (const [a, b] of this.#joins) this.#forest.join(a, b);
  }
}
