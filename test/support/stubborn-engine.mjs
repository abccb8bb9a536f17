/**
 * An engine process that some searches break. A search for the word `spin` never yields, and one for `crash` ends the process.
 * Everything else is the compiled engine of the program.
 */
import { EngineHost } from '../../dist/src/processes/engine-host.js';
import { encodeFault } from '../../dist/src/processes/faults.js';
import { serveCalls } from '../../dist/src/shared/child/call-host.js';

const host = new EngineHost();
const answer = (name, argument, context) => {
  const word = name === 'search' ? argument?.query.text : undefined;
  if (word === 'crash') process.kill(process.pid, 'SIGKILL');
  if (word === 'spin') for (;;);
  return host.answer(name, argument, context);
};
serveCalls(answer, { encodeFault, onCall: host.beginCall })({ kind: 'ready' });
