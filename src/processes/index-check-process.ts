/** Entry point of the process that checks one index: it reports the fault, or ends because of it. */
import { IndexReader } from '../engine/index-reader.ts';
import { answerBy, endByFault, serveCalls } from '../shared/child/call-host.ts';
import { AppError } from '../shared/errors.ts';
import type { CheckCalls } from './index-check.ts';

async function faultOf(directory: string): Promise<string | null> {
  try {
    const index = await IndexReader.open(directory);
    for (const field of index.fields.values()) index.exists(field);
    index.searchable();
    await index.close();
    return null;
  } catch (fault) {
    if (fault instanceof AppError && fault.code.startsWith('INDEX_')) return fault.message;
    throw fault;
  }
}

serveCalls(answerBy<CheckCalls>({ check: faultOf }), { encodeFault: endByFault });
