/** Entry point of the process that case-facts.ts starts: reads one case from beginning to end, reports its identity, and ends. */
import { AppError } from '../shared/errors.ts';
import { leaveSignalsToParent } from '../shared/platform.ts';
import { type FactsOrder, readCaseFacts } from './case-facts.ts';

leaveSignalsToParent();
const order = JSON.parse(process.argv[2] ?? '') as FactsOrder;
const answer = await readCaseFacts(order).catch((fault: unknown) => ({
  fault:
    fault instanceof AppError ? fault.message : 'The case could not be read; the log of the server has the reason.',
}));
process.send?.(answer, () => process.disconnect());
