/** Entry point of the process that index-state-in-process.ts starts: inspects one index, and reports its state. */
import { answerBy, endByFault, serveCalls } from '../shared/child/call-host.ts';
import { readIndexState } from './index-state.ts';
import type { StateCalls } from './index-state-in-process.ts';

serveCalls(
  answerBy<StateCalls>({ look: ({ dataDir, reader, fingerprint }) => readIndexState(dataDir, reader, fingerprint) }),
  { encodeFault: endByFault },
);
