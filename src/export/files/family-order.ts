/**
 * Orders the items of a set so that the items of a family are consecutive. Each family is at the position of its first item,
 * with its topmost item first. Load files identify a family by its first and last document. Memory: about forty bytes an item.
 */
import type { HitBatch } from '../../search/combined/merged-hits.ts';
import type { ExportSet, ExportSource } from '../export-set.ts';
import { WINDOW_ITEMS, windowsOf } from '../windows.ts';
import { IdSet } from './id-set.ts';

/** A growing list of numbers. */
class Numbers {
  values = new Uint32Array(WINDOW_ITEMS);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
}

/** A rank in the set, plus one. 0 means none. */
type Rank = number;

export class FamilyOrder<T extends ExportSource> {
  readonly #sources: readonly T[];
  // By rank.
  readonly #ids = new Numbers();
  readonly #sourceOf = new Numbers();
  readonly #familyOf = new Numbers();
  readonly #next = new Numbers();
  // By family: the rank at which it first occurred, the rank of its first item, and the rank of its last item.
  readonly #met = new Numbers();
  readonly #first = new Numbers();
  readonly #last = new Numbers();
  /** By source: the number of the family with this root. */
  readonly #families: readonly Map<number, number>[];

  readonly #items: readonly IdSet[];

  private constructor(sources: readonly T[]) {
    this.#items = sources.map(() => new IdSet());
    this.#sources = sources;
    this.#families = sources.map(() => new Map<number, number>());
  }

  static async of<T extends ExportSource>(set: ExportSet<T>): Promise<FamilyOrder<T>> {
    const order = new FamilyOrder(set.sources);
    for await (const { parts, order: parted } of windowsOf(await set.hits())) {
      const roots = await Promise.all(parts.map(({ source, ids }) => set.items.familyRoots(source, ids, set.signal)));
      const next = parts.map(() => 0);
      const count = parted?.length ?? parts[0]!.ids.length;
      for (let i = 0; i < count; i++) {
        const part = parted === null ? 0 : parted[i]!;
        const at = next[part]!++;
        order.#add(set.sources.indexOf(parts[part]!.source), parts[part]!.ids[at]!, roots[part]![at]!);
      }
    }
    return order;
  }

  /** Yields items with the first and the last item of their family. */
  *items(): Generator<{ readonly source: T; readonly id: number; readonly first: number; readonly last: number }> {
    for (let rank = 1; rank <= this.#ids.length; rank++) {
      const family = this.#familyOf.values[rank - 1]!;
      if (this.#met.values[family] !== rank) continue;
      const source = this.#sources[this.#sourceOf.values[rank - 1]!]!;
      const first = this.#idAt(this.#first.values[family]!);
      const last = this.#idAt(this.#last.values[family]!);
      for (let at = this.#first.values[family]!; at !== 0; at = this.#next.values[at - 1]!) {
        yield { source, id: this.#idAt(at), first, last };
      }
    }
  }

  /** Yields the items in the form of a search's hits. */
  async *hits(): AsyncGenerator<readonly HitBatch<T>[], void, undefined> {
    let ids = new Numbers();
    let of: T | null = null;
    const batch = (): HitBatch<T>[] => [{ target: of!, ids: ids.values.subarray(0, ids.length), keys: null }];
    for (const { source, id } of this.items()) {
      if (of !== null && (of !== source || ids.length === WINDOW_ITEMS)) {
        yield batch();
        ids = new Numbers();
      }
      of = source;
      ids.push(id);
    }
    if (of !== null) yield batch();
  }

  has(source: T, id: number): boolean {
    return this.#items[this.#sources.indexOf(source)]!.has(id);
  }

  #idAt(rank: Rank): number {
    return this.#ids.values[rank - 1]!;
  }

  #add(source: number, id: number, root: number): void {
    this.#ids.push(id);
    this.#items[source]!.add(id);
    this.#sourceOf.push(source);
    this.#next.push(0);
    const rank = this.#ids.length;
    const families = this.#families[source]!;
    const family = families.get(root);
    if (family === undefined) {
      families.set(root, this.#met.length);
      this.#familyOf.push(this.#met.length);
      for (const list of [this.#met, this.#first, this.#last]) list.push(rank);
      return;
    }
    this.#familyOf.push(family);
    if (id === root) {
      this.#next.values[rank - 1] = this.#first.values[family]!;
      this.#first.values[family] = rank;
      return;
    }
    this.#next.values[this.#last.values[family]! - 1] = rank;
    this.#last.values[family] = rank;
  }
}
