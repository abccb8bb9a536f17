/** Questions about all values of a field over some sources, answered where these are: only what was asked for comes back. */

/** Values of a field; not all of them are known if a source has more than it keeps. */
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
  /** Values that somebody may want to type, most items first; names of fields where `field` is null. */
  suggest(
    sources: readonly string[],
    field: string | null,
    prefix: string,
    limit: number,
  ): Promise<KnownValues<SuggestedValue>>;

  /** Every value of a field once, as the cases spell it, in code point order. */
  distinct(sources: readonly string[], field: string, signal?: AbortSignal): Promise<KnownValues<string>>;
}
