/** Entry point of the process that case-facts.ts starts: reads one case from beginning to end, and reports its identity. */
import { answerBy, serveCalls } from '../shared/child/call-host.ts';
import { AppError } from '../shared/errors.ts';
import { type FactsCalls, readCaseFacts } from './case-facts.ts';

serveCalls(
  answerBy<FactsCalls>({
    read: async (order) => {
      try {
        return await readCaseFacts(order);
      } catch (fault) {
        const unknown = 'The case could not be read; the log of the server has the reason.';
        throw new AppError('SOURCE_UNAVAILABLE', fault instanceof AppError ? fault.message : unknown);
      }
    },
  }),
);
