/** Questions about all values of a field over some sources, answered where these are: only what was asked for comes back. */
export interface ValueQuestions {
  /** Values that somebody may want to type, most items first; names of fields where `field` is null. */
  suggest(
    sources: readonly string[],
    field: string | null,
    prefix: string,
    limit: number,
  ): Promise<readonly { readonly value: string; readonly items: number }[]>;

  /** Every value of a field once, as the cases spell it, in code point order. */
  distinct(sources: readonly string[], field: string, signal?: AbortSignal): Promise<readonly string[]>;
}
