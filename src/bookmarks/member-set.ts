/**
 * The members of one bookmark, or the selection: item ids by source, in blocks (see block.ts).
 *
 * A change returns what it actually changed, also as blocks. The log keeps that, and it is what undoes the change.
 */
import { BLOCK_IDS, BlockBitmap, blockCount, blockHas } from './block.ts';
import type { Presence, SourceItems } from './references.ts';
import type { Steps } from './steps.ts';

/** Some items of one source, compressed. */
export interface PackedItems {
  readonly source: string;
  readonly count: number;
  /** Block number, which is id div 65,536, to block. */
  readonly blocks: ReadonlyMap<number, Uint8Array>;
}

export type Direction = 'add' | 'remove';

interface Column {
  count: number;
  readonly blocks: Map<number, Uint8Array>;
}

export interface SetSize {
  readonly source: string;
  readonly size: number;
}

const present = new BlockBitmap();
const changed = new BlockBitmap();
const lows = new Uint32Array(BLOCK_IDS);

export class MemberSet {
  readonly #columns = new Map<string, Column>();

  has(source: string, id: number): boolean {
    const block = this.#columns.get(source)?.blocks.get(id >>> 16);
    return block !== undefined && blockHas(block, id & 0xffff);
  }

  hasAll({ source, blocks }: PackedItems): boolean {
    const column = this.#columns.get(source);
    for (const [number, block] of blocks) {
      const mine = column?.blocks.get(number);
      if (mine === undefined) return false;
      present.decode(block);
      const count = present.copyTo(lows, 0, 0);
      present.decode(mine);
      for (let i = 0; i < count; i++) if (!present.has(lows[i]!)) return false;
    }
    return true;
  }

  /** The members of one source, ascending. */
  members(source: string): Uint32Array {
    const column = this.#columns.get(source);
    return column === undefined ? new Uint32Array(0) : unpack({ source, ...column });
  }

  /** The sources in which the set has members, in the order in which they got their first. */
  sizes(isPresent: Presence): SetSize[] {
    const sizes: SetSize[] = [];
    for (const [source, { count: size }] of this.#columns) {
      if (size > 0 && isPresent(source)) sizes.push({ source, size });
    }
    return sizes;
  }

  size(isPresent: Presence): number {
    let size = 0;
    for (const [source, { count }] of this.#columns) if (isPresent(source)) size += count;
    return size;
  }

  /** All members. The blocks are those of the set: they never change. */
  packed(): PackedItems[] {
    return [...this.#columns]
      .filter(([, { count }]) => count > 0)
      .map(([source, { count, blocks }]) => ({ source, count, blocks: new Map(blocks) }));
  }

  /** Returns the members that were added or removed; null if nothing changed. */
  change(direction: Direction, { source, ids }: SourceItems, steps: Steps): PackedItems | null {
    const difference = new Difference(source);
    const column = this.#column(source);
    for (let from = 0; from < ids.length; ) {
      const number = ids[from]! >>> 16;
      let to = from + 1;
      while (to < ids.length && ids[to]! >>> 16 === number) to++;
      difference.add(number, changeBlock(column, { number, direction, ids, from, to }, steps));
      from = to;
    }
    return difference.take(column, direction, steps);
  }

  /** The same for packed items, as the log keeps them. Throws DamagedBlockError. */
  changePacked(direction: Direction, { source, blocks }: PackedItems, steps: Steps): PackedItems | null {
    const difference = new Difference(source);
    const column = this.#column(source);
    for (const [number, block] of blocks) {
      if (moveWholeBlock(column, { number, direction, block }, steps)) {
        difference.add(number, { block, count: blockCount(block) });
        continue;
      }
      present.decode(block);
      const to = present.copyTo(lows, 0, 0);
      difference.add(number, changeBlock(column, { number, direction, ids: lows, from: 0, to }, steps));
    }
    return difference.take(column, direction, steps);
  }

  #column(source: string): Column {
    let column = this.#columns.get(source);
    if (column === undefined) {
      column = { count: 0, blocks: new Map() };
      this.#columns.set(source, column);
    }
    return column;
  }
}

interface BlockChange {
  readonly number: number;
  readonly direction: Direction;
  readonly ids: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** Returns the block of changed members and their number, or null. */
function changeBlock(
  column: Column,
  { number, direction, ids, from, to }: BlockChange,
  steps: Steps,
): { readonly block: Uint8Array; readonly count: number } | null {
  const before = column.blocks.get(number);
  if (before === undefined) present.clear();
  else present.decode(before);
  changed.clear();
  for (let i = from; i < to; i++) {
    const low = ids[i]! & 0xffff;
    if ((direction === 'add' ? present.add(low) : present.delete(low)) === 1) changed.add(low);
  }
  if (changed.count === 0) return null;
  const after = present.count === 0 ? undefined : present.encode();
  steps.run(
    () => putBlock(column, number, after),
    () => putBlock(column, number, before),
  );
  return { block: changed.encode(), count: changed.count };
}

/**
 * Takes a block in where there was none, or out where it is all that there is: equal members have equal bytes. Returns
 * false, and does nothing, otherwise.
 */
function moveWholeBlock(
  column: Column,
  { number, direction, block }: { number: number; direction: Direction; block: Uint8Array },
  steps: Steps,
): boolean {
  const before = column.blocks.get(number);
  if (direction === 'add') {
    if (before !== undefined) return false;
  } else if (before === undefined || Buffer.compare(before, block) !== 0) return false;
  const after = direction === 'add' ? block : undefined;
  steps.run(
    () => putBlock(column, number, after),
    () => putBlock(column, number, before),
  );
  return true;
}

function putBlock({ blocks }: Column, number: number, block: Uint8Array | undefined): void {
  if (block === undefined) blocks.delete(number);
  else blocks.set(number, block);
}

/** Collects what a change modified in one source. */
class Difference {
  readonly #source: string;
  readonly #blocks = new Map<number, Uint8Array>();
  #count = 0;

  constructor(source: string) {
    this.#source = source;
  }

  add(number: number, part: { readonly block: Uint8Array; readonly count: number } | null): void {
    if (part === null) return;
    this.#blocks.set(number, part.block);
    this.#count += part.count;
  }

  take(column: Column, direction: Direction, steps: Steps): PackedItems | null {
    if (this.#count === 0) return null;
    const before = column.count;
    const after = before + (direction === 'add' ? this.#count : -this.#count);
    steps.run(
      () => {
        column.count = after;
      },
      () => {
        column.count = before;
      },
    );
    return { source: this.#source, count: this.#count, blocks: this.#blocks };
  }
}

/** The ids, ascending: blocks may be kept in any order. */
function unpack({ count, blocks }: PackedItems): Uint32Array {
  const ids = new Uint32Array(count);
  let at = 0;
  for (const number of [...blocks.keys()].sort((a, b) => a - b)) {
    present.decode(blocks.get(number)!);
    at = present.copyTo(ids, at, number * BLOCK_IDS);
  }
  return ids;
}

export function countPacked(items: readonly PackedItems[]): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}
