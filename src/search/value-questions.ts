/**
 * Questions about all values of a field in some sources. They are answered where the values are, so that only the results are
 * transferred.
 */

/** Values of a field; incomplete if a source has more than it stores. */
export interface KnownValues<V> {
  readonly values: readonly V[];
  readonly isComplete: boolean;
}

export interface SuggestedValue {
  readonly value: string;
  readonly items: number;
  readonly usual?: true;
}

export interface ValueQuestions {
  /** Completions, most items first; names of fields if `field` is null. */
  suggest(
    sources: readonly string[],
    field: string | null,
    prefix: string,
    limit: number,
  ): Promise<KnownValues<SuggestedValue>>;

  /** Every distinct value of a field, as the cases spell it, in code point order. */
  distinct(sources: readonly string[], field: string, signal?: AbortSignal): Promise<KnownValues<string>>;
}
