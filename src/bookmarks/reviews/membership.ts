/**
 * Membership of some items in sets. Each set is scanned once, whereas `MemberSet.has` scans a block for each item.
 */
import type { Work } from '../../shared/slices.ts';
import { firstFrom } from '../../shared/sorting/binary-search.ts';
import type { MemberSet } from '../member-set.ts';
import type { SourceItems } from '../references.ts';

/** Items looked up between two yields. */
export const LOOKED_UP_AT_ONCE = 4096;

export class Membership {
  readonly #marks: ReadonlyMap<string, { readonly ids: Uint32Array; readonly marks: Uint8Array }>;

  /** `parts`: one for each source, with ascending ids. An item is a member if any of the sets contains it. */
  constructor(parts: readonly SourceItems[], sets: Iterable<MemberSet>) {
    const found = parts.map((part) => ({ part, marks: new Uint8Array(part.ids.length) }));
    for (const set of sets) for (const { part, marks } of found) set.mark(part, marks);
    this.#marks = new Map(found.map(({ part, marks }) => [part.source, { ids: part.ids, marks }]));
  }

  /** Like the constructor, in slices. */
  static *of(parts: readonly SourceItems[], sets: Iterable<MemberSet>): Work<Membership> {
    const membership = new Membership(parts, []);
    for (const set of sets) {
      for (const part of parts) yield* marking(part, set, membership.#marks.get(part.source)!.marks);
    }
    return membership;
  }

  /** Only for items in `parts`. */
  has(source: string, id: number): boolean {
    const own = this.#marks.get(source);
    return own !== undefined && own.marks[firstFrom(own.ids, id)] === 1;
  }

  /** Whether all items are members. */
  get isWhole(): boolean {
    for (const { marks } of this.#marks.values()) if (marks.includes(0)) return false;
    return true;
  }
}

/** Like `MemberSet.mark`, in slices. */
export function* marking({ source, ids }: SourceItems, set: MemberSet, marks: Uint8Array): Work<void> {
  for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) {
    const to = from + LOOKED_UP_AT_ONCE;
    set.mark({ source, ids: ids.subarray(from, to) }, marks.subarray(from, to));
    yield;
  }
}
