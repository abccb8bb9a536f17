/** The time of a small answer, in milliseconds: the median of the medians of blocks. */
export interface SmallAnswer {
  readonly path: string;
  /** Pause between two requests. */
  readonly restMs: number;
  readonly httpMs: number;
  /** Without the time of the engine alone for the same query. */
  readonly beyondMs: number;
  /** An answer of 13 bytes by a bare server of Node, in turn with these. */
  readonly bareMs: number;
}
