/** The results of measuring throughput with several clients at once. */
export interface ClientsResult {
  readonly items: number;
  /** Number of queries that each number is based on. */
  readonly queries: number;
  readonly rows: readonly Throughput[];
}

export interface Throughput {
  readonly request: 'count' | 'ten best';
  readonly clients: number;
  /** Our server first. Numbers are medians of the blocks. */
  readonly sides: readonly {
    readonly side: string;
    readonly perSecond: number;
    /** Processor milliseconds per request, in all processes of the server. */
    readonly processorMs: number;
  }[];
}
