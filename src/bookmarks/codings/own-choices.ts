/**
 * Each person's choices: sets of items that belong to a panel, one for each person and choice. They hold a person's latest
 * choice, made in a review or elsewhere. Nobody can change another person's choices.
 *
 * In an exclusive panel, an item is in at most one set of a person. "None of the choices" excludes every choice.
 */
import type { BookmarkState } from '../bookmark-state.ts';
import { ownedName, storedName } from '../kinds/kind-name.ts';
import type { MembersTarget } from '../member-changes.ts';
import type { MemberSet } from '../member-set.ts';
import type { Coding } from './coding.ts';

interface Choosing {
  readonly who: string;
  /** Set number of the bookmark. Null for "none of the choices", or for a bookmark that an import did not find. */
  readonly choice: number | null;
  /** Name of the bookmark when it was first chosen; null if the person decided that no choice applies. */
  readonly bookmark: string | null;
}

export interface OwnChoice extends Choosing {
  /** Set number in the store. */
  readonly set: number;
  readonly items: MemberSet;
}

/** All choices in a panel, oldest first. */
export function ownChoices(state: BookmarkState, panel: number): readonly OwnChoice[] {
  const found: OwnChoice[] = [];
  for (const set of state.ownedBy('choice', panel)) {
    const text = state.descriptionOf(set).comment;
    if (text !== null) found.push({ ...(JSON.parse(text) as Choosing), set, items: state.set(set) });
  }
  return found.sort((a, b) => a.set - b.set);
}

/** Returns the choice's current or last name. Null for "none of the choices". */
export function nameOfOwnChoice(state: BookmarkState, { choice, bookmark }: Choosing): string | null {
  return choice === null ? bookmark : (state.nameOf(choice) ?? bookmark);
}

/** Inside a transaction. Returns the changes to the person's sets. If the panel requires a choice, null withdraws it. */
export function ownTargets(
  state: BookmarkState,
  { name, exclusive, required }: Coding,
  chosen: string | null,
  who: string,
): readonly MembersTarget[] {
  const panel = state.find(storedName('coding', name))!;
  const choice = chosen === null ? null : (state.find(chosen) ?? null);
  const own = ownChoices(state, panel).filter((one) => one.who === who);
  const isChosen = (one: OwnChoice): boolean =>
    one.choice === choice && (choice !== null || nameOfOwnChoice(state, one) === chosen);
  const isReplaced = (one: OwnChoice): boolean =>
    !isChosen(one) && (exclusive || chosen === null || nameOfOwnChoice(state, one) === null);
  const isTakenBack = required && chosen === null;
  const left = isTakenBack ? own : own.filter(isReplaced);
  const targets = left.map(({ set }): MembersTarget => targetOf(state, 'remove', set));
  if (isTakenBack) return targets;
  const known = own.find(isChosen);
  if (known !== undefined) return [...targets, targetOf(state, 'add', known.set)];
  const set = storedName('choice', ownedName(panel, String(state.nextSet), name));
  const text = JSON.stringify({ who, choice, bookmark: chosen } satisfies Choosing);
  return [...targets, { action: 'add', kind: 'add', set: null, name: set, text }];
}

function targetOf(state: BookmarkState, kind: 'add' | 'remove', set: number): MembersTarget {
  return { action: kind, kind, set, name: state.nameOf(set)! };
}
