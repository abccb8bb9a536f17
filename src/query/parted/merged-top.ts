/**
 * Merges the top levels of the trees of a source's parts. Every other level is within one part. The children of each
 * part are sorted, and a page may begin far behind the first child. So bisection finds how many children of each part
 * precede the page, reading few of them.
 */
import { foldWhole } from '../../analysis/whole-value.ts';
import { compareTexts } from '../../search/compare-texts.ts';
import type { TreeChild, TreeLevel } from '../../search/related/item-tree.ts';

/** Returns `limit` children of the top level of the n-th part, from `offset` on. */
export type ReadTop = (part: number, offset: number, limit: number) => Promise<TreeLevel>;

/** Up to this many children before a page are read along with it. */
const READ_BEFORE_MAX = 1000;
/** Children of a part that are read at a time. More would delay other requests while they are transmitted. */
export const CHILDREN_AT_ONCE = 16_384;

export interface TopPage {
  readonly offset: number;
  readonly limit: number;
  /** Whether reading one child costs much less than reading all. */
  readonly isRandomAccess: boolean;
}

/** Returns a page of the children of all parts. */
export async function mergedTop(
  parts: number,
  read: ReadTop,
  { offset, limit, isRandomAccess }: TopPage,
): Promise<TreeLevel> {
  const starts =
    offset > READ_BEFORE_MAX && isRandomAccess
      ? await new Bisection(parts, read).startsOf(offset)
      : new Array<number>(parts).fill(0);
  const toSkip = offset - starts.reduce((sum, start) => sum + start, 0);
  const heads = starts.map((start, part) => new PartHead(read, part, start, toSkip + limit));
  for (const head of heads) await head.begin();
  const total = heads.reduce((sum, head) => sum + head.total, 0);
  const children: TreeChild[] = [];
  let live = offset < total ? heads.filter(({ isAtEnd }) => !isAtEnd) : [];
  for (let n = 0; children.length < limit && live.length > 0; n++) {
    let best = live[0]!;
    for (const head of live) if (compareChildren(head.child, best.child) < 0) best = head;
    if (n >= toSkip) children.push(best.child.child);
    if (!best.step() && !(await best.readOn())) live = live.filter((head) => head !== best);
  }
  return { name: null, total, children };
}

/** The next child of a part. */
class PartHead {
  readonly #read: ReadTop;
  readonly #part: number;
  /** Children up to this index have been read. */
  #end: number;
  /** Maximum number of children that are still wanted. */
  #left: number;
  #children: readonly FoldedChild[] = [];
  #at = 0;
  /** Total number of children of the part after `begin`. */
  total = 0;

  constructor(read: ReadTop, part: number, start: number, wanted: number) {
    this.#read = read;
    this.#part = part;
    this.#end = start;
    this.#left = wanted;
  }

  get child(): FoldedChild {
    return this.#children[this.#at]!;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#children.length;
  }

  /** Moves to the first child. */
  async begin(): Promise<void> {
    const count = Math.min(this.#left, CHILDREN_AT_ONCE);
    const { total, children } = await this.#read(this.#part, this.#end, count);
    this.total = total;
    this.#children = children.map(folded);
    this.#at = 0;
    this.#end += children.length;
    this.#left -= children.length;
  }

  /** Moves to the next child that was read. Returns false if none is left. */
  step(): boolean {
    this.#at++;
    return !this.isAtEnd;
  }

  /** Reads the next children. Returns false if there are none. */
  async readOn(): Promise<boolean> {
    if (this.#end >= this.total || this.#left <= 0) return false;
    await this.begin();
    return !this.isAtEnd;
  }
}

interface FoldedChild {
  readonly child: TreeChild;
  readonly name: string;
}

function folded(child: TreeChild): FoldedChild {
  return { child, name: foldWhole(child.name) };
}

/** Compares whether they are folders (which come first), then names, then ids. */
function compareChildren(a: FoldedChild, b: FoldedChild): number {
  return Number(b.child.isFolder) - Number(a.child.isFolder) || compareTexts(a.name, b.name) || a.child.id - b.child.id;
}

class Bisection {
  readonly #read: ReadTop;
  readonly #parts: number;
  readonly #known: Map<number, FoldedChild>[];
  #totals: readonly number[] = [];

  constructor(parts: number, read: ReadTop) {
    this.#read = read;
    this.#parts = parts;
    this.#known = Array.from({ length: parts }, () => new Map());
  }

  /** Returns how many children of each part are among the first `offset` of all. */
  async startsOf(offset: number): Promise<readonly number[]> {
    const totals: number[] = [];
    for (let part = 0; part < this.#parts; part++) totals.push((await this.#read(part, 0, 0)).total);
    this.#totals = totals;
    const starts: number[] = [];
    for (const [part, total] of totals.entries()) {
      starts.push(await least(total, async (n) => (await this.#rankOf(part, n)) >= offset));
    }
    return starts;
  }

  /** Returns the number of children of all parts before the n-th of a part. */
  async #rankOf(part: number, n: number): Promise<number> {
    const own = await this.#childAt(part, n);
    let rank = n;
    for (const [other, total] of this.#totals.entries()) {
      if (other === part) continue;
      rank += await least(total, async (at) => compareChildren(await this.#childAt(other, at), own) > 0);
    }
    return rank;
  }

  async #childAt(part: number, n: number): Promise<FoldedChild> {
    const known = this.#known[part]!.get(n);
    if (known !== undefined) return known;
    const { children } = await this.#read(part, n, 1);
    const child = folded(children[0]!);
    this.#known[part]!.set(n, child);
    return child;
  }
}

/** Returns the least number below `end` that passes a monotonic test, or `end` if none does. */
async function least(end: number, holds: (n: number) => Promise<boolean>): Promise<number> {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
