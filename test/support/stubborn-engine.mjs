/**
 * An engine process that some searches break. A search for the word `spin` never yields, and one for `crash` ends the process.
 * Everything else is the compiled engine of the program.
 */
import { EngineHost } from '../../dist/src/processes/engine-host.js';

const host = new EngineHost((message) => process.connected && process.send(message));
process.on('message', (message) => {
  const word = message.kind === 'call' && message.name === 'search' ? message.argument.query.text : undefined;
  if (word === 'crash') process.kill(process.pid, 'SIGKILL');
  if (word === 'spin') for (;;);
  host.receive(message);
});
process.on('disconnect', () => process.exit(0));
process.send({ kind: 'ready' });
