/**
 * The members of one bookmark, or the selection: item ids by source, in blocks (see block.ts).
 *
 * A change returns the members that it actually changed, also as blocks. The log stores them, and an undo applies them in
 * reverse.
 */
import { atOnce, type Work } from '../shared/slices.ts';
import { BLOCK_IDS, BlockBitmap, blockCount, blockHas, copyMembers, markMembers } from './block.ts';
import type { Includes, SourceItems } from './references.ts';
import type { Steps } from './steps.ts';

/** Some items of one source, compressed. */
export interface PackedItems {
  readonly source: string;
  readonly count: number;
  /** Maps block number, id div 65,536, to block. */
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

/** A computed but not applied change of a block. */
interface BlockChange {
  readonly number: number;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** The members added or removed. */
  readonly changed: Uint8Array;
  readonly count: number;
}

/** The members that a change would add or remove. Valid until the set changes. */
export interface MemberDifference {
  readonly direction: Direction;
  readonly source: string;
  readonly blocks: readonly BlockChange[];
}

const present = new BlockBitmap();
const moved = new BlockBitmap();

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
      moved.decode(block);
      present.decode(mine);
      if (!present.hasAll(moved)) return false;
    }
    return true;
  }

  /** Takes ascending ids. Sets `marks[i]` to 1 for each that is a member. */
  mark({ source, ids }: SourceItems, marks: Uint8Array): void {
    const blocks = this.#columns.get(source)?.blocks;
    if (blocks === undefined) return;
    for (let from = 0; from < ids.length; ) {
      const number = ids[from]! >>> 16;
      let to = from + 1;
      while (to < ids.length && ids[to]! >>> 16 === number) to++;
      const block = blocks.get(number);
      if (block !== undefined) markMembers(block, number * BLOCK_IDS, ids, from, to, marks);
      from = to;
    }
  }

  /** The members of one source, ascending. */
  members(source: string): Uint32Array {
    const column = this.#columns.get(source);
    return column === undefined ? new Uint32Array(0) : atOnce(unpacking({ source, ...column }));
  }

  /** The sources with members, in the order of their first members. */
  sizes(isPresent: Includes): SetSize[] {
    const sizes: SetSize[] = [];
    for (const [source, { count: size }] of this.#columns) {
      if (size > 0 && isPresent(source)) sizes.push({ source, size });
    }
    return sizes;
  }

  size(isPresent: Includes): number {
    let size = 0;
    for (const [source, { count }] of this.#columns) if (isPresent(source)) size += count;
    return size;
  }

  /** Returns a snapshot, which shares the immutable blocks. */
  copy(): MemberSet {
    const copy = new MemberSet();
    for (const [source, { count, blocks }] of this.#columns)
      copy.#columns.set(source, { count, blocks: new Map(blocks) });
    return copy;
  }

  /** All members. Shares the immutable blocks of the set. */
  packed(): PackedItems[] {
    return [...this.#columns]
      .filter(([, { count }]) => count > 0)
      .map(([source, { count, blocks }]) => ({ source, count, blocks: new Map(blocks) }));
  }

  /** Takes ascending, unique ids. Returns the difference that adding or removing them makes. */
  *difference(direction: Direction, { source, ids }: SourceItems): Work<MemberDifference> {
    const before = this.#columns.get(source)?.blocks;
    const blocks: BlockChange[] = [];
    for (let from = 0; from < ids.length; ) {
      const number = ids[from]! >>> 16;
      moved.clear();
      for (; from < ids.length && ids[from]! >>> 16 === number; from++) moved.add(ids[from]! & 0xffff);
      const change = changeOfBlock(direction, number, before?.get(number));
      if (change !== null) blocks.push(change);
      yield;
    }
    return { direction, source, blocks };
  }

  /** Like `difference`, for packed items as in the log. Throws DamagedBlockError. */
  *differencePacked(direction: Direction, { source, blocks: asked }: PackedItems): Work<MemberDifference> {
    const present = this.#columns.get(source)?.blocks;
    const blocks: BlockChange[] = [];
    for (const [number, block] of asked) {
      const before = present?.get(number);
      const change = wholeBlock(direction, number, before, block);
      if (change === null) moved.decode(block);
      const other = change ?? changeOfBlock(direction, number, before, block);
      if (other !== null) blocks.push(other);
      yield;
    }
    return { direction, source, blocks };
  }

  /** Returns the members that were added or removed. Null if nothing changed. */
  change({ direction, source, blocks }: MemberDifference, steps: Steps): PackedItems | null {
    if (blocks.length === 0) return null;
    const column = this.#column(source);
    const before = column.count;
    let count = 0;
    for (const { number, before, after, count: changed } of blocks) {
      steps.run(
        () => putBlock(column, number, after),
        () => putBlock(column, number, before),
      );
      count += changed;
    }
    const after = before + (direction === 'add' ? count : -count);
    steps.run(
      () => {
        column.count = after;
      },
      () => {
        column.count = before;
      },
    );
    return { source, count, blocks: new Map(blocks.map(({ number, changed }) => [number, changed])) };
  }

  changePacked(direction: Direction, items: PackedItems, steps: Steps): PackedItems | null {
    return this.change(atOnce(this.differencePacked(direction, items)), steps);
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

/** Moves the members in `moved`, decoded from the block `asked` if given. Returns null if nothing changes. */
function changeOfBlock(
  direction: Direction,
  number: number,
  before: Uint8Array | undefined,
  asked?: Uint8Array,
): BlockChange | null {
  if (before === undefined) present.clear();
  else present.decode(before);
  const { count: wanted } = moved;
  present.move(direction, moved);
  const { count } = moved;
  if (count === 0) return null;
  const changed = asked !== undefined && count === wanted ? asked : moved.encode();
  if (before === undefined) return { number, before, after: changed, changed, count };
  return { number, before, after: present.count === 0 ? undefined : present.encode(), changed, count };
}

/**
 * Handles two simple cases: adding a block to an empty place, and removing a block that equals the current one (equal members
 * have equal bytes). Returns null for others.
 */
function wholeBlock(
  direction: Direction,
  number: number,
  before: Uint8Array | undefined,
  block: Uint8Array,
): BlockChange | null {
  const isWhole =
    direction === 'add' ? before === undefined : before !== undefined && Buffer.compare(before, block) === 0;
  if (!isWhole) return null;
  return { number, before, after: direction === 'add' ? block : undefined, changed: block, count: blockCount(block) };
}

function putBlock({ blocks }: Column, number: number, block: Uint8Array | undefined): void {
  if (block === undefined) blocks.delete(number);
  else blocks.set(number, block);
}

/** Returns the ids, ascending. Blocks may be stored in any order. */
export function* unpacking({ count, blocks }: PackedItems): Work<Uint32Array> {
  const ids = new Uint32Array(count);
  let at = 0;
  for (const number of [...blocks.keys()].sort((a, b) => a - b)) {
    at = copyMembers(blocks.get(number)!, ids, at, number * BLOCK_IDS);
    yield;
  }
  return ids;
}

export function countPacked(items: readonly PackedItems[]): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/** Lists the members at the time it begins, by source, ids ascending. */
export function* listing(set: MemberSet, isPresent: Includes): Work<SourceItems[]> {
  const members: SourceItems[] = [];
  for (const items of set.packed()) {
    if (isPresent(items.source)) members.push({ source: items.source, ids: yield* unpacking(items) });
  }
  return members;
}
