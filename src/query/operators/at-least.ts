/** Operator: documents that match at least a number of its clauses (minimum should match). */
import { BLOCK_SIZE, BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import { BlockCounts } from './block-counts.ts';
import { BlockSet } from './block-set.ts';
import { type ListShape, partOf, unionOf } from './list-shape.ts';
import { LoadingOperator, type LoadOpen, NO_BLOCK, type Operator, retainExamined } from './operator.ts';

/** Documents that match at least `minimum` of the children. */
export class AtLeast extends LoadingOperator {
  readonly name = 'at least';
  readonly detail: string;
  readonly children: readonly Operator[];
  readonly cost: number;
  readonly narrows = 'examined';
  /** Defined if any child checks each document. */
  readonly loadOpen: LoadOpen | undefined;
  readonly #minimum: number;
  /** The multiplicity of each child. */
  readonly #times = new Map<Operator, number>();

  /** A repeated child counts as often as it occurs. */
  constructor(children: readonly Operator[], minimum: number) {
    super();
    this.children = children;
    this.#minimum = minimum;
    this.detail = String(minimum);
    for (const child of children) this.#times.set(child, (this.#times.get(child) ?? 0) + 1);
    const isExamined = children.some(({ loadOpen }) => loadOpen !== undefined);
    this.loadOpen = isExamined ? (block, out, closed) => this.#loadOpen(block, out, closed) : undefined;
    this.cost = Math.ceil(children.reduce((sum, child) => sum + child.cost, 0) / minimum);
  }

  override listShape(): ListShape {
    return partOf(unionOf(this.children.map((child) => child.listShape())));
  }

  nextBlock(from: number): number {
    return this.children.reduce((block, child) => Math.min(block, child.nextBlock(from)), NO_BLOCK);
  }

  load(block: number, out: BlockSet): void {
    this.#load(block, out, null);
  }

  override retain(block: number, set: BlockSet): void {
    if (this.loadOpen !== undefined) retainExamined(this.loadOpen, block, set);
    else super.retain(block, set);
  }

  #loadOpen(block: number, out: BlockSet, closed: Uint32Array): void {
    this.#load(block, out, closed);
    out.subtractWords(closed, 0);
  }

  /** `closed`: documents whose result does not matter, or null. */
  #load(block: number, out: BlockSet, closed: Uint32Array | null): void {
    const counts = BlockCounts.take();
    const found = BlockSet.take();
    let left = this.children.length;
    for (const [child, times] of this.#times) {
      if (child.loadOpen !== undefined) continue;
      child.load(block, found);
      counts.add(found, times);
      left -= times;
    }
    const met = out.beginDense();
    counts.atLeast(this.#minimum, met);
    if (left > 0) this.#countOthers(block, counts.settled(), met, { found, left, closed });
    found.release();
    counts.release();
  }

  /**
   * Counts the children that check each document. Skips decided documents: those that match enough children, and those
   * that no longer can.
   */
  #countOthers(block: number, counts: Uint32Array, met: Uint32Array, others: Others): void {
    const minimum = this.#minimum;
    const { found, closed } = others;
    const docs = new Uint16Array(BLOCK_SIZE);
    // Documents that match enough children, and those that are closed.
    const decided = closed === null ? met : met.map((word, i) => word | closed[i]!);
    let open: OpenDocs | null = null;
    let { left } = others;
    for (const [child, times] of this.#times) {
      if (child.loadOpen === undefined) continue;
      if (left >= minimum) child.loadOpen(block, found, decided);
      else {
        open ??= new OpenDocs(counts, minimum, closed);
        if (open.narrow(left) === 0) break;
        child.loadOpen(block, found, open.closed);
      }
      left -= times;
      const length = found.collect(0, docs, 0);
      for (let d = 0; d < length; d++) {
        const low = docs[d]!;
        counts[low]! += times;
        if (counts[low]! < minimum) continue;
        met[low >>> 5]! |= 1 << (low & 31);
        decided[low >>> 5]! |= 1 << (low & 31);
      }
    }
  }
}

interface Others {
  /** A set for loading. */
  readonly found: BlockSet;
  /** Children not counted yet, with their multiplicities. */
  readonly left: number;
  readonly closed: Uint32Array | null;
}

/** Documents of a block that match too few children so far, but can still match enough. */
class OpenDocs {
  /** All other documents. */
  readonly closed = new Uint32Array(BLOCK_WORDS).fill(-1);
  readonly #counts: Uint32Array;
  readonly #minimum: number;
  readonly #docs = new Uint16Array(BLOCK_SIZE);
  #count = 0;

  constructor(counts: Uint32Array, minimum: number, closed: Uint32Array | null) {
    this.#counts = counts;
    this.#minimum = minimum;
    // The remaining children are too few for documents that matched none yet.
    for (let low = 0; low < BLOCK_SIZE; low++) {
      if (counts[low] === 0 || counts[low]! >= minimum) continue;
      if (closed !== null && (closed[low >>> 5]! & (1 << (low & 31))) !== 0) continue;
      this.#docs[this.#count++] = low;
      this.closed[low >>> 5]! &= ~(1 << (low & 31));
    }
  }

  /** Closes the documents that are decided with `left` remaining children. Returns how many are still open. */
  narrow(left: number): number {
    const counts = this.#counts;
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const low = this.#docs[i]!;
      const count = counts[low]!;
      if (count < this.#minimum && count + left >= this.#minimum) this.#docs[kept++] = low;
      else this.closed[low >>> 5]! |= 1 << (low & 31);
    }
    this.#count = kept;
    return kept;
  }
}
