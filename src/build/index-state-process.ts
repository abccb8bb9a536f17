/** Entry point of the process that index-state-in-process.ts starts: inspects one index, reports its state, and ends. */
import { leaveSignalsToParent } from '../shared/platform.ts';
import { readIndexState } from './index-state.ts';
import type { StateOrder } from './index-state-in-process.ts';

leaveSignalsToParent();
const { dataDir, reader, fingerprint } = JSON.parse(process.argv[2] ?? '') as StateOrder;
const state = await readIndexState(dataDir, reader, fingerprint);
process.send?.(state, () => process.disconnect());
