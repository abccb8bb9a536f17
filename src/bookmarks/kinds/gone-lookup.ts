/**
 * Finds the members of sets that their source no longer has. Results are cached for each block of a set, because blocks are
 * immutable and an opened case does not change.
 */
import { ascending } from '../../shared/ascending-ids.ts';
import { joinedIds } from '../../shared/joined-arrays.ts';
import { atOnce, type Work } from '../../shared/slices.ts';
import { BLOCK_IDS, blockCount, copyMembers } from '../block.ts';
import type { PackedItems } from '../member-set.ts';
import type { SourceItems } from '../references.ts';
import type { GoneItems } from './gone-items.ts';

/** Ids looked up in one call. */
export const GONE_IDS_AT_ONCE = 65_536;
const NONE = new Uint32Array(0);

/** An opened source. */
export interface AskedSource {
  /** Identifies the opening. */
  readonly opening: object;
  /** Returns the ids that the source does not have. Null if they cannot be looked up. */
  lacking(ids: Uint32Array): Promise<Uint32Array | null>;
}

interface GoneOfBlock {
  readonly opening: object;
  readonly ids: Uint32Array;
}

const known = new WeakMap<Uint8Array, GoneOfBlock>();

export class GoneLookup {
  readonly #find: (name: string) => AskedSource | null;
  /** The opened state of each source, which is the same for all sets. Null if the source is not ready. */
  readonly #sources = new Map<string, AskedSource | null>();
  #pending: { readonly block: Uint8Array; readonly ids: Uint32Array }[] = [];
  #pendingIds = 0;
  #pendingSource: AskedSource | null = null;

  /** `find` returns null for a source that is not ready. */
  constructor(find: (name: string) => AskedSource | null) {
    this.#find = find;
  }

  /** The gone members of each set. */
  async among(sets: readonly (readonly PackedItems[])[]): Promise<readonly GoneItems[]> {
    for (const set of sets) for (const items of set) await this.#add(items);
    await this.#ask();
    return sets.map((set) => {
      const found = set.map((items) => this.#goneOf(items));
      const gone = found.filter((one) => one !== null && one.ids.length > 0) as SourceItems[];
      return { items: atOnce(merging(gone)), isComplete: !found.includes(null) };
    });
  }

  async #add({ source: name, blocks }: PackedItems): Promise<void> {
    const source = this.#sourceOf(name);
    if (source === null) return;
    if (source !== this.#pendingSource) await this.#ask();
    this.#pendingSource = source;
    for (const [number, block] of blocks) {
      if (known.get(block)?.opening === source.opening) continue;
      const ids = new Uint32Array(blockCount(block));
      copyMembers(block, ids, 0, number * BLOCK_IDS);
      this.#pending.push({ block, ids });
      this.#pendingIds += ids.length;
      if (this.#pendingIds >= GONE_IDS_AT_ONCE) await this.#ask();
    }
  }

  async #ask(): Promise<void> {
    const [source, pending] = [this.#pendingSource, this.#pending];
    this.#pending = [];
    this.#pendingIds = 0;
    if (source === null || pending.length === 0) return;
    const gone = await source.lacking(joinedIds(pending.map((one) => one.ids)));
    if (gone === null) return;
    const all = new Set(gone);
    for (const { block, ids: own } of pending) {
      known.set(block, { opening: source.opening, ids: all.size === 0 ? NONE : own.filter((id) => all.has(id)) });
    }
  }

  /** Null if the source could not be examined. */
  #goneOf({ source, blocks }: PackedItems): SourceItems | null {
    const opening = this.#sources.get(source)?.opening;
    const found: Uint32Array[] = [];
    for (const block of blocks.values()) {
      const own = known.get(block);
      if (opening === undefined || own?.opening !== opening) return null;
      if (own.ids.length > 0) found.push(own.ids);
    }
    return { source, ids: found.length === 1 ? found[0]! : joinedIds(found).sort() };
  }

  #sourceOf(name: string): AskedSource | null {
    const found = this.#sources.get(name);
    if (found !== undefined) return found;
    const source = this.#find(name);
    this.#sources.set(name, source);
    return source;
  }
}

/** Merges lists into one for each source. An item may be in several of the sets that a name stands for. */
function* merging(parts: readonly SourceItems[]): Work<readonly SourceItems[]> {
  const merged: SourceItems[] = [];
  for (const source of new Set(parts.map((part) => part.source))) {
    const lists = parts.flatMap((part) => (part.source === source ? [part.ids] : []));
    merged.push({ source, ids: yield* ascending(lists) });
  }
  return merged;
}
