/** The cost of a case that grows and changes, and of its queries compared with one index of all items. */

export interface GrownBuild {
  readonly what: string;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakMB: number;
}

/** Ratios of times to those on one index: the geometric mean over the queries, and the highest ratio. */
export interface Ratio {
  readonly mean: number;
  readonly worst: number;
}

export interface AskedRatios {
  readonly what: string;
  /** Times of the queries on one index. */
  readonly medianMs: number;
  readonly grown: Ratio;
  readonly merged: Ratio;
  readonly changed: Ratio;
}

export interface GrownResult {
  readonly additions: number;
  readonly itemsEach: number;
  readonly queries: number;
  readonly builds: readonly GrownBuild[];
  readonly asked: readonly AskedRatios[];
}

/** `times` has for each query its time on each side. Returns the ratio of the n-th side to the first. */
export function ratioOf(times: readonly (readonly number[])[], n: number): Ratio {
  const ratios = times.map((own) => own[n]! / own[0]!);
  const logarithms = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0);
  return { mean: Math.exp(logarithms / ratios.length), worst: Math.max(...ratios) };
}
