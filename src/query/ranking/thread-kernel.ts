/** The ranking kernel of this thread: only codes of norms outlive a block in it. */
import { IMPACT_BOUNDS } from '../../codec/frequencies.ts';
import { RankingKernel } from '../../kernel/ranking-kernel.ts';

export const ranking = new RankingKernel(IMPACT_BOUNDS);
