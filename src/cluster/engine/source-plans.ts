/** The plan of a request for one source. */
import type { ClusterPlan } from '../translate/plan.ts';

export interface SourcePlans {
  readonly query: ClusterPlan;
  readonly filters: readonly ClusterPlan[];
}
