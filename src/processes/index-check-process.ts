/** Entry point of the process that checks one index: it reports the fault, or ends because of it. */
import { openParts } from '../query/parted/open-parts.ts';
import { answerBy, endByFault, serveCalls } from '../shared/child/call-host.ts';
import { AppError } from '../shared/errors.ts';
import type { CheckCalls } from './index-check.ts';

async function faultOf(directory: string): Promise<string | null> {
  try {
    for (const part of await openParts(directory)) {
      for (const field of part.fields.values()) part.exists(field);
      part.searchable();
      await part.close();
    }
    return null;
  } catch (fault) {
    if (fault instanceof AppError && fault.code.startsWith('INDEX_')) return fault.message;
    throw fault;
  }
}

serveCalls(answerBy<CheckCalls>({ check: faultOf }), { encodeFault: endByFault });
