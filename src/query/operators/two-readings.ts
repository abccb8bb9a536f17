/**
 * Operator for a quote with wildcards: documents that match with either reading. Shows both readings, but runs only
 * those that can match.
 */
import type { BlockSet } from './block-set.ts';
import { Disjunction } from './disjunction.ts';
import { type ListShape, UNKNOWN_SHAPE } from './list-shape.ts';
import { LoadingOperator, type LoadOpen, type Operator } from './operator.ts';

/** The score is constant, as for every pattern. `relevance` is null even if only the literal reading matches. */
export class TwoReadings extends LoadingOperator {
  readonly name = 'two readings';
  readonly detail = 'with wildcards, and as text';
  readonly narrows = 'examined';
  readonly children: readonly Operator[];
  readonly cost: number;
  override readonly exactCount: number | null;
  override readonly isNothing: boolean;
  readonly loadOpen: LoadOpen | undefined;
  readonly #matching: Disjunction;

  constructor(withWildcards: Operator, asText: Operator) {
    super();
    this.children = [withWildcards, asText];
    const live = this.children.filter(({ isNothing }) => !isNothing);
    this.isNothing = live.length === 0;
    this.#matching = new Disjunction(live);
    this.cost = this.#matching.cost;
    this.exactCount = this.isNothing ? 0 : this.#matching.exactCount;
    this.loadOpen = this.#matching.loadOpen;
  }

  override listShape(): ListShape {
    return this.isNothing ? UNKNOWN_SHAPE : this.#matching.listShape();
  }

  nextBlock(from: number): number {
    return this.#matching.nextBlock(from);
  }

  load(block: number, out: BlockSet): void {
    this.#matching.load(block, out);
  }

  override retain(block: number, set: BlockSet): void {
    this.#matching.retain(block, set);
  }

  override unite(block: number, words: Uint32Array, first: number): void {
    this.#matching.unite(block, words, first);
  }

  override remove(block: number, set: BlockSet): void {
    this.#matching.remove(block, set);
  }
}
