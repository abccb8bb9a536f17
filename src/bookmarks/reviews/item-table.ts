/** Items of a review in order, and their membership in sets. Each set is scanned once, in slices. */
import { ascending } from '../../shared/ascending-ids.ts';
import type { Work } from '../../shared/slices.ts';
import { firstFrom } from '../../shared/sorting/binary-search.ts';
import type { MemberSet } from '../member-set.ts';
import type { Includes, SourceItems } from '../references.ts';
import { type ItemRef, itemsBySource, itemsOf, type ReviewBatch } from './batch.ts';
import { LOOKED_UP_AT_ONCE, marking } from './membership.ts';

export class ReviewItemTable {
  readonly items: readonly ItemRef[];
  readonly #parts: readonly SourceItems[];
  /** The position of each item in `#parts`, which are ordered by source. */
  readonly #places: Uint32Array;

  private constructor(items: readonly ItemRef[], parts: readonly SourceItems[], places: Uint32Array) {
    this.items = items;
    this.#parts = parts;
    this.#places = places;
  }

  /** The items of batches in present sources. */
  static *ofBatches(batches: readonly ReviewBatch[], isIn: Includes): Work<ReviewItemTable> {
    const items: ItemRef[] = [];
    for (const batch of batches) {
      for (const item of itemsOf(batch)) if (isIn(item.source)) items.push(item);
      yield;
    }
    return yield* ReviewItemTable.of(items);
  }

  /** Items must be distinct. */
  static *of(items: readonly ItemRef[]): Work<ReviewItemTable> {
    const parts: SourceItems[] = [];
    const starts = new Map<string, { readonly start: number; readonly ids: Uint32Array }>();
    let start = 0;
    for (const [source, pieces] of yield* idsBySource(items)) {
      const ids = yield* ascending(pieces);
      parts.push({ source, ids });
      starts.set(source, { start, ids });
      start += ids.length;
    }
    const places = new Uint32Array(items.length);
    for (const [at, { source, id }] of items.entries()) {
      const own = starts.get(source)!;
      places[at] = own.start + firstFrom(own.ids, id);
      if (at % LOOKED_UP_AT_ONCE === 0) yield;
    }
    return new ReviewItemTable(items, parts, places);
  }

  /** Returns 1 for each item that is a member of one of the sets. */
  *marks(sets: Iterable<MemberSet>): Work<Uint8Array> {
    const found = new Uint8Array(this.items.length);
    for (const set of sets) {
      let start = 0;
      for (const part of this.#parts) {
        yield* marking(part, set, found.subarray(start, start + part.ids.length));
        start += part.ids.length;
      }
    }
    const marks = new Uint8Array(this.items.length);
    for (const [at, place] of this.#places.entries()) {
      marks[at] = found[place]!;
      if (at % LOOKED_UP_AT_ONCE === 0) yield;
    }
    return marks;
  }

  /** Returns a table of the marked items. */
  *only(marks: Uint8Array): Work<ReviewItemTable> {
    const items: ItemRef[] = [];
    for (const [at, item] of this.items.entries()) {
      if (marks[at] === 1) items.push(item);
      if (at % LOOKED_UP_AT_ONCE === 0) yield;
    }
    return yield* ReviewItemTable.of(items);
  }
}

/** The ids by source, in pieces. */
function* idsBySource(items: readonly ItemRef[]): Work<ReadonlyMap<string, readonly Uint32Array[]>> {
  const found = new Map<string, Uint32Array[]>();
  for (let from = 0; from < items.length; from += LOOKED_UP_AT_ONCE) {
    for (const { source, ids } of itemsBySource(items.slice(from, from + LOOKED_UP_AT_ONCE))) {
      const pieces = found.get(source);
      if (pieces === undefined) found.set(source, [ids]);
      else pieces.push(ids);
    }
    yield;
  }
  return found;
}
