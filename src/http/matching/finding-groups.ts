/**
 * Counts findings by folded text, the most frequent first, with the first and the last day of the items. Distinct texts are held within
 * the memory of a query.
 */
import type { Found } from '../../search/text-matching.ts';
import { type MemoryLimits, QueryMemory } from '../../shared/query-memory.ts';
import { Slice } from '../../shared/slices.ts';
import { TextMap } from '../../shared/text-map.ts';
import type { ItemDays } from './item-days.ts';

export interface FindingGroup {
  readonly text: string;
  findings: number;
  items: number;
  /** The first and last plausible day, in days since 1970. 0 if no item has one. */
  first: number;
  last: number;
  /** Items with an implausible date. */
  implausible: number;
}

const GROUP_BYTES = 180;
/** Elements sorted without a pause. */
const SORTED_AT_ONCE = 2048;
/** Elements added or merged between two checks of the clock. */
const AT_ONCE = 256;

export class FindingGroups {
  readonly #groups = new TextMap<FindingGroup>();
  readonly #memory: QueryMemory;
  readonly #slice = new Slice();
  findings = 0;
  items = 0;

  constructor(limits: MemoryLimits) {
    this.#memory = new QueryMemory(limits);
  }

  /**
   * Adds a part of an item. Each part has different texts. Throws AppError QUERY_INVALID if the texts exceed the memory of a
   * query.
   */
  async add(found: Found, days: ItemDays, isNewItem: boolean): Promise<void> {
    if (found.kind !== 'texts') return;
    const { first, last } = days;
    const implausible = days.isImplausible ? 1 : 0;
    if (isNewItem) this.items++;
    for (const [i, [text, count]] of found.texts.entries()) {
      if (i % AT_ONCE === 0) await this.#slice.giveWay();
      this.findings += count;
      const group = this.#groups.get(text);
      if (group === undefined) {
        this.#memory.claim(GROUP_BYTES + 2 * text.length, 'the distinct texts of the findings');
        this.#groups.set(text, { text, findings: count, items: 1, first, last, implausible });
      } else {
        group.findings += count;
        group.items++;
        group.implausible += implausible;
        if (group.first === 0 || (first !== 0 && first < group.first)) group.first = first;
        if (last > group.last) group.last = last;
      }
    }
  }

  /** Most findings first, ties by text. */
  async ordered(): Promise<readonly FindingGroup[]> {
    const slice = this.#slice;
    let sorted: FindingGroup[][] = [];
    let some: FindingGroup[] = [];
    for (const group of this.#groups.values()) {
      if (some.push(group) < SORTED_AT_ONCE) continue;
      sorted.push(some.sort(compareGroups));
      some = [];
      await slice.giveWay();
    }
    sorted.push(some.sort(compareGroups));
    while (sorted.length > 1) {
      const merged: FindingGroup[][] = [];
      for (let i = 0; i < sorted.length; i += 2)
        merged.push(await mergedGroups(sorted[i]!, sorted[i + 1] ?? [], slice));
      sorted = merged;
    }
    return sorted[0]!;
  }

  release(): void {
    this.#memory.releaseTo(0);
  }
}

async function mergedGroups(
  a: readonly FindingGroup[],
  b: readonly FindingGroup[],
  slice: Slice,
): Promise<FindingGroup[]> {
  const merged: FindingGroup[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const isFirst = j === b.length || (i < a.length && compareGroups(a[i]!, b[j]!) <= 0);
    merged.push(isFirst ? a[i++]! : b[j++]!);
    if (merged.length % AT_ONCE === 0) await slice.giveWay();
  }
  return merged;
}

function compareGroups(a: FindingGroup, b: FindingGroup): number {
  return b.findings - a.findings || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
}
