/**
 * Replaces src/query/resident/this-thread.ts under a setting: a kernel with its thresholds, whose batches check the order of
 * calls.
 */
import { IMPACT_BOUNDS } from '../../src/engine/postings/frequencies.ts';
import { ResidentKernel } from '../../src/query/resident/resident-kernel.ts';
import { CheckedBatch } from './checked-batch.ts';
import { kernelOver } from './kernel-over.ts';
import { thresholdsOf } from './thresholds-by-key.ts';

const code = kernelOver(thresholdsOf(import.meta.url)).toString('base64');

export const kernel = new ResidentKernel(IMPACT_BOUNDS, code, CheckedBatch);
