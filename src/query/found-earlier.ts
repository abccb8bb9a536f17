/**
 * The results of the earlier parts of a source. Parts are searched in order. Later parts skip hits that cannot be among
 * the best, and hints that an earlier part did not give.
 */
import type { Lookups } from './hints/other-fields.ts';

/** One for all parts of a source. */
export class FoundEarlier {
  /** An item with a lower score is not among the best of all parts. */
  threshold = Number.NEGATIVE_INFINITY;
  /** Whether some part gave no hint, so that the source gives none. */
  areWithoutHints = false;
  /** Leaves that were looked up in other fields of all parts. */
  readonly lookups: Lookups = new Map();

  /** Whether as many items as are wanted were found. */
  get hasEnough(): boolean {
    return this.threshold > Number.NEGATIVE_INFINITY;
  }

  /**
   * Takes the scores of the best items of a part, best first. `limit`: number of items wanted from all parts together.
   */
  addBest(scores: Float64Array, limit: number): void {
    const worst = scores[limit - 1];
    if (worst !== undefined && worst > this.threshold) this.threshold = worst;
  }

  /** Takes the hints of a part. */
  addHints(hints: readonly string[]): void {
    if (hints.length === 0) this.areWithoutHints = true;
  }
}

/**
 * Returns one object for each scope. All parts of a source share one. It is null for a scope that is a whole source.
 */
export function foundEarlier(scopes: readonly { readonly partOf?: string }[]): readonly (FoundEarlier | null)[] {
  let last: FoundEarlier | null = null;
  return scopes.map(({ partOf }, i) => {
    if (partOf === undefined) return null;
    if (last === null || scopes[i - 1]?.partOf !== partOf) last = new FoundEarlier();
    return last;
  });
}
