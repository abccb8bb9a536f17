/**
 * Questions about all values of a field in some sources. They are answered where the values are, so that only the results are
 * transferred.
 */

/** Values of a field. They are incomplete if a source has more than it stores. */
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
  /** Returns completions, most items first. If `field` is null, completes names of fields. */
  suggest(
    sources: readonly string[],
    field: string | null,
    prefix: string,
    limit: number,
  ): Promise<KnownValues<SuggestedValue>>;

  /** Returns every distinct value of a field, as the cases spell it, in code point order. */
  distinct(sources: readonly string[], field: string, signal?: AbortSignal): Promise<KnownValues<string>>;
}
