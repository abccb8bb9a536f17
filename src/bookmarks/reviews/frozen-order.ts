/** The items of a review in order, each once, and their division into batches. */
import { AppError } from '../../shared/errors.ts';
import { STRIDE, type Work } from '../../shared/slices.ts';
import { COMMENT_UNITS_MAX } from '../descriptions/description.ts';
import { MemberSet, type PackedItems } from '../member-set.ts';
import { ordering, type SourceItems } from '../references.ts';
import { Steps } from '../steps.ts';
import { BATCHES_MAX, FAMILY_ITEMS_MAX, REVIEW_ITEMS_MAX } from './review.ts';

const YIELD_EVERY = 1024;

export class FrozenOrder {
  readonly names: string[] = [];
  /** The number of each item's source, and below the ids. */
  readonly sources: number[] = [];
  readonly ids: number[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #seen: Set<number>[] = [];

  get count(): number {
    return this.ids.length;
  }

  /** A repeated item keeps its first position. Throws TOO_LARGE. */
  add(source: string, id: number): void {
    const number = this.#numberOf(source);
    const seen = this.#seen[number]!;
    if (seen.has(id)) return;
    if (this.count === REVIEW_ITEMS_MAX) {
      throw new AppError(
        'TOO_LARGE',
        `A review has at most ${REVIEW_ITEMS_MAX} items, and the set has more. Narrow it by a filter, or make several reviews.`,
      );
    }
    seen.add(id);
    this.sources.push(number);
    this.ids.push(id);
  }

  source(at: number): string {
    return this.names[this.sources[at]!]!;
  }

  #numberOf(source: string): number {
    let number = this.#numbers.get(source);
    if (number === undefined) {
      number = this.names.push(source) - 1;
      this.#numbers.set(source, number);
      this.#seen.push(new Set());
    }
    return number;
  }
}

/** Moves the items of each group to the group's first item. `groups`: the name of each item's group, in order, or null. */
export function* groupsTogether(order: FrozenOrder, groups: readonly (string | null)[]): Work<number[][]> {
  const together: number[][] = [];
  const known = new Map<string, number[]>();
  for (let at = 0; at < order.count; at++) {
    if (at % YIELD_EVERY === 0) yield;
    const key = groups[at]!;
    const group = key === null ? undefined : known.get(key);
    if (group !== undefined) {
      group.push(at);
      continue;
    }
    const own = [at];
    together.push(own);
    if (key !== null) known.set(key, own);
  }
  return together;
}

/** A batch to be stored: its items as text and as members. */
export interface PlannedBatch {
  readonly text: string;
  readonly packed: readonly PackedItems[];
}

export interface BatchPlan {
  readonly batches: readonly PlannedBatch[];
  /** All items. */
  readonly packed: readonly PackedItems[];
}

/**
 * Divides the items into batches of at most `size`, but keeps each group in one batch, even a larger one. `groups`: positions
 * in the order, or null without groups. `what`: the noun for messages. Throws INVALID_REQUEST.
 */
export function* planBatches(
  order: FrozenOrder,
  size: number,
  groups: readonly (readonly number[])[] | null,
  textOf: (number: number, items: readonly SourceItems[]) => string,
  what = 'group',
): Work<BatchPlan> {
  const batches: PlannedBatch[] = [];
  let current: number[] = [];
  const flush = function* (): Work<void> {
    if (current.length === 0) return;
    if (batches.length === BATCHES_MAX) {
      throw new AppError(
        'INVALID_REQUEST',
        `The review would have more than ${BATCHES_MAX} batches. Choose a larger "batch" or a smaller set.`,
      );
    }
    const stretches = yield* stretchesOf(order, current);
    const text = textOf(batches.length + 1, stretches);
    if (text.length > COMMENT_UNITS_MAX) {
      throw new AppError('INVALID_REQUEST', 'The items of one batch are too large. Choose a smaller "batch".');
    }
    batches.push({ text, packed: yield* packing(stretches) });
    current = [];
  };
  const count = groups?.length ?? order.count;
  for (let i = 0; i < count; i++) {
    const group = groups?.[i] ?? [i];
    if (group.length > FAMILY_ITEMS_MAX) {
      const item = `${order.ids[group[0]!]!} of source ${JSON.stringify(order.source(group[0]!))}`;
      throw new AppError(
        'INVALID_REQUEST',
        `The ${what} of item ${item} has ${group.length} items of the set; at most ${FAMILY_ITEMS_MAX} stay together. Remove "together".`,
      );
    }
    if (current.length > 0 && current.length + group.length > size) yield* flush();
    for (const at of group) current.push(at);
    if (i % YIELD_EVERY === 0) yield;
  }
  yield* flush();
  return { batches, packed: yield* packing(yield* stretchesOf(order, null)) };
}

/** Splits the items into series from the same source, and long series into several. `positions`: the items, or null for all. */
function* stretchesOf(order: FrozenOrder, positions: readonly number[] | null): Work<SourceItems[]> {
  const stretches: SourceItems[] = [];
  let ids: number[] = [];
  let source = '';
  const end = (): void => {
    if (ids.length > 0) stretches.push({ source, ids: Uint32Array.from(ids) });
    ids = [];
  };
  const count = positions?.length ?? order.count;
  for (let i = 0; i < count; i++) {
    const at = positions?.[i] ?? i;
    if (order.source(at) !== source || ids.length === STRIDE) end();
    source = order.source(at);
    ids.push(order.ids[at]!);
    if (i % YIELD_EVERY === 0) yield;
  }
  end();
  return stretches;
}

export function* packing(items: readonly SourceItems[]): Work<readonly PackedItems[]> {
  const members = new MemberSet();
  const steps = new Steps();
  const { parts } = yield* ordering(items);
  for (const part of parts) members.change(yield* members.difference('add', part), steps);
  return members.packed();
}
