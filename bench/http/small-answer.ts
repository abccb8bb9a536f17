/** The time of a small answer in milliseconds, as the median of the medians of blocks. */
export interface SmallAnswer {
  readonly path: string;
  /** Pause between two requests. */
  readonly restMs: number;
  readonly httpMs: number;
  /** The time of the answer, minus the time of the engine alone for the same query. */
  readonly beyondMs: number;
  /** An answer of 13 bytes by a bare Node server, measured in turn with the others. */
  readonly bareMs: number;
}
