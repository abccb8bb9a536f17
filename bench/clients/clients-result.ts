/** Throughput with several clients at once. */
export interface ClientsResult {
  readonly items: number;
  /** Queries behind each number. */
  readonly queries: number;
  readonly rows: readonly Throughput[];
}

export interface Throughput {
  readonly request: 'count' | 'ten best';
  readonly clients: number;
  /** Ours first. Medians of the blocks. */
  readonly sides: readonly {
    readonly side: string;
    readonly perSecond: number;
    /** Processor milliseconds per request, with all processes of the server. */
    readonly processorMs: number;
  }[];
}
