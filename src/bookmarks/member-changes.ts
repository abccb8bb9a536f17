/**
 * Changes members of a bookmark or the selection. A large change is prepared in slices. References are sorted before the turn
 * of the change. Differences are computed in its turn, while other changes wait. The transaction then only swaps blocks.
 */
import { atOnce, runInSlices, type Work } from '../shared/slices.ts';
import type { ChangeAction, Origin } from './change-record.ts';
import { NO_DESCRIPTION } from './descriptions/description.ts';
import { applyChange, type ChangeParts } from './kinds/apply-change.ts';
import { countPacked, type Direction, type MemberDifference, MemberSet, type PackedItems } from './member-set.ts';
import {
  countReferences,
  type Includes,
  type OrderedReferences,
  ordering,
  partsOf,
  type References,
} from './references.ts';

/** A change with more references is prepared in slices. */
const REFERENCES_AT_ONCE_MAX = 16_384;

/** The set to change, and how; `name` is null for the selection. */
export interface MembersTarget {
  readonly action: ChangeAction;
  readonly kind: Direction;
  /** Null if the set must first be created under its name, if any item is added. Targets of one change have different names. */
  readonly set: number | null;
  readonly name: string | null;
  /** The description of a set to create. */
  readonly text?: string;
}

export interface SelectionChange {
  readonly changed: number;
  readonly size: number;
}

/** `seq` is the record, if anything changed. */
export interface MembersChange extends SelectionChange {
  readonly seq: number | null;
}

/** The origin of a request, and the sources that count in the answer. */
export interface Asking {
  readonly origin: Origin;
  readonly isPresent: Includes;
}

export class MemberChanges {
  readonly #parts: ChangeParts;

  constructor(parts: ChangeParts) {
    this.#parts = parts;
  }

  /** Resolves when the change is on disk. `target` is called in the turn of the change. Rejects with its errors. */
  async submit(target: () => MembersTarget, refs: References, asking: Asking): Promise<SelectionChange> {
    const [change] = await this.submitTogether(() => [target()], refs, asking);
    return { changed: change!.changed, size: change!.size };
  }

  /** Adds or removes the same items in several sets in one transaction. Returns one answer for each. */
  async submitTogether(
    targets: () => readonly MembersTarget[],
    refs: References,
    asking: Asking,
  ): Promise<readonly MembersChange[]> {
    const parts = partsOf(refs);
    const isLarge = countReferences(parts) > REFERENCES_AT_ONCE_MAX;
    const ordered = isLarge ? await runInSlices(ordering(parts)) : atOnce(ordering(parts));
    let prepared: readonly (readonly MemberDifference[])[] | null = null;
    const prepare = async (): Promise<void> => {
      const found: (readonly MemberDifference[])[] = [];
      for (const target of targets()) found.push(await runInSlices(this.#differences(target, ordered)));
      prepared = found;
    };
    const apply = (): readonly MembersChange[] =>
      targets().map((target, i) => this.apply(target, ordered, asking, prepared?.[i] ?? null));
    return this.#parts.queue.submit(ordered.count, apply, isLarge ? prepare : null);
  }

  /** Inside a transaction. `prepared`: differences from the present state. */
  apply(
    target: MembersTarget,
    refs: OrderedReferences,
    { origin, isPresent }: Asking,
    prepared: readonly MemberDifference[] | null = null,
  ): MembersChange {
    const { action, kind, name } = target;
    const { state, log, transactions } = this.#parts;
    const differences = prepared ?? atOnce(this.#differences(target, refs));
    if (target.set === null && differences.every(({ blocks }) => blocks.length === 0)) {
      return { changed: 0, size: 0, seq: null };
    }
    const set = target.set ?? this.#create(target, origin);
    const members = state.set(set);
    const items = differences
      .map((difference) => members.change(difference, transactions.steps))
      .filter((part): part is PackedItems => part !== null);
    const effect = { kind, set, name, items };
    const seq = items.length > 0 ? log.append({ action, effect, refs }, origin, transactions.steps) : null;
    return { changed: countPacked(items), size: members.size(isPresent), seq };
  }

  #create({ name, text }: MembersTarget, origin: Origin): number {
    const set = this.#parts.state.nextSet;
    const said = text === undefined ? {} : { description: { ...NO_DESCRIPTION, comment: text } };
    applyChange(this.#parts, 'create', { kind: 'create', set, name: name ?? '', items: [], ...said }, origin);
    return set;
  }

  *#differences({ kind, set }: MembersTarget, { parts }: OrderedReferences): Work<MemberDifference[]> {
    const members = set === null ? new MemberSet() : this.#parts.state.set(set);
    const differences: MemberDifference[] = [];
    for (const part of parts) differences.push(yield* members.difference(kind, part));
    return differences;
  }
}
