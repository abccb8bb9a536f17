/**
 * The thresholds of loaded settings, keyed by the key in the URLs of their modules. There is one map per process, though this
 * module is loaded again under each setting.
 */
import type * as production from '../../src/shared/thresholds.ts';

export interface Thresholds {
  readonly format: production.FormatThresholds;
  readonly tuning: production.Tuning;
  /** By default those of production. */
  readonly growth?: production.GrowthThresholds;
}

const name = Symbol.for('thresholds by key');
const ofProcess = globalThis as unknown as { [name]?: Map<string, Required<Thresholds>> };
ofProcess[name] ??= new Map();

export const thresholdsByKey: Map<string, Required<Thresholds>> = ofProcess[name];

/** The thresholds of the module with this URL. */
export function thresholdsOf(moduleUrl: string): Required<Thresholds> {
  return thresholdsByKey.get(new URL(moduleUrl).searchParams.get('under')!)!;
}
