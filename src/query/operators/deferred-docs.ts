/** Leaf operator whose documents are all found at once, once the whole query is planned and its cost is accepted. */
import type { BlockSet } from './block-set.ts';
import { type ListShape, UNKNOWN_SHAPE } from './list-shape.ts';
import type { MadeBitmap, Operator } from './operator.ts';

export class DeferredDocs implements Operator {
  readonly name: string;
  readonly detail: string;
  readonly children: readonly Operator[] = [];
  readonly isNothing = false;
  readonly relevance = null;
  readonly #steps: number;
  readonly #most: number;
  readonly #find: () => Generator<void, Operator>;
  #docs: Operator | null = null;

  /** `steps` is the work of `find`, which returns a leaf of at most `most` documents. */
  constructor(
    name: string,
    detail: string,
    { steps, most, find }: { readonly steps: number; readonly most: number; find(): Generator<void, Operator> },
  ) {
    this.name = name;
    this.detail = detail;
    this.#steps = steps;
    this.#most = most;
    this.#find = find;
  }

  /** Must be called before any other method. Properties may be read earlier. */
  *find(): Generator<void, void> {
    this.#docs = yield* this.#find();
  }

  work(): number {
    return this.#docs === null ? this.#steps : 0;
  }

  get cost(): number {
    return this.#docs?.cost ?? this.#most;
  }

  get exactCount(): number | null {
    return this.#docs?.exactCount ?? null;
  }

  madeBitmap(): MadeBitmap | null {
    return this.#found.madeBitmap?.() ?? null;
  }

  listShape(): ListShape {
    return UNKNOWN_SHAPE;
  }

  nextBlock(from: number): number {
    return this.#found.nextBlock(from);
  }

  load(block: number, out: BlockSet): void {
    this.#found.load(block, out);
  }

  retain(block: number, set: BlockSet): void {
    this.#found.retain(block, set);
  }

  remove(block: number, set: BlockSet): void {
    this.#found.remove(block, set);
  }

  unite(block: number, words: Uint32Array, first: number): void {
    this.#found.unite(block, words, first);
  }

  get #found(): Operator {
    if (this.#docs === null) throw new Error(`${this.name} ${this.detail} was not found yet`);
    return this.#docs;
  }
}
