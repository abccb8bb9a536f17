/** Replaces src/shared/thresholds.ts under a setting (test/runner/module-hooks.mjs). */
import { thresholdsOf } from './thresholds-by-key.ts';

export const { format, tuning, growth } = thresholdsOf(import.meta.url);
