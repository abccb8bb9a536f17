/** Replaces src/kernel/this-thread.ts under a setting: a checked kernel with its thresholds. */
import { CheckedKernel } from './checked-kernel.ts';
import { kernelOver } from './kernel-over.ts';
import { thresholdsOf } from './thresholds-by-key.ts';

export const kernel = new CheckedKernel(kernelOver(thresholdsOf(import.meta.url)).toString('base64'));
