/** The kernel of this thread. There is one: its memory is large, and keeps lists from one query to the next. */
import { IMPACT_BOUNDS } from '../../engine/postings/frequencies.ts';
import { ResidentKernel } from './resident-kernel.ts';

export const kernel = new ResidentKernel(IMPACT_BOUNDS);
