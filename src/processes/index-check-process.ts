/** Entry point of the process that checks one index: it reports the fault, or ends because of it. */
import { IndexReader } from '../engine/index-reader.ts';
import { AppError } from '../shared/errors.ts';
import { leaveSignalsToParent } from '../shared/platform.ts';

leaveSignalsToParent();
const [directory = ''] = process.argv.slice(2);

async function faultOf(): Promise<string | null> {
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

const fault = await faultOf();
process.send?.({ fault }, () => process.disconnect());
