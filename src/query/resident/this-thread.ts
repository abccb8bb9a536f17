/** The kernel of this thread. There is only one, because its memory is large and keeps lists for later queries. */
import { IMPACT_BOUNDS } from '../../engine/postings/frequencies.ts';
import { ResidentKernel } from './resident-kernel.ts';

export const kernel = new ResidentKernel(IMPACT_BOUNDS);
