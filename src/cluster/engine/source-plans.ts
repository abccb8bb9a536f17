/** What a request means to one source. */
import type { Plan } from '../translate/plan.ts';

export interface SourcePlans {
  readonly query: Plan;
  readonly filters: readonly Plan[];
}
