/** The result that `page-proxy.ts` writes. */

export interface ProxyResult {
  readonly ways: readonly WayResult[];
}

export interface WayResult {
  readonly way: string;
  readonly count: number;
  /** From navigation to the first row in the document, with an empty browser cache. */
  readonly load: Percentiles;
  /** From the key to the frame with the rows, and to the frame with the counts of the facet. */
  readonly search: Percentiles;
  readonly facets: Percentiles;
}

export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}
