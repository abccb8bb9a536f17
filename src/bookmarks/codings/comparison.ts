/**
 * Compares two people's choices: items by both choices, and the agreement. A choice is identified by its bookmark's current or
 * last name.
 */
import { ascending } from '../../shared/ascending-ids.ts';
import { AppError } from '../../shared/errors.ts';
import { STRIDE, type Work } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import { listsOfItems, type NamedSet } from '../kinds/lists-of-items.ts';
import type { Includes } from '../references.ts';
import { type Agreement, agreementOf, type Choices } from './agreement.ts';
import { nameOfOwnChoice, type OwnChoice, ownChoices } from './own-choices.ts';

/** Maximum number of distinct pairs of choices. Only a panel that is not exclusive can have that many. */
export const COMPARED_CELLS_MAX = 10_000;

/** Sorted names of choices. Empty if the person decided that none applies. Null if the person did not decide. */
export type DecidedChoices = Choices | null;

export interface ComparedCell {
  readonly first: DecidedChoices;
  readonly second: DecidedChoices;
  readonly items: number;
}

/** `items`, `agreed` and `kappa` cover items that both decided. */
export interface Comparison extends Omit<Agreement, 'cells'> {
  readonly cells: readonly ComparedCell[];
}

/** A person's choices in a panel. */
export interface PersonChoices {
  readonly who: string;
  /** Items that the person decided. */
  readonly items: number;
  /** Each choice with its number of items. Null stands for "none of the choices". */
  readonly choices: readonly { readonly choice: string | null; readonly items: number }[];
}

/** Sorted by name. People without a counted item are left out. */
export function* peopleOf(state: BookmarkState, panel: number, isIn: Includes): Work<readonly PersonChoices[]> {
  const all = ownChoices(state, panel).filter(({ items }) => items.size(isIn) > 0);
  const people: PersonChoices[] = [];
  for (const who of [...new Set(all.map((one) => one.who))].sort()) {
    const own = all.filter((one) => one.who === who);
    const choices: { choice: string | null; items: number }[] = [];
    for (const choice of [...new Set(own.map((one) => nameOfOwnChoice(state, one)))].sort(choicesByName)) {
      const sets = own.filter((one) => nameOfOwnChoice(state, one) === choice);
      choices.push({ choice, items: yield* countItems(sets, isIn) });
    }
    people.push({ who, items: yield* countItems(own, isIn), choices });
  }
  return people;
}

/** Cells are sorted by the first person's choices, then the second's. Throws INVALID_REQUEST for too many. */
export function* comparing(
  state: BookmarkState,
  panel: number,
  people: readonly [first: string, second: string],
  isIn: Includes,
): Work<Comparison> {
  const all = ownChoices(state, panel);
  const [first, second] = people.map((who) => all.filter((one) => one.who === who)) as [OwnChoice[], OwnChoice[]];
  const cells = new Map<string, ComparedCell>();
  for (const source of sourcesOf([...first, ...second], isIn)) {
    const ids = yield* ascending([...first, ...second].map(({ items }) => items.members(source)));
    for (let from = 0; from < ids.length; from += STRIDE) {
      const some = ids.subarray(from, from + STRIDE);
      const ofFirst = yield* decidedOf(state, first, source, some);
      const ofSecond = yield* decidedOf(state, second, source, some);
      for (const { one, other, items } of countPairs(ofFirst.of, ofSecond.of)) {
        const cell = { first: ofFirst.lists[one]!, second: ofSecond.lists[other]! };
        const key = JSON.stringify([cell.first, cell.second]);
        cells.set(key, { ...cell, items: items + (cells.get(key)?.items ?? 0) });
      }
      if (cells.size > COMPARED_CELLS_MAX) throw tooMany(people);
    }
  }
  const sorted = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  const both = sorted.filter((cell): cell is Agreement['cells'][number] => cell.first !== null && cell.second !== null);
  const { items, agreed, kappa } = agreementOf(both.map((cell) => [cell.first, cell.second, cell.items] as const));
  return { items, agreed, kappa, cells: sorted };
}

/** Returns the number of the person's decision for each id. */
function* decidedOf(
  state: BookmarkState,
  own: readonly OwnChoice[],
  source: string,
  ids: Uint32Array,
): Work<{ readonly lists: readonly DecidedChoices[]; readonly of: Uint32Array }> {
  const named = own.map((one): NamedSet => ({ name: nameOfOwnChoice(state, one) ?? NONE, set: one.items }));
  const found = yield* listsOfItems(named, source, ids);
  if (found === null) return { lists: [null], of: new Uint32Array(ids.length) };
  const lists = found.lists.map((names) => {
    return names.length === 0 ? null : [...new Set(names)].filter((name) => name !== NONE).sort();
  });
  return { lists, of: found.of };
}

/** Stands for "none of the choices". No bookmark has this name. */
const NONE = '';

/** Counts the items of each pair of numbers. Both lists have at most `STRIDE` entries. */
function countPairs(
  ones: Uint32Array,
  others: Uint32Array,
): Iterable<{ readonly one: number; readonly other: number; readonly items: number }> {
  const counts = new Map<number, number>();
  for (let i = 0; i < ones.length; i++) {
    const key = ones[i]! * WIDTH + others[i]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, items]) => ({ one: Math.floor(key / WIDTH), other: key % WIDTH, items }));
}

/** Exceeds the number of distinct values, which is at most one per item plus one for "no decision". */
const WIDTH = 2 * STRIDE;

function* countItems(own: readonly OwnChoice[], isIn: Includes): Work<number> {
  if (own.length === 1) return own[0]!.items.size(isIn);
  let count = 0;
  for (const source of sourcesOf(own, isIn)) {
    const ids = yield* ascending(own.map(({ items }) => items.members(source)));
    count += ids.length;
  }
  return count;
}

function sourcesOf(own: readonly OwnChoice[], isIn: Includes): ReadonlySet<string> {
  return new Set(own.flatMap(({ items }) => items.sizes(isIn).map(({ source }) => source)));
}

/** "None of the choices" comes last. */
export function choicesByName(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return a === null ? 1 : b === null || a < b ? -1 : 1;
}

function tooMany([first, second]: readonly [string, string]): AppError {
  const people = `${JSON.stringify(first)} and ${JSON.stringify(second)}`;
  const finding = `${people} combined the choices of the panel in more than ${COMPARED_CELLS_MAX} ways.`;
  return new AppError(
    'INVALID_REQUEST',
    `${finding} Compare single choices by queries such as decided:CODING/PERSON/CHOICE.`,
  );
}
