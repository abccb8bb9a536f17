/**
 * The thresholds of the settings under which modules have been loaded, by the key in the addresses of these modules. One map in a
 * process, though this module, too, is loaded anew under each setting.
 */
import type * as production from '../../src/shared/thresholds.ts';

export interface Thresholds {
  readonly format: production.FormatThresholds;
  readonly ways: production.WayThresholds;
}

const name = Symbol.for('thresholds by key');
const ofProcess = globalThis as unknown as { [name]?: Map<string, Thresholds> };
ofProcess[name] ??= new Map();

export const thresholdsByKey: Map<string, Thresholds> = ofProcess[name];

/** The thresholds under which the module with this address was loaded. */
export function thresholdsOf(moduleUrl: string): Thresholds {
  return thresholdsByKey.get(new URL(moduleUrl).searchParams.get('under')!)!;
}
