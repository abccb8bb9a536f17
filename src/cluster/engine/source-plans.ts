/** The plan of a request for one source. */
import type { Plan } from '../translate/plan.ts';

export interface SourcePlans {
  readonly query: Plan;
  readonly filters: readonly Plan[];
}
