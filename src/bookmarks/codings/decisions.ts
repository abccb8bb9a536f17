/** The decisions of people in coding panels as visible to a viewer, now or at a past time. */
import { AppError } from '../../shared/errors.ts';
import { type DecidedName, namesOfDecided } from '../../shared/names/decided-name.ts';
import { runInSlices } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import { storedName } from '../kinds/kind-name.ts';
import { listing, type MemberSet, type PackedItems } from '../member-set.ts';
import { everySource, type Includes, type SourceItems } from '../references.ts';
import { codingName } from './codings.ts';
import { type Comparison, comparing, type PersonChoices, peopleOf } from './comparison.ts';
import { nameOfOwnChoice, ownChoices } from './own-choices.ts';

/** Items for which a person made a choice. */
export interface CodingDecision extends DecidedName {
  readonly items: MemberSet;
}

export class Decisions {
  readonly #state: BookmarkState;
  readonly #isSeen: Includes;

  constructor(state: BookmarkState, isSeen: Includes = everySource) {
    this.#state = state;
    this.#isSeen = isSeen;
  }

  /** Restricts the decisions to a viewer of some sources. */
  seenBy(isSeen: Includes): Decisions {
    return new Decisions(this.#state, isSeen);
  }

  /** Rejects with NOT_FOUND, INVALID_REQUEST. */
  async people(coding: string, isIn: Includes): Promise<readonly PersonChoices[]> {
    return runInSlices(peopleOf(this.#state, this.#panel(coding), this.#seen(isIn)));
  }

  /** Rejects with NOT_FOUND, and INVALID_REQUEST for too many different choices. */
  async compare(coding: string, first: string, second: string, isIn: Includes): Promise<Comparison> {
    const people = [first.normalize('NFC'), second.normalize('NFC')] as const;
    return runInSlices(comparing(this.#state, this.#panel(coding), people, this.#seen(isIn)));
  }

  /** Returns everyone who ever decided in a panel, even if their items are not visible. Throws NOT_FOUND, INVALID_REQUEST. */
  deciders(coding: string): readonly string[] {
    return [...new Set(ownChoices(this.#state, this.#panel(coding)).map(({ who }) => who))];
  }

  /**
   * Returns the items that these people decided, or that anyone decided, in compressed form. Throws NOT_FOUND, INVALID_REQUEST.
   */
  packed(coding: string, isIn: Includes, people?: readonly string[]): readonly PackedItems[] {
    const who = people?.map((one) => one.normalize('NFC'));
    return ownChoices(this.#state, this.#panel(coding))
      .filter((one) => who === undefined || who.includes(one.who))
      .flatMap(({ items }) => items.packed())
      .filter(({ source }) => this.#seen(isIn)(source));
  }

  /**
   * Returns decisions by panel and person, for every existing panel. Two entries have the same names if a bookmark was deleted
   * and created again.
   */
  all(): readonly CodingDecision[] {
    const state = this.#state;
    return state.namesOf('coding').flatMap((coding) =>
      ownChoices(state, state.find(storedName('coding', coding))!).map((one) => {
        return { coding, who: one.who, choice: nameOfOwnChoice(state, one), items: one.items };
      }),
    );
  }

  /** Reads the items of the decisions whose names match (see decided-name.ts). */
  async readMeant(isMeant: (name: string) => boolean, isPresent: Includes): Promise<readonly SourceItems[]> {
    const meant = this.all().filter((one) => namesOfDecided(one).some(isMeant));
    const parts: SourceItems[] = [];
    for (const { items } of meant) parts.push(...(await runInSlices(listing(items, this.#seen(isPresent)))));
    return parts;
  }

  /** Throws NOT_FOUND, INVALID_REQUEST. */
  #panel(coding: string): number {
    const name = codingName(coding);
    const set = this.#state.find(storedName('coding', name));
    if (set !== undefined) return set;
    throw new AppError('NOT_FOUND', `There is no coding named ${JSON.stringify(name)}.`);
  }

  #seen(isIn: Includes): Includes {
    return (source) => this.#isSeen(source) && isIn(source);
  }
}
