/**
 * Groups documents by their set of classes, such as values or intervals of time, and stores one small number per document.
 * Counting a large set then reads a byte or two of each document. Few classes usually make few groups.
 */
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import type { DocValues } from './doc-values.ts';

export interface DocGroups {
  /** The group of each document; 0 if it has no value. */
  readonly of: Uint8Array | Uint16Array;
  /**
   * A group has the classes of the group `without` plus the class `last`, which is at least as great as these. `last`
   * is -1 if the values are in no class.
   */
  readonly without: readonly number[];
  readonly last: readonly number[];
  readonly bytes: number;
}

const BYTE_GROUPS = 256;
/** Approximate memory of a group besides its number in each document. */
const GROUP_BYTES = 64;

/**
 * `classOf` maps an ordinal to its class plus one, ascending, or to 0 if it has none. If `classOf` is null, ordinals
 * are classes. Returns null if there are too many groups.
 */
export function* docGroups(
  values: DocValues,
  documentCount: number,
  classOf: Uint32Array | null,
): Generator<void, DocGroups | null> {
  const held = heldMemory();
  claimMemory(2 * documentCount, 'the groups of a field');
  const of = new Uint16Array(documentCount);
  const groups = new Groups();
  for (let from = 0; from < documentCount; from += tuning.columnDocs) {
    const to = Math.min(documentCount, from + tuning.columnDocs);
    fill(values, from, to, classOf, groups, of);
    if (groups.isFull) break;
    yield;
  }
  releaseMemoryTo(held);
  if (groups.isFull) return null;
  const { without, last } = groups;
  const small = last.length <= BYTE_GROUPS ? Uint8Array.from(of) : of;
  return { of: small, without, last, bytes: small.byteLength + GROUP_BYTES * last.length };
}

/** A tree: the parent of a group has one class fewer. */
class Groups {
  readonly without: number[] = [0];
  readonly last: number[] = [-1];
  readonly #further = new Map<number, number>();

  get isFull(): boolean {
    return this.last.length > tuning.docGroupsMax;
  }

  /** Returns the group with one more class, or an arbitrary group if the tree is full. */
  with(group: number, own: number): number {
    const key = (own + 1) * (tuning.docGroupsMax + 1) + group;
    let further = this.#further.get(key);
    if (further === undefined) {
      if (this.isFull) return 0;
      this.without.push(group);
      further = this.last.push(own) - 1;
      this.#further.set(key, further);
    }
    return further;
  }
}

function fill(
  values: DocValues,
  from: number,
  to: number,
  classOf: Uint32Array | null,
  groups: Groups,
  of: Uint16Array,
): void {
  const { ordinals } = values;
  const starts = values.isSingle ? null : values.starts;
  for (let doc = from; doc < to; doc++) {
    const start = starts === null ? doc : starts[doc]!;
    const end = starts === null ? doc + 1 : starts[doc + 1]!;
    let group = 0;
    for (let at = start, before = -2; at < end; at++) {
      // In a single-valued column, ordinals are stored plus one.
      const ordinal = starts === null ? ordinals[at]! - 1 : ordinals[at]!;
      if (ordinal < 0) break;
      const own = classOf === null ? ordinal : classOf[ordinal]! - 1;
      if (own !== before) group = groups.with(group, own);
      before = own;
    }
    of[doc] = group;
  }
}
