/**
 * Writes or deletes a review in many short transactions, so that other changes can proceed.
 *
 * A review without settings is an invisible draft. Writing creates a draft, then its batches and decisions, and publishes it last
 * with its settings. Deleting removes the review first, so that its parts are unreachable. A process that ends in between leaves
 * drafts and orphaned sets, which the next start deletes.
 */
import { AppError } from '../../shared/errors.ts';
import type { Origin } from '../change-record.ts';
import type { ChangeParts } from '../kinds/apply-change.ts';
import { kindName, ownedName, ownerOf, storedName } from '../kinds/kind-name.ts';
import { KindSets } from '../kinds/kind-sets.ts';
import { countPacked, type PackedItems } from '../member-set.ts';
import { REVIEWS_MAX } from './review.ts';

/** Maximum number of sets, and of their items, that one transaction writes or deletes. A set is never split. */
const SETS_AT_ONCE = 16;
const ITEMS_AT_ONCE = 8192;
const OWNED_KINDS = ['decision', 'batch'] as const;
const NOBODY: Origin = { remoteAddress: null, requestId: null };

/** A batch, or the initial decisions of a second look. */
export interface OwnedSet {
  readonly kind: 'batch' | 'decision';
  readonly text: string;
  readonly packed: readonly PackedItems[];
}

export interface ReviewSets {
  readonly name: string;
  /** Its settings. */
  readonly text: string;
  readonly packed: readonly PackedItems[];
  readonly owned: readonly OwnedSet[];
}

export class ReviewMaking {
  readonly #parts: ChangeParts;
  readonly #sets: { readonly review: KindSets; readonly batch: KindSets; readonly decision: KindSets };
  /** Drafts being written by this process. */
  readonly #own = new Set<number>();

  constructor(parts: ChangeParts) {
    this.#parts = parts;
    this.#sets = {
      review: new KindSets(parts, 'review'),
      batch: new KindSets(parts, 'batch'),
      decision: new KindSets(parts, 'decision'),
    };
  }

  /**
   * Returns the records, oldest first. Rejects with ALREADY_EXISTS, INVALID_REQUEST, and CONFLICT if the draft is deleted
   * meanwhile.
   */
  async make({ name, text, packed, owned }: ReviewSets, origin: Origin): Promise<readonly number[]> {
    const seqs: number[] = [];
    const owner = await this.#transact(countPacked(packed), seqs, () => this.#draft(name, packed, origin));
    this.#own.add(owner);
    try {
      for (const some of portions(owned)) {
        await this.#transact(itemsOf(some), seqs, () => {
          this.#requireDraft(owner, name);
          for (const one of some) this.#create(owner, name, one, origin);
        });
      }
      await this.#transact(0, seqs, () => {
        this.#requireDraft(owner, name);
        this.#sets.review.describe(name, text, origin);
      });
      return seqs;
    } catch (fault) {
      // On failure, the next start deletes the rest.
      await this.#discard(owner, origin).catch(() => undefined);
      throw fault;
    } finally {
      this.#own.delete(owner);
    }
  }

  /** Writes a complete review inside a transaction. Throws ALREADY_EXISTS, INVALID_REQUEST. */
  apply({ name, text, packed, owned }: ReviewSets, origin: Origin): void {
    const owner = this.#draft(name, packed, origin);
    for (const one of owned) this.#create(owner, name, one, origin);
    this.#sets.review.describe(name, text, origin);
  }

  /** Deletes a review. `check` runs in the deleting transaction, and returns the review. Returns the records, oldest first. */
  async delete(
    check: () => { readonly set: number; readonly name: string },
    origin: Origin,
  ): Promise<readonly number[]> {
    const seqs: number[] = [];
    const owner = await this.#transact(0, seqs, () => {
      const { set, name } = check();
      this.#sets.review.delete(name, origin);
      return set;
    });
    await this.#clear(owner, origin, seqs);
    return seqs;
  }

  /** Deletes drafts of ended processes, and orphaned sets. */
  async deleteLeftovers(): Promise<void> {
    const { state } = this.#parts;
    for (const name of state.namesOf('review')) {
      const set = state.find(storedName('review', name))!;
      if (state.descriptionOf(set).comment === null && !this.#own.has(set)) await this.#discard(set, NOBODY);
    }
    const owners = OWNED_KINDS.flatMap((kind) => state.namesOf(kind).map(ownerOf));
    for (const owner of new Set(owners)) {
      if (state.nameOf(owner) === undefined) await this.#clear(owner, NOBODY, []);
    }
  }

  #draft(name: string, packed: readonly PackedItems[], origin: Origin): number {
    if (this.#sets.review.find(name) !== undefined) {
      throw new AppError(
        'ALREADY_EXISTS',
        `A review named ${JSON.stringify(name)} already exists. Choose another name.`,
      );
    }
    if (this.#sets.review.names().length >= REVIEWS_MAX) {
      throw new AppError('INVALID_REQUEST', `There are ${REVIEWS_MAX} reviews, the most that are kept. Delete one.`);
    }
    return this.#sets.review.create(name, null, packed, origin);
  }

  #create(owner: number, name: string, { kind, text, packed }: OwnedSet, origin: Origin): void {
    const key = String(this.#parts.state.nextSet);
    this.#sets[kind].create(ownedName(owner, key, name), text, packed, origin);
  }

  /** Its creation may be undone in the log meanwhile. */
  #requireDraft(owner: number, name: string): void {
    if (this.#sets.review.find(name) === owner) return;
    throw new AppError(
      'CONFLICT',
      `The review ${JSON.stringify(name)} was deleted while it was made. Create it again.`,
    );
  }

  async #discard(owner: number, origin: Origin): Promise<void> {
    await this.#transact(0, [], () => {
      const name = this.#parts.state.nameOf(owner);
      if (name !== undefined) this.#sets.review.delete(kindName(name)!.name, origin);
    });
    await this.#clear(owner, origin, []);
  }

  /** Deletes the parts of a deleted review. Rejects with CONFLICT if it was restored. */
  async #clear(owner: number, origin: Origin, seqs: number[]): Promise<void> {
    const { state } = this.#parts;
    for (const kind of OWNED_KINDS) {
      const sets = [...state.ownedBy(kind, owner)];
      for (let from = 0; from < sets.length; from += SETS_AT_ONCE) {
        await this.#transact(0, seqs, () => {
          const back = state.nameOf(owner);
          if (back !== undefined) {
            throw new AppError('CONFLICT', 'The deletion of the review was undone while its batches were deleted.');
          }
          for (const set of sets.slice(from, from + SETS_AT_ONCE)) {
            const name = state.nameOf(set);
            if (name !== undefined) this.#sets[kind].delete(kindName(name)!.name, origin);
          }
        });
      }
    }
  }

  /** Runs `action` in a transaction, and appends the numbers of its records to `seqs`. */
  #transact<T>(items: number, seqs: number[], action: () => T): Promise<T> {
    const { queue, log } = this.#parts;
    let own: readonly number[] = [];
    return queue
      .submit(items, () => {
        const before = log.head().count;
        const value = action();
        own = Array.from({ length: log.head().count - before }, (_, i) => before + 1 + i);
        return value;
      })
      .then((value) => {
        seqs.push(...own);
        return value;
      });
  }
}

function itemsOf(sets: readonly OwnedSet[]): number {
  return sets.reduce((sum, { packed }) => sum + countPacked(packed), 0);
}

/** Groups consecutive sets for one transaction. */
function* portions(sets: readonly OwnedSet[]): Generator<readonly OwnedSet[]> {
  let portion: OwnedSet[] = [];
  let items = 0;
  for (const one of sets) {
    const count = countPacked(one.packed);
    if (portion.length === SETS_AT_ONCE || (portion.length > 0 && items + count > ITEMS_AT_ONCE)) {
      yield portion;
      portion = [];
      items = 0;
    }
    portion.push(one);
    items += count;
  }
  if (portion.length > 0) yield portion;
}
