/**
 * Joins the single words of a group into one list of positions. The cost of a document then depends on its own occurrences, not
 * on the size of the group.
 */
import type { TermInfo } from '../../../engine/postings/term-info.ts';
import { locationOf } from '../../phrase/phrase-gatherer.ts';
import type { PlannedLists } from '../../proximity/near-documents.ts';
import type { SpanPlan, WordsPlan } from '../../proximity/span-plan.ts';

/** Returns an equivalent plan with fewer lists. */
export function joinAlternatives({ plan, lists }: PlannedLists): PlannedLists {
  const joiner = new Joiner(lists);
  return { plan: joiner.joined(plan), lists: joiner.lists };
}

class Joiner {
  readonly lists: (readonly TermInfo[])[] = [];
  readonly #given: PlannedLists['lists'];
  /** Keyed by the numbers of the joined lists. */
  readonly #numbers = new Map<string, number>();

  constructor(given: PlannedLists['lists']) {
    this.#given = given;
  }

  /** Recursion is as deep as the query is nested. */
  joined(plan: SpanPlan): SpanPlan {
    switch (plan.kind) {
      case 'words':
        return { ...plan, elements: plan.elements.map((lists) => lists.map((list) => this.#listOf([list]))) };
      case 'edge':
        return { ...plan, of: this.joined(plan.of) };
      case 'near':
        return { ...plan, left: this.joined(plan.left), right: this.joined(plan.right) };
      case 'either':
        return this.#either(plan.of);
    }
  }

  #either(plans: readonly SpanPlan[]): SpanPlan {
    const of: SpanPlan[] = [];
    const singles = new Map<number, Set<number>>();
    for (const one of plans) {
      const list = singleOf(one);
      if (list === null) of.push(this.joined(one));
      else {
        const { tail } = one as WordsPlan;
        singles.set(tail, (singles.get(tail) ?? new Set()).add(list));
      }
    }
    for (const [tail, own] of singles) of.push({ kind: 'words', elements: [[this.#listOf([...own])]], tail });
    return of.length === 1 ? of[0]! : { kind: 'either', of };
  }

  /** Returns the number of the joined list of some words, each once. */
  #listOf(given: readonly number[]): number {
    const key = given.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.lists.push(given.length === 1 ? this.#given[given[0]!]! : this.#allOf(given)) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  #allOf(given: readonly number[]): readonly TermInfo[] {
    const infos = new Map<string, TermInfo>();
    for (const list of given) for (const info of this.#given[list]!) infos.set(locationOf(info), info);
    return [...infos.values()];
  }
}

/** Returns the list of a plan that is one word, otherwise null. */
function singleOf(plan: SpanPlan): number | null {
  if (plan.kind !== 'words' || plan.elements.length > 1 || plan.elements[0]!.length !== 1) return null;
  return plan.elements[0]![0]!;
}
