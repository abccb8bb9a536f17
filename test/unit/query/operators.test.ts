/** The suite of operators with the thresholds of production. */
import { describeOperators } from '../../conformance/operator.ts';

describeOperators('as in production', 60);
